// Defines the stored progress of a copy, and the methods that change it.
import * as z from 'zod';
import type { Fault } from '../client/apiError.ts';

/** The kinds of steps. Some steps change records that an earlier step has created. */
export type StepKind =
  | 'project'
  | 'features'
  | 'member'
  | 'state'
  /** Deletes a state that the server created with the project and that the source does not have. */
  | 'defaultState'
  | 'label'
  | 'module'
  | 'cycle'
  | 'workItem'
  | 'parent'
  | 'moduleItems'
  | 'cycleItems'
  | 'cycleDates'
  | 'relation'
  | 'link'
  | 'comment'
  | 'attachment'
  | 'images';

/** A step that was skipped or failed. `name` is for display, for example the name of the record. */
const unfinishedStep = z.object({ kind: z.custom<StepKind>((value) => typeof value === 'string'), name: z.string() });

/** Why a step was skipped. */
export type SkipReason =
  /** The target does not have the operation. */
  | 'unsupported'
  /** The record belongs to a work item that is not copied. */
  | 'itemNotCopied'
  /** The value is not valid on the target, for example a link with another protocol than http(s). */
  | 'invalid'
  /** The file has no content, and servers reject empty files. */
  | 'emptyFile';

const fault = z.custom<Fault>((value) => typeof value === 'object' && value !== null && 'kind' in value);

export const storedProgress = z.object({
  version: z.literal(1),
  /** The ids of the created records on the target, by the key of the step; '' for a step that creates no record. */
  done: z.record(z.string(), z.string()),
  /** Keys of steps whose request was sent, or was about to be sent, and whose result is unknown. */
  begun: z.array(z.string()),
  skipped: z.record(
    z.string(),
    unfinishedStep.extend({ reason: z.custom<SkipReason>((value) => typeof value === 'string') }),
  ),
  failed: z.record(z.string(), unfinishedStep.extend({ fault })),
  /** Numbers of work items on the target, by the id in the source, if the number in the source differs. */
  numbers: z.record(z.string(), z.number()),
  /** Whether the target has rejected an estimate, so that no further estimates are copied. */
  rejectsEstimates: z.boolean(),
  isComplete: z.boolean(),
});
export type StoredProgress = z.output<typeof storedProgress>;

export interface Step {
  readonly kind: StepKind;
  /** Identifies the step among the steps of its kind: usually the id of the record in the source. */
  readonly id: string;
  readonly name: string;
}

function stepKey(kind: StepKind, id: string): string {
  return `${kind}:${id}`;
}

/** The progress in memory. */
export class CopyProgress {
  readonly #done: Map<string, string>;
  readonly #begun: Set<string>;
  readonly #skipped: Map<string, StoredProgress['skipped'][string]>;
  readonly #failed: Map<string, StoredProgress['failed'][string]>;
  readonly #numbers: Map<string, number>;
  rejectsEstimates: boolean;
  isComplete: boolean;

  constructor(stored: StoredProgress = EMPTY_PROGRESS) {
    this.#done = new Map(Object.entries(stored.done));
    this.#begun = new Set(stored.begun);
    this.#skipped = new Map(Object.entries(stored.skipped));
    this.#failed = new Map(Object.entries(stored.failed));
    this.#numbers = new Map(Object.entries(stored.numbers));
    this.rejectsEstimates = stored.rejectsEstimates;
    this.isComplete = stored.isComplete;
  }

  /**
   * Returns the id of the record on the target; '' for a step that creates no record, undefined if the step is not
   * done.
   */
  targetId(kind: StepKind, id: string): string | undefined {
    return this.#done.get(stepKey(kind, id));
  }

  /** Whether a step of this kind has created the record with this id on the target. */
  hasCreated(kind: StepKind, targetId: string): boolean {
    for (const [key, id] of this.#done) if (id === targetId && key.startsWith(`${kind}:`)) return true;
    return false;
  }

  hasBegunAny(kind: StepKind): boolean {
    return [...this.#done.keys(), ...this.#begun].some((key) => key.startsWith(`${kind}:`));
  }

  /** Whether the target may contain the result of the step, although the step is not done. */
  mayHaveBeenSent({ kind, id }: Step): boolean {
    return this.#begun.has(stepKey(kind, id));
  }

  /**
   * Records that the step has begun. Must be called, and the progress stored, before the request of the step is sent.
   */
  begin({ kind, id }: Step): void {
    this.#begun.add(stepKey(kind, id));
  }

  /** Undoes `begin`. Must be called only if the server certainly has not processed the request. */
  cancel({ kind, id }: Step): void {
    this.#begun.delete(stepKey(kind, id));
  }

  finish({ kind, id }: Step, targetId: string): void {
    const key = stepKey(kind, id);
    this.#begun.delete(key);
    this.#failed.delete(key);
    this.#skipped.delete(key);
    this.#done.set(key, targetId);
  }

  skip({ kind, id, name }: Step, reason: SkipReason): void {
    this.#failed.delete(stepKey(kind, id));
    this.#skipped.set(stepKey(kind, id), { kind, name, reason });
  }

  fail({ kind, id, name }: Step, failure: Fault): void {
    this.#skipped.delete(stepKey(kind, id));
    this.#failed.set(stepKey(kind, id), { kind, name, fault: failure });
  }

  setTargetNumber(id: string, number: number): void {
    this.#numbers.set(id, number);
  }

  /** Returns the number of steps of this kind that are done. */
  doneCount(kind: StepKind): number {
    return [...this.#done.keys()].filter((key) => key.startsWith(`${kind}:`)).length;
  }

  /** Returns the number of steps of these kinds that are done, skipped or failed. */
  settledCount(kinds: ReadonlySet<string>): number {
    let count = 0;
    for (const steps of [this.#done, this.#skipped, this.#failed])
      for (const key of steps.keys()) if (kinds.has(key.slice(0, key.indexOf(':')))) count += 1;
    return count;
  }

  toStored(): StoredProgress {
    return {
      version: 1,
      done: Object.fromEntries(this.#done),
      begun: [...this.#begun],
      skipped: Object.fromEntries(this.#skipped),
      failed: Object.fromEntries(this.#failed),
      numbers: Object.fromEntries(this.#numbers),
      rejectsEstimates: this.rejectsEstimates,
      isComplete: this.isComplete,
    };
  }
}

const EMPTY_PROGRESS: StoredProgress = {
  version: 1,
  done: {},
  begun: [],
  skipped: {},
  failed: {},
  numbers: {},
  rejectsEstimates: false,
  isComplete: false,
};
