// A chart with one stacked bar per row, and the same data as a table.

import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Bar, BarFilter, ChartGroupCounts } from '../../../shell/protocol/overview.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { largestOf } from '../../../std/firstInOrder.ts';
import { CHART_GROUP_TEXTS, countsText, workItemCount } from './counts.ts';
import { StackedBar } from './stackedBar.tsx';
import { Table } from './table.tsx';

interface BarsProps {
  /** A name for element ids, unique on the page. */
  readonly name: string;
  readonly title: string;
  /** The table's header for the labels of the bars, for example `State`. */
  readonly labelHeader: string;
  readonly bars: readonly Bar[];
  readonly note?: string;
  readonly onShow: (filter: BarFilter) => void;
}

export function Bars({ name, title, labelHeader, bars, note, onShow }: BarsProps): VNode {
  const maxCount = largestOf(
    bars.map(({ counts }) => workItemCount(counts)),
    1,
  );
  const total = bars.reduce((sum, { counts }) => sum + workItemCount(counts), 0);
  const percentageOf = (counts: ChartGroupCounts): number => Math.round((100 * workItemCount(counts)) / total);
  const id = `bars-${name}`;
  return (
    <section class="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="bars">
        {bars.map(({ label, counts, filter }, index) => {
          const parts = (
            <>
              <span class="bar-label" title={label}>
                {label}
              </span>
              <StackedBar counts={counts} maxCount={maxCount} label={countsText(counts)} />
              <span class="bar-count" aria-hidden="true">
                {formatCount(workItemCount(counts))}
              </span>
            </>
          );
          return (
            <li key={`${index} ${label}`}>
              {filter === undefined ? (
                parts
              ) : (
                <button
                  type="button"
                  title={l10n.t(
                    '{0} ({1}% of the work items). Select to show them in the side bar.',
                    countsText(counts),
                    percentageOf(counts),
                  )}
                  onClick={() => onShow(filter)}
                >
                  {parts}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {note !== undefined && <p class="dimmed">{note}</p>}
      <Table
        caption={title}
        head={[labelHeader, ...CHART_GROUP_TEXTS.map(({ label }) => label()), l10n.t('Total')]}
        rows={bars.map(({ label, counts }) => [
          label,
          ...CHART_GROUP_TEXTS.map(({ name }) => counts[name]),
          workItemCount(counts),
        ])}
      />
    </section>
  );
}
