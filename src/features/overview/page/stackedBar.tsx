// One stacked bar of a chart.
import type { VNode } from 'preact';
import type { ChartGroup, ChartGroupCounts } from '../../../shell/protocol/overview.ts';
import { CHART_GROUP_TEXTS } from './counts.ts';

interface StackedBarProps {
  readonly counts: ChartGroupCounts;
  /** The count that a bar of full width represents. */
  readonly maxCount: number;
  /** The accessible name of the bar. */
  readonly label: string;
  /** Called when the user clicks a segment. */
  readonly onClick?: (group: ChartGroup) => void;
}

/** A stacked bar. It fills the available width, and each segment that is not empty has a minimum width. */
export function StackedBar({ counts, maxCount, label, onClick }: StackedBarProps): VNode {
  let nextSegmentX = 0;
  const segments = CHART_GROUP_TEXTS.flatMap(({ name: group }) => {
    if (counts[group] === 0) return [];
    // A segment has a minimum width, because the gaps between segments are drawn over their edges.
    const width = Math.max(1.5, (100 * counts[group]) / maxCount);
    const x = nextSegmentX;
    nextSegmentX += width;
    return [{ chartGroup: group, x, width }];
  });
  return (
    <svg
      class="strip"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(100, nextSegmentX)} 10`}
      preserveAspectRatio="none"
    >
      {segments.map(({ chartGroup: group, x, width }) => (
        <rect
          key={group}
          class={`fill-${group}`}
          x={x}
          y="0"
          width={width}
          height="10"
          onClick={onClick && (() => onClick(group))}
        />
      ))}
      {segments
        .filter(({ chartGroup }) => chartGroup === 'cancelled')
        .map(({ x, width }) => (
          <line key={x} class="hatching" x1={x} x2={x + width} y1="5" y2="5" />
        ))}
    </svg>
  );
}
