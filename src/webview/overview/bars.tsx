// A chart with one stacked bar per row, and its table.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Bar } from '../../pages/protocol/overview.ts';
import { countsText, STAGE_LABELS, sum } from './counts.ts';
import { Strip } from './strip.tsx';
import { Table } from './table.tsx';

interface BarsProps {
  readonly title: string;
  /** What a row stands for, for example `State`. */
  readonly of: string;
  readonly bars: readonly Bar[];
  readonly note?: string;
}

export function Bars({ title, of, bars, note }: BarsProps): VNode {
  const scale = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  const id = `bars-${of.toLowerCase()}`;
  return (
    <section class="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bars">
        {bars.map(({ label, counts }, index) => (
          <li key={`${index} ${label}`}>
            <span class="bar-label" title={label}>
              {label}
            </span>
            <Strip counts={counts} scale={scale} label={countsText(counts)} />
            <span class="bar-count" aria-hidden="true" title={countsText(counts)}>
              {sum(counts).toLocaleString('en-US')}
            </span>
          </li>
        ))}
      </ul>
      {note !== undefined && <p class="dimmed">{note}</p>}
      <Table
        caption={title}
        head={[of, ...STAGE_LABELS.map(([, label]) => label), l10n.t('All')]}
        rows={bars.map(({ label, counts }) => [label, ...STAGE_LABELS.map(([stage]) => counts[stage]), sum(counts)])}
      />
    </section>
  );
}
