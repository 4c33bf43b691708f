// The charts over time: created and completed by week, and what is left of a cycle by day.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import type { Day, Week } from '../../pages/protocol/overview.ts';
import { displayLanguage, formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import { Table } from './table.tsx';

/** In units of the drawing, which is stretched to the available space. */
const WIDTH = 100;
const HEIGHT = 40;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function Weeks({ weeks }: { readonly weeks: readonly Week[] }): VNode {
  const most = niceTop(Math.max(1, ...weeks.flatMap(({ created, completed }) => [created, completed])));
  const pointsOf = (value: (week: Week) => number): Point[] =>
    weeks.map((week, index) => ({ x: along(index, weeks.length), y: HEIGHT - (HEIGHT * value(week)) / most }));
  const total = (value: (week: Week) => number): number => weeks.reduce((sum, week) => sum + value(week), 0);
  const created = formatCount(total((week) => week.created));
  const completed = formatCount(total((week) => week.completed));
  const words =
    weeks.length === 1
      ? l10n.t('This week: {0} created, {1} completed.', created, completed)
      : l10n.t('Last {0} weeks, including this week: {1} created, {2} completed.', weeks.length, created, completed);
  return (
    <section class="chart" aria-labelledby="weeks">
      <h2 id="weeks">{l10n.t('By week')}</h2>
      <Lines label={words} most={most} from={weeks[0]?.from} to={weeks.at(-1)?.from}>
        <Area points={pointsOf(({ completed }) => completed)} />
        <Line points={pointsOf(({ completed }) => completed)} name="done" />
        <Line points={pointsOf(({ created }) => created)} name="created" />
      </Lines>
      <Key
        entries={[
          ['done', l10n.t('Completed')],
          ['created', l10n.t('Created')],
        ]}
      />
      <p class="dimmed">{words}</p>
      <Table
        caption={l10n.t('By week')}
        head={[l10n.t('Week starting'), l10n.t('Created'), l10n.t('Completed')]}
        rows={weeks.map(({ from, created, completed }) => [from, created, completed])}
      />
    </section>
  );
}

export function BurnDown({ days }: { readonly days: readonly Day[] }): VNode {
  const all = days[0]?.even ?? 0;
  const most = niceTop(Math.max(1, all));
  const place = (index: number, value: number): Point => ({
    x: along(index, days.length),
    y: HEIGHT - (HEIGHT * value) / most,
  });
  const left = days.flatMap((day, index) => (day.left === undefined ? [] : [place(index, day.left)]));
  const now = days.findLast((day) => day.left !== undefined)?.left;
  const words = remainingText(now, all);
  return (
    <section class="chart" aria-labelledby="burn-down">
      <h2 id="burn-down">{l10n.t('Remaining')}</h2>
      <Lines label={words} most={most} from={days[0]?.date} to={days.at(-1)?.date}>
        <Area points={left} />
        <Line points={days.map(({ even }, index) => place(index, even))} name="even" />
        <Line points={left} name="done" />
      </Lines>
      <Key
        entries={[
          ['done', l10n.t('Remaining')],
          ['even', l10n.t('Ideal')],
        ]}
      />
      <p class="dimmed">
        {words} {l10n.t('Canceled work items are not counted.')}
      </p>
      <Table
        caption={l10n.t('Remaining')}
        head={[l10n.t('Day'), l10n.t('Remaining'), l10n.t('Ideal')]}
        rows={days.map(({ date, left: count, even }) => [date, count ?? '', formatIdeal(even)])}
      />
    </section>
  );
}

/** `left` is undefined before the first day of the cycle. */
function remainingText(left: number | undefined, total: number): string {
  const all = formatCount(total);
  if (left === undefined) {
    return plural(total, {
      one: l10n.t('The cycle has not started. It contains {0} work item.', all),
      other: l10n.t('The cycle has not started. It contains {0} work items.', all),
    });
  }
  return plural(total, {
    one: l10n.t('{0} of {1} work item remaining.', formatCount(left), all),
    other: l10n.t('{0} of {1} work items remaining.', formatCount(left), all),
  });
}

function formatIdeal(count: number): string {
  return count.toLocaleString(displayLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

interface LinesProps {
  readonly label: string;
  readonly most: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly children: ComponentChildren;
}

/** The numbers are outside of the drawing, so that they are not stretched with it. */
function Lines({ label, most, from, to, children }: LinesProps): VNode {
  return (
    <div class="lines">
      <div class="scale" aria-hidden="true">
        <span>{formatCount(most)}</span>
        <span>{formatCount(most / 2)}</span>
        <span>0</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} class="rule" d={`M0 ${y}H${WIDTH}`} />
        ))}
        {children}
      </svg>
      <div class="ends" aria-hidden="true">
        <span>{from}</span>
        {to !== from && <span>{to}</span>}
      </div>
    </div>
  );
}

function Line({ points, name }: { readonly points: readonly Point[]; readonly name: string }): VNode {
  return <path class={`line line-${name}`} d={pathOf(points)} />;
}

function Area({ points }: { readonly points: readonly Point[] }): VNode | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  return <path class="area" d={`${pathOf(points)}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z`} />;
}

function Key({ entries }: { readonly entries: readonly (readonly [string, string])[] }): VNode {
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

/** Draws a single point as a short line, which would otherwise be invisible. */
function pathOf(points: readonly Point[]): string {
  const [only] = points;
  if (points.length === 1 && only) return `M${Math.max(0, only.x - 1)} ${only.y}H${Math.min(WIDTH, only.x + 1)}`;
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

function along(index: number, count: number): number {
  return count < 2 ? WIDTH / 2 : (WIDTH * index) / (count - 1);
}

/** Returns the next round number whose half is an integer too. */
function niceTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(most));
  const round = step === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return round.map((one) => one * step).find((one) => one >= most) ?? most;
}
