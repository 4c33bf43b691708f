// One stacked bar of a chart.
import type { VNode } from 'preact';
import type { StateGroupCounts } from '../../pages/protocol/overview.ts';
import { STAGES } from './counts.ts';

interface StackedBarProps {
  readonly counts: StateGroupCounts;
  /** The count that a bar of full width represents. */
  readonly maxCount: number;
  /** The accessible name of the bar. */
  readonly label: string;
}

/** A stacked bar. It fills the available width, and each part that is not empty has a minimum width. */
export function StackedBar({ counts, maxCount: scale, label }: StackedBarProps): VNode {
  let nextSegmentX = 0;
  const segments = STAGES.flatMap(({ name: stage }) => {
    if (counts[stage] === 0) return [];
    // The minimum width, because the gap between two parts takes 2 pixels of the width of each part.
    const width = Math.max(1.5, (100 * counts[stage]) / scale);
    const x = nextSegmentX;
    nextSegmentX += width;
    return [{ stage, x, width }];
  });
  return (
    <svg
      class="strip"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(100, nextSegmentX)} 10`}
      preserveAspectRatio="none"
    >
      {segments.map(({ stage, x, width }) => (
        <rect key={stage} class={`fill-${stage}`} x={x} y="0" width={width} height="10" />
      ))}
    </svg>
  );
}
