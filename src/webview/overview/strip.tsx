// One stacked bar of a chart.
import type { VNode } from 'preact';
import type { StateGroupCounts } from '../../pages/protocol/overview.ts';
import { STAGES } from './counts.ts';

interface StripProps {
  readonly counts: StateGroupCounts;
  /** The count that a bar of full width represents. */
  readonly scale: number;
  /** The accessible name. */
  readonly label: string;
}

/** A stacked bar. It fills the available width, and each part that is not empty has a minimum width. */
export function StackedBar({ counts, scale, label }: StripProps): VNode {
  let nextX = 0;
  const segments = STAGES.flatMap(({ name: stage }) => {
    const width = scale === 0 ? 0 : (100 * counts[stage]) / scale;
    const x = nextX;
    nextX += width;
    return counts[stage] === 0 ? [] : [{ stage, x, width }];
  });
  return (
    <svg class="strip" role="img" aria-label={label} viewBox="0 0 100 10" preserveAspectRatio="none">
      {segments.map(({ stage, x, width }) => (
        <rect key={stage} class={`fill-${stage}`} x={x} y="0" width={Math.max(width, 0.5)} height="10" />
      ))}
    </svg>
  );
}
