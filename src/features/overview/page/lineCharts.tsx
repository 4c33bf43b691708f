// The charts over time: work items created and completed by week, and remaining in a cycle by day.

import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import type { BurnDownPoint, DateLabel, WeekCounts } from '../../../shell/protocol/overview.ts';
import { displayLanguage, formatCount } from '../../../std/displayLanguage.ts';
import { largestOf } from '../../../std/firstInOrder.ts';
import { plural } from '../../../std/plural.ts';
import { Table } from './table.tsx';

/** The size of the SVG view box, which is stretched to the available space. */
const WIDTH = 100;
const HEIGHT = 40;
/** The minimum number of weeks for a chart: with fewer weeks, a chart would not show more than the table. */
const MIN_WEEKS = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function WeeksChart({ weeks }: { readonly weeks: readonly WeekCounts[] }): VNode {
  const maximum = roundUp(
    largestOf(
      weeks.flatMap(({ created, completed }) => [created, completed]),
      1,
    ),
  );
  const toPoints = (value: (week: WeekCounts) => number): Point[] =>
    weeks.map((week, index) => ({ x: xOf(index, weeks.length), y: HEIGHT - (HEIGHT * value(week)) / maximum }));
  const sumOf = (value: (week: WeekCounts) => number): number => weeks.reduce((sum, week) => sum + value(week), 0);
  const created = formatCount(sumOf((week) => week.created));
  const completed = formatCount(sumOf((week) => week.completed));
  const summary =
    weeks.length === 1
      ? l10n.t('This week: {0} created, {1} completed.', created, completed)
      : l10n.t('Last {0} weeks, including this week: {1} created, {2} completed.', weeks.length, created, completed);
  return (
    <section class="chart" aria-labelledby="weeks">
      <h2 id="weeks">{l10n.t('By week')}</h2>
      {weeks.length >= MIN_WEEKS && (
        <>
          <LineChart label={summary} maximum={maximum} days={weeks}>
            <Area points={toPoints(({ completed }) => completed)} />
            <Line points={toPoints(({ completed }) => completed)} name="done" />
            <Line points={toPoints(({ created }) => created)} name="created" />
          </LineChart>
          <Legend
            entries={[
              ['done', l10n.t('Completed')],
              ['created', l10n.t('Created')],
            ]}
          />
        </>
      )}
      <p class="dimmed">{summary}</p>
      <Table
        caption={l10n.t('By week')}
        head={[l10n.t('Week starting'), l10n.t('Created'), l10n.t('Completed')]}
        rows={weeks.map(({ label, created, completed }) => [label, created, completed])}
      />
    </section>
  );
}

export function BurnDownChart({ days }: { readonly days: readonly BurnDownPoint[] }): VNode {
  const total = days[0]?.ideal ?? 0;
  const maximum = roundUp(Math.max(1, total));
  const toPoint = (index: number, value: number): Point => ({
    x: xOf(index, days.length),
    y: HEIGHT - (HEIGHT * value) / maximum,
  });
  const remainingPoints = days.flatMap((day, index) =>
    day.remaining === undefined ? [] : [toPoint(index, day.remaining)],
  );
  const remainingNow = days.findLast((day) => day.remaining !== undefined)?.remaining;
  const summary = remainingText(remainingNow, total);
  return (
    <section class="chart" aria-labelledby="burn-down">
      <h2 id="burn-down">{l10n.t('Remaining')}</h2>
      <LineChart label={summary} maximum={maximum} days={days}>
        <Area points={remainingPoints} />
        <Line points={days.map(({ ideal }, index) => toPoint(index, ideal))} name="even" />
        <Line points={remainingPoints} name="done" />
      </LineChart>
      <Legend
        entries={[
          ['done', l10n.t('Remaining')],
          ['even', l10n.t('Ideal')],
        ]}
      />
      <p class="dimmed">
        {summary} {l10n.t('Canceled work items are not counted.')}
      </p>
      <Table
        caption={l10n.t('Remaining')}
        head={[l10n.t('Day'), l10n.t('Remaining'), l10n.t('Ideal')]}
        rows={days.map(({ label, remaining: count, ideal }) => [label, count ?? '', formatIdeal(ideal)])}
      />
    </section>
  );
}

/** Returns the text about the remaining work items. `remaining` is undefined before the first day of the cycle. */
function remainingText(remaining: number | undefined, total: number): string {
  const totalText = formatCount(total);
  if (remaining === undefined) {
    return plural(total, {
      one: l10n.t('The cycle has not started. It contains {0} work item.', totalText),
      other: l10n.t('The cycle has not started. It contains {0} work items.', totalText),
    });
  }
  return l10n.t('{0} of {1} work items remaining.', formatCount(remaining), totalText);
}

function formatIdeal(count: number): string {
  return count.toLocaleString(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

interface LineChartProps {
  readonly label: string;
  readonly maximum: number;
  /** The day of each point; in a chart by week, the first day of the week. */
  readonly days: readonly DateLabel[];
  readonly children: ComponentChildren;
}

/** A line chart with its axis labels. The labels are outside of the SVG element, so that they are not stretched. */
function LineChart({ label, maximum, days, children }: LineChartProps): VNode {
  const ticks = tickIndexes(days.length).map((index) => ({ tick: days[index]?.tick, x: xOf(index, days.length) }));
  return (
    <div class="lines">
      <div class="scale" aria-hidden="true">
        <span>{formatCount(maximum)}</span>
        <span>{formatCount(maximum / 2)}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} class="rule" d={`M0 ${y}H${WIDTH}`} />
        ))}
        {children}
      </svg>
      <div class="ends" aria-hidden="true">
        {ticks.map(({ tick, x }) => (
          <span key={x} style={{ '--x': `${x}cqw` }}>
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the indexes of the days with a label on the axis: the last day, and at most four before it in equal steps. */
function tickIndexes(count: number): readonly number[] {
  const step = Math.ceil((count - 1) / 4) || 1;
  return [...Array(count).keys()].filter((index) => (count - 1 - index) % step === 0);
}

function Line({ points, name }: { readonly points: readonly Point[]; readonly name: string }): VNode {
  return <path class={`line line-${name}`} d={pathOf(points)} />;
}

function Area({ points }: { readonly points: readonly Point[] }): VNode | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return <path class="area" d={`${pathOf(points)}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z`} />;
}

function Legend({ entries }: { readonly entries: readonly (readonly [string, string])[] }): VNode {
  return (
    <ul class="key">
      {entries.map(([name, label]) => (
        <li key={name}>
          <svg class="sample" viewBox="0 0 24 8" aria-hidden="true">
            <path class={`line line-${name}`} d="M0 4H24" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Returns the path through the points. A single point becomes a short line, because it would be invisible. */
function pathOf(points: readonly Point[]): string {
  const [single] = points;
  if (points.length === 1 && single)
    return `M${Math.max(0, single.x - 1)} ${single.y}H${Math.min(WIDTH, single.x + 1)}`;
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

function xOf(index: number, count: number): number {
  return count < 2 ? WIDTH / 2 : (WIDTH * index) / (count - 1);
}

/** Returns the smallest round number that is at least `maximum` and whose half is an integer. */
function roundUp(maximum: number): number {
  const step = 10 ** Math.floor(Math.log10(maximum));
  const factors = step === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return factors.map((factor) => factor * step).find((candidate) => candidate >= maximum) ?? maximum;
}
