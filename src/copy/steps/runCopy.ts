// Runs a copy: performs all steps that are not done, in order.

import { type Fault, faultOf, isTemporary } from '../../client/apiError.ts';
import { sleepUnlessAborted } from '../../std/clock.ts';
import type { StoredCopy } from '../copyStore.ts';
import { COPIED_KINDS, type CopiedKind } from '../plan.ts';
import type { StepKind } from '../progress.ts';
import { type CopyReport, reportOf } from '../report.ts';
import { copyAttachments } from './attachments.ts';
import { copyCycles, copyMemberships, copyModules } from './cyclesAndModules.ts';
import { copyComments, copyLinks, copyRelations } from './details.ts';
import { addMembers, createProject, turnOnFeatures } from './project.ts';
import { copyLabels, copyStates } from './settings.ts';
import { StepRunner, type StepRunnerOptions } from './stepRunner.ts';
import { copyWorkItems } from './workItems.ts';

/** The progress of a copy, for display. */
export interface CopyEvent {
  /** The kind of the current step. */
  readonly kind: StepKind;
  /** Number of records that are copied, skipped or failed, and of all records. */
  readonly done: number;
  readonly total: number;
  /** Set while the copy waits after a temporary fault: when the copy continues, in milliseconds since the epoch. */
  readonly waitingUntil?: number;
}

export interface RunCopyOptions extends Omit<StepRunnerOptions, 'signal' | 'onStep'> {
  /** Aborting the signal pauses the copy: the current request is canceled, and the next run continues the copy. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (copyEvent: CopyEvent) => void;
}

export type CopyOutcome =
  /**
   * All steps were performed; if the target rejected the project, only the first step. `report.failed` lists the steps
   * that the target rejected, which another run repeats.
   */
  | { readonly kind: 'complete'; readonly report: CopyReport }
  /** The signal was aborted, which pauses the copy. */
  | { readonly kind: 'paused'; readonly report: CopyReport }
  /** The copy stopped after a fault that other requests would have as well. Another run continues the copy. */
  | { readonly kind: 'interrupted'; readonly fault: Fault; readonly report: CopyReport };

/** How long to wait after each consecutive temporary fault. The first delay applies again after progress. */
const RETRY_DELAYS_MS = [5_000, 30_000, 60_000, 300_000];

/** Runs the copy until it is complete, paused or interrupted, and stores the progress on disk. */
export async function runCopy(options: RunCopyOptions): Promise<CopyOutcome> {
  const { copy, clock, signal, onProgress } = options;
  const { plan, progress } = copy;
  const isPaused = (): boolean => signal?.aborted === true;
  let currentKind: StepKind = 'project';
  let remainingDelays = RETRY_DELAYS_MS;
  let settledStepCount = settledCount(copy);
  const createEvent = (): CopyEvent => ({ kind: currentKind, done: settledStepCount, total: totalCount(copy) });
  const onStep = (kind: StepKind): void => {
    currentKind = kind;
    const count = settledCount(copy);
    if (count !== settledStepCount) remainingDelays = RETRY_DELAYS_MS;
    settledStepCount = count;
    onProgress?.(createEvent());
  };
  const run = new StepRunner({ ...options, signal, onStep });
  for (;;) {
    try {
      await performSteps(run);
      progress.isComplete = progress.targetId('project', plan.source.id) !== undefined;
      await copy.save();
      return { kind: 'complete', report: reportOf(plan, progress) };
    } catch (thrown) {
      const fault = faultOf(thrown);
      await copy.save();
      if (isPaused()) return { kind: 'paused', report: reportOf(plan, progress) };
      const [delay, ...laterDelays] = remainingDelays;
      if (delay === undefined || !(isTemporary(fault) || fault.kind === 'rateLimited'))
        return { kind: 'interrupted', fault, report: reportOf(plan, progress) };
      remainingDelays = laterDelays;
      onProgress?.({ ...createEvent(), waitingUntil: clock.now() + delay });
      await sleepUnlessAborted(clock, delay, signal);
      if (isPaused()) return { kind: 'paused', report: reportOf(plan, progress) };
    }
  }
}

/** Performs all steps in order, except the steps that are done. */
async function performSteps(run: StepRunner): Promise<void> {
  const project_id = await createProject(run);
  if (project_id === undefined) return;
  await turnOnFeatures(run, project_id);
  const users = await addMembers(run, project_id);
  await copyStates(run, project_id);
  await copyLabels(run, project_id);
  await copyModules(run, project_id, users);
  await copyCycles(run, project_id, users);
  await copyWorkItems(run, project_id, users);
  await copyMemberships(run, project_id);
  await copyRelations(run, project_id);
  await copyLinks(run, project_id);
  // Attachments are copied before comments, because comments may contain images that are attachments.
  await copyAttachments(run, project_id);
  await copyComments(run, project_id);
}

/** Relations are copied in groups, so they are not counted for the progress. */
const COUNTED_KINDS: ReadonlySet<CopiedKind> = new Set(COPIED_KINDS.filter((kind) => kind !== 'relation'));

function totalCount({ plan }: StoredCopy): number {
  return [...COUNTED_KINDS].reduce((total, kind) => total + plan.counts[kind], 0);
}

function settledCount({ progress }: StoredCopy): number {
  return progress.settledCount(COUNTED_KINDS);
}
