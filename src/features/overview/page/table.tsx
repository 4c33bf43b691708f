// The data of a chart as a table, for screen readers and for exact numbers.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon } from '../../../shell/page/button.tsx';
import { formatCount } from '../../../std/displayLanguage.ts';

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is the row's header. */
  readonly rows: readonly (readonly [string, ...(string | number)[]])[];
}

export function Table({ caption, head, rows }: TableProps): VNode {
  return (
    <details class="behind">
      <summary class="icon-button" title={l10n.t('Show as Table: {0}', caption)}>
        <Icon name="table" />
      </summary>
      {/* This element can be focused, so that a long table can be scrolled with the keyboard. */}
      <div class="behind-scroll" role="group" aria-label={caption} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{typeof cell === 'number' ? formatCount(cell) : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
