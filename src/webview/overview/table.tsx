// Owns the table behind a picture, for those who read rather than look.
import type { VNode } from 'preact';

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly [string, ...(string | number)[]])[];
}

export function Table({ caption, head, rows }: TableProps): VNode {
  return (
    <details class="behind">
      <summary>
        Show as table<span class="visually-hidden">: {caption}</span>
      </summary>
      {/* A long one is scrolled, by the keyboard too. */}
      <div class="behind-scroll" role="group" aria-label={`Table: ${caption}`} tabIndex={0}>
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
                  <td key={head[index + 1]}>{typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
