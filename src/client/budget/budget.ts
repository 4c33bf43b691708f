// Delays requests so that they do not exceed the server's rate limit.
import { STATUS } from '../../contract/status.ts';
import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter, type Event } from '../../std/event.ts';
import { DISPOSED, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError, mayHaveBeenProcessed } from '../apiError.ts';
import { type Call, type Middleware, type RawResponse, URGENCIES } from '../call.ts';
import { rateLimitedUntil } from '../responses/readError.ts';
import { type RequestOutcome, RequestWindow, type SentRequest } from './requestWindow.ts';

/** What other modules read of the rate limit. */
export interface Allowance {
  /**
   * Until when the rate limit delays calls of the urgency `user` or `visible`, or a 429 blocks all calls, in
   * milliseconds since the epoch; undefined if neither is the case.
   */
  readonly waitingUntil: number | undefined;
  /**
   * Requests that may be sent in any minute: 60 (specification §8), or more if a response shows that the server allows
   * more.
   */
  readonly limit: number;
  /** The unused part of the limit, from 0 to 1. */
  readonly unusedShare: number;
  /** Fires when `waitingUntil` has changed. */
  readonly onDidChange: Event<void>;
}

interface QueuedCall {
  readonly call: Call;
  /** The request in the rate limit window; undefined while the call is queued. */
  request: SentRequest | undefined;
  admit: (request: SentRequest) => void;
}

function outcomeOf(response: RawResponse, now: number): RequestOutcome {
  if (response.status === STATUS.throttled) return { kind: 'rateLimited', until: rateLimitedUntil(response, now) };
  const remainingHeader = (response.headers['x-ratelimit-remaining'] ?? '').trim();
  return { kind: 'answered', remaining: /^\d{1,9}$/.test(remainingHeader) ? Number(remainingHeader) : undefined };
}

/**
 * A request that was not sent, because there is no connection or the credential must not be sent, does not count toward
 * the rate limit. Any other request may count.
 */
function outcomeOfError(thrown: unknown): RequestOutcome {
  const fault = thrown instanceof ApiError ? thrown.fault : undefined;
  const isNotCounted = fault?.kind === 'unauthorized' || (fault?.kind === 'network' && !mayHaveBeenProcessed(fault));
  return isNotCounted ? { kind: 'unsent' } : { kind: 'answered', remaining: undefined };
}

/**
 * Queues the calls with one key. More urgent calls are sent first; calls of the same urgency are sent in the order in
 * which they were queued. A call whose signal is aborted while it is queued rejects with an ApiError (`cancelled`,
 * `isUnsent`).
 */
export class Budget implements Allowance, Disposable {
  readonly #clock: Clock;
  readonly #changedEmitter = new Emitter<void>();
  readonly #queue = new Set<QueuedCall>();
  readonly #window = new RequestWindow();
  #timer: AbortController | undefined;
  #waitingUntil: number | undefined;

  readonly onDidChange: Event<void> = this.#changedEmitter.event;

  readonly middleware: Middleware = (next) => async (call) => {
    const request = await this.#waitForTurn(call);
    try {
      const response = await next(call);
      this.#recordOutcome(request, outcomeOf(response, this.#clock.now()));
      return response;
    } catch (thrown) {
      this.#recordOutcome(request, outcomeOfError(thrown));
      throw thrown;
    }
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waitingUntil(): number | undefined {
    return this.#waitingUntil;
  }

  get limit(): number {
    return this.#window.limit;
  }

  get unusedShare(): number {
    return Math.max(0, this.#window.availableCount(this.#clock.now())) / this.limit;
  }

  /** Clears the timer. Does not reject queued calls, which end when their signals are aborted. */
  dispose(): void {
    this.#timer?.abort(DISPOSED);
    this.#changedEmitter.dispose();
  }

  /** Resolves when the call may be sent, with the request in the rate limit window. */
  async #waitForTurn(call: Call): Promise<SentRequest> {
    throwIfAborted(call.signal);
    const queuedCall: QueuedCall = { call, request: undefined, admit: () => undefined };
    const admission = new Promise<SentRequest>((resolve) => {
      queuedCall.admit = resolve;
    });
    const urgencySubscription = call.onDidRaiseUrgency?.(() => this.#admitNext());
    this.#queue.add(queuedCall);
    this.#admitNext();
    try {
      return await raceAbort(admission, call.signal);
    } catch {
      if (queuedCall.request !== undefined) this.#recordOutcome(queuedCall.request, { kind: 'unsent' });
      throw new ApiError({ kind: 'cancelled', isUnsent: true });
    } finally {
      urgencySubscription?.dispose();
      if (this.#queue.delete(queuedCall)) this.#admitNext();
    }
  }

  #recordOutcome(request: SentRequest, outcome: RequestOutcome): void {
    this.#window.recordOutcome(request, this.#clock.now(), outcome);
    this.#admitNext();
  }

  #mostUrgent(): QueuedCall | undefined {
    for (const urgency of URGENCIES) {
      for (const queuedCall of this.#queue) if (queuedCall.call.urgency === urgency) return queuedCall;
    }
    return undefined;
  }

  /** Sends all queued calls that may be sent now, and sets a timer for the next call. */
  #admitNext(): void {
    const now = this.#clock.now();
    let queuedCall = this.#mostUrgent();
    let decision = queuedCall && this.#window.decideSend(queuedCall.call.urgency, now);
    while (queuedCall !== undefined && decision?.isAllowed === true) {
      this.#queue.delete(queuedCall);
      queuedCall.request = this.#window.recordSent(now);
      queuedCall.admit(queuedCall.request);
      queuedCall = this.#mostUrgent();
      decision = queuedCall && this.#window.decideSend(queuedCall.call.urgency, now);
    }
    const at = decision?.isAllowed === false ? decision.checkAgainAt : undefined;
    const blockedUntil = this.#window.blockedUntil > now ? this.#window.blockedUntil : undefined;
    this.#setTimer(at ?? blockedUntil, now);
    const waitsForLimit =
      decision?.isAllowed === false && decision.isLimitReached && queuedCall?.call.urgency !== 'background';
    this.#setWaitingUntil(waitsForLimit ? (at ?? blockedUntil) : blockedUntil);
  }

  #setTimer(at: number | undefined, now: number): void {
    this.#timer?.abort(DISPOSED);
    this.#timer = undefined;
    if (at === undefined) return;
    this.#timer = new AbortController();
    void this.#admitNextAfter(Math.max(1, at - now), this.#timer.signal);
  }

  async #admitNextAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (await sleepUnlessAborted(this.#clock, milliseconds, signal)) this.#admitNext();
  }

  #setWaitingUntil(until: number | undefined): void {
    if (until === this.#waitingUntil) return;
    this.#waitingUntil = until;
    this.#changedEmitter.fire();
  }
}
