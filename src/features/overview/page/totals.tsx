// The first chart of an overview: the share of completed work items, and the legend of the colors.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { BarFilter, ChartGroup, ChartGroupCounts } from '../../../shell/protocol/overview.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { CHART_GROUP_TEXTS, countsText, workItemCount } from './counts.ts';
import { StackedBar } from './stackedBar.tsx';

interface TotalsProps {
  readonly counts: ChartGroupCounts;
  readonly onShow: (filter: BarFilter) => void;
}

/** The percentage does not count canceled work items. */
export function Totals({ counts, onShow }: TotalsProps): VNode {
  const showGroup = (group: ChartGroup): void => onShow({ field: 'chartGroup', value: group });
  const countWithoutCanceled = workItemCount(counts) - counts.cancelled;
  const percentage = Math.floor((100 * counts.done) / countWithoutCanceled);
  return (
    <section class="chart totals" aria-labelledby="totals">
      <h2 id="totals">
        {countWithoutCanceled === 0
          ? l10n.t('All canceled')
          : l10n.t(
              '{0}% completed ({1} of {2})',
              percentage,
              formatCount(counts.done),
              formatCount(countWithoutCanceled),
            )}
      </h2>
      <StackedBar counts={counts} maxCount={workItemCount(counts)} label={countsText(counts)} onClick={showGroup} />
      <ul class="key">
        {CHART_GROUP_TEXTS.map(({ name, label }) => (
          <li key={name}>
            <button type="button" title={l10n.t('Show in Side Bar')} onClick={() => showGroup(name)}>
              <span class={`dot fill-${name}`} aria-hidden="true" />
              {label()} <b>{formatCount(counts[name])}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
