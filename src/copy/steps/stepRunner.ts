// Performs the steps of a copy, each exactly once, even if responses were lost or the process ended.

import type { Client } from '../../client/api/client.ts';
import { existingIdOf, type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { CallOptions } from '../../client/call.ts';
import type { Clock } from '../../std/clock.ts';
import type { StoredCopy } from '../copyStore.ts';
import { faultEffect } from '../faultEffect.ts';
import type { CopyPlan } from '../plan.ts';
import type { CopyProgress, SkipReason, Step, StepKind } from '../progress.ts';

/** The requests of a step. `write` and `find` reject with an ApiError. */
export interface StepRequests {
  /** Changes the target. Resolves with the id of the new record; with '' if the step creates no record. */
  readonly write: () => Promise<string>;
  /**
   * Resolves with the result of an earlier attempt whose response was lost; undefined if there is none. Can be omitted
   * if a repeated `write` has no further effect.
   */
  readonly find?: () => Promise<string | undefined>;
  /**
   * Whether the copy continues without this step after the fault. Called only for faults after which the copy stops by
   * default.
   */
  readonly mayFailWith?: (fault: Fault) => boolean;
}

export interface StepRunnerOptions {
  readonly copy: StoredCopy;
  readonly source: Client;
  readonly target: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Called after each step, with its kind. */
  readonly onStep: (kind: StepKind) => void;
}

/** Performs the steps one after the other, so that work items keep their order and their numbers. */
export class StepRunner {
  readonly source: Client;
  readonly target: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** The options of all requests. The urgency `background` makes requests of the user go first. */
  readonly options: CallOptions;
  readonly #copy: StoredCopy;
  readonly #onStep: (kind: StepKind) => void;
  readonly #unsupportedKinds = new Set<StepKind>();

  constructor({ copy, source, target, clock, signal, onStep }: StepRunnerOptions) {
    this.#copy = copy;
    this.source = source;
    this.target = target;
    this.clock = clock;
    this.signal = signal;
    this.options = signal === undefined ? { urgency: 'background' } : { urgency: 'background', signal };
    this.#onStep = onStep;
  }

  get plan(): CopyPlan {
    return this.#copy.plan;
  }

  get progress(): CopyProgress {
    return this.#copy.progress;
  }

  /** Returns the id on the target of a record in the source; undefined if the record is not copied. */
  targetId(kind: StepKind, id: string | null): string | undefined {
    return id === null ? undefined : this.progress.targetId(kind, id);
  }

  skip(step: Step, reason: SkipReason): void {
    this.progress.skip(step, reason);
    this.#onStep(step.kind);
  }

  /**
   * Performs the step, unless it is done, and resolves with its result; with undefined if it failed or was skipped.
   * Rejects with an ApiError if the copy cannot continue.
   */
  async perform(step: Step, requests: StepRequests): Promise<string | undefined> {
    const earlierResult = this.progress.targetId(step.kind, step.id);
    if (earlierResult !== undefined) return earlierResult;
    if (this.#unsupportedKinds.has(step.kind)) {
      this.skip(step, 'unsupported');
      return undefined;
    }
    try {
      const result = await this.#writeOnce(step, requests);
      this.progress.finish(step, result);
      return result;
    } catch (thrown) {
      const fault = faultOf(thrown);
      const effect = faultEffect(fault);
      if (effect === 'run' && requests.mayFailWith?.(fault) !== true) throw thrown;
      if (effect === 'unsupported') {
        this.#unsupportedKinds.add(step.kind);
        this.progress.skip(step, 'unsupported');
      } else if (fault.kind === 'invalidRequest') this.progress.skip(step, 'invalid');
      else this.progress.fail(step, fault);
      return undefined;
    } finally {
      this.#onStep(step.kind);
    }
  }

  async #writeOnce(step: Step, requests: StepRequests): Promise<string> {
    if (this.progress.mayHaveBeenSent(step)) {
      const earlierResult = await requests.find?.();
      if (earlierResult !== undefined) return earlierResult;
    }
    // The progress is stored before the request is sent: after a crash, the step is in `begun`, and `find` is called
    // before the request is repeated.
    this.progress.begin(step);
    await this.#copy.save();
    try {
      return await this.#attempt(step, requests);
    } catch (thrown) {
      // Servers respond with 500 to some invalid requests, but also for temporary reasons, so one retry is worthwhile.
      if (faultEffect(faultOf(thrown)) !== 'step' || faultOf(thrown).kind !== 'serverError') throw thrown;
      return this.#attempt(step, requests);
    }
  }

  /** Sends the request, and searches for its result if the response was lost. */
  async #attempt(step: Step, { write, find }: StepRequests): Promise<string> {
    try {
      return await write();
    } catch (thrown) {
      const fault = faultOf(thrown);
      // An earlier attempt has created the record with this external id.
      const existingId = existingIdOf(fault);
      if (existingId !== undefined) return existingId;
      if (!mayHaveBeenProcessed(fault)) this.progress.cancel(step);
      else if (fault.kind !== 'cancelled') {
        const result = await find?.();
        if (result !== undefined) return result;
      }
      throw thrown;
    }
  }
}
