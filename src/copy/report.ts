// Summarizes a copy: what was copied, what was skipped and what failed. Pure.
import type { Fault } from '../client/apiError.ts';
import { identifierOf } from '../contract/resources/workItem.ts';
import { COPIED_KINDS, type CopiedKind, type CopyPlan, type CopyWarning } from './plan.ts';
import type { CopyProgress, SkipReason, StepKind } from './progress.ts';
import { groupRelations } from './relations.ts';

interface UnfinishedStep {
  readonly kind: StepKind;
  readonly name: string;
}

/** The report of a copy, as plain data. The names come from the source, so other users may have written them. */
export interface CopyReport {
  /** The project on the target; `id` is undefined if the target rejected it. */
  readonly project: { readonly id: string | undefined; readonly name: string; readonly identifier: string };
  /** How many records of each kind were copied, and how many the source has. */
  readonly counts: readonly { readonly kind: CopiedKind; readonly copied: number; readonly total: number }[];
  readonly skipped: readonly (UnfinishedStep & { readonly reason: SkipReason })[];
  readonly failed: readonly (UnfinishedStep & { readonly fault: Fault })[];
  /** Work items that have another identifier on the target. */
  readonly renumbered: readonly { readonly from: string; readonly to: string }[];
  /** The warnings of the plan about records that are not copied, or that change when they are copied. */
  readonly warnings: readonly CopyWarning[];
  /** Whether the target rejected an estimate, so that no further estimates were copied. */
  readonly rejectsEstimates: boolean;
  readonly isComplete: boolean;
}

/** Returns the report of a copy that is complete, paused or interrupted. */
export function reportOf(plan: CopyPlan, progress: CopyProgress): CopyReport {
  const { source, project } = plan;
  const { skipped, failed, numbers } = progress.toStored();
  return {
    project: { id: progress.targetId('project', source.id), ...project },
    counts: COPIED_KINDS.map((kind) => ({ kind, copied: copiedCount(plan, progress, kind), total: plan.counts[kind] })),
    skipped: Object.values(skipped),
    failed: Object.values(failed),
    renumbered: source.items.flatMap(({ id, number }) => {
      const targetNumber = numbers[id];
      if (targetNumber === undefined) return [];
      return [{ from: identifierOf(source.identifier, number), to: identifierOf(project.identifier, targetNumber) }];
    }),
    warnings: plan.warnings,
    rejectsEstimates: progress.rejectsEstimates,
    isComplete: progress.isComplete,
  };
}

function copiedCount({ source, counts }: CopyPlan, progress: CopyProgress, kind: CopiedKind): number {
  if (kind !== 'relation') return progress.doneCount(kind);
  const { groups } = groupRelations(source.items);
  const isCopied = (id: string): boolean => progress.targetId('workItem', id) !== undefined;
  const copied = groups.map(({ item, type, others }) => {
    const copiedRelationCount = others.filter(isCopied).length;
    return progress.targetId('relation', `${item}/${type}/${copiedRelationCount}`) === undefined
      ? 0
      : copiedRelationCount;
  });
  return Math.min(
    counts.relation,
    copied.reduce((total, count) => total + count, 0),
  );
}
