// Queues requests before the server's rate limit: which may be sent, which wait, and until when.
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter, type Event } from '../../std/event.ts';
import { DISPOSED, raceAbort, throwIfAborted } from '../abort.ts';
import { ApiError } from '../apiError.ts';
import { type Call, type Layer, type RawAnswer, URGENCIES } from '../call.ts';
import { rateLimitedUntil } from '../responses/readError.ts';
import {
  type AllowanceAccount,
  available,
  maySend,
  newAccount,
  type Settlement,
  settleCall,
  spend,
} from './allowance.ts';

/** State of the rate limit, for the status bar. */
export interface Allowance {
  /**
   * When requests that the user waits for resume, in milliseconds since the epoch; undefined while none waits for the
   * limit.
   */
  readonly waitingUntil: number | undefined;
  /** Requests in any minute: the specification's limit until a response shows that the server allows more. */
  readonly limit: number;
  /** The unused part of the limit, 0 to 1. */
  readonly unspent: number;
  /** Fires when `waitingUntil` has changed. */
  readonly onDidChange: Event<void>;
}

interface Waiter {
  readonly call: Call;
  /** Name of its entry in the account, from the moment it may be sent. */
  name: number | undefined;
  admit: (name: number) => void;
}

function settlementOf(answer: RawAnswer, now: number): Settlement {
  if (answer.status === STATUS.throttled) return { kind: 'rateLimited', until: rateLimitedUntil(answer, now) };
  const header = (answer.headers['x-ratelimit-remaining'] ?? '').trim();
  return { kind: 'answered', remaining: /^\d{1,9}$/.test(header) ? Number(header) : undefined };
}

/** A request that never reached the server does not count toward the rate limit; any other may have been counted. */
function settlementOfThrown(thrown: unknown): Settlement {
  const fault = thrown instanceof ApiError ? thrown.fault : undefined;
  const unseen = fault?.kind === 'unauthorized' || (fault?.kind === 'network' && fault.reason !== 'lost');
  return unseen ? { kind: 'unsent' } : { kind: 'answered', remaining: undefined };
}

/**
 * The budget of one key. Calls are sent in the order of their urgency, and within one urgency in the order of their
 * arrival. A call whose signal is aborted while it is queued rejects with an ApiError (`cancelled`, `unsent`).
 */
export class Budget implements Allowance, Disposable {
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #waiters = new Set<Waiter>();
  #account: AllowanceAccount = newAccount();
  #alarm: AbortController | undefined;
  #waitingUntil: number | undefined;

  readonly onDidChange: Event<void> = this.#changed.event;

  readonly layer: Layer = (next) => async (call) => {
    const name = await this.#admitted(call);
    try {
      const answer = await next(call);
      this.#settle(name, settlementOf(answer, this.#clock.now()));
      return answer;
    } catch (thrown) {
      this.#settle(name, settlementOfThrown(thrown));
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
    return this.#account.limit;
  }

  get unspent(): number {
    return Math.max(0, available(this.#account, this.#clock.now())) / this.#account.limit;
  }

  /** Clears the timer. Queued calls are ended by their own signals, not by this. */
  dispose(): void {
    this.#alarm?.abort(DISPOSED);
    this.#changed.dispose();
  }

  /** Resolves with the name of the call's entry in the account when the call may be sent. */
  async #admitted(call: Call): Promise<number> {
    throwIfAborted(call.signal);
    const waiter: Waiter = { call, name: undefined, admit: () => undefined };
    const turn = new Promise<number>((resolve) => {
      waiter.admit = resolve;
    });
    const rise = call.onDidRise?.(() => this.#pump());
    this.#waiters.add(waiter);
    this.#pump();
    try {
      return await raceAbort(turn, call.signal);
    } catch {
      if (waiter.name !== undefined) this.#settle(waiter.name, { kind: 'unsent' });
      throw new ApiError({ kind: 'cancelled', unsent: true });
    } finally {
      rise?.dispose();
      if (this.#waiters.delete(waiter)) this.#pump();
    }
  }

  #settle(name: number, settlement: Settlement): void {
    this.#account = settleCall(this.#account, name, this.#clock.now(), settlement);
    this.#pump();
  }

  #first(): Waiter | undefined {
    for (const urgency of URGENCIES) {
      for (const waiter of this.#waiters) if (waiter.call.urgency === urgency) return waiter;
    }
    return undefined;
  }

  /** Admits all waiters that may be sent, and sets the timer for the first that may not. */
  #pump(): void {
    const now = this.#clock.now();
    let waiter = this.#first();
    let verdict = waiter && maySend(this.#account, waiter.call.urgency, now);
    while (waiter !== undefined && verdict?.go === true) {
      this.#waiters.delete(waiter);
      this.#account = spend(this.#account, now);
      waiter.name = this.#account.tick;
      waiter.admit(waiter.name);
      waiter = this.#first();
      verdict = waiter && maySend(this.#account, waiter.call.urgency, now);
    }
    const at = verdict?.go === false ? verdict.at : undefined;
    const closedUntil = this.#account.closedUntil > now ? this.#account.closedUntil : undefined;
    this.#wakeAt(at ?? closedUntil, now);
    const waitsForLimit = verdict?.go === false && verdict.spent && waiter?.call.urgency !== 'idle';
    this.#tell(waitsForLimit ? (at ?? closedUntil) : closedUntil);
  }

  #wakeAt(at: number | undefined, now: number): void {
    this.#alarm?.abort(DISPOSED);
    this.#alarm = undefined;
    if (at === undefined) return;
    this.#alarm = new AbortController();
    const { signal } = this.#alarm;
    this.#clock.sleep(Math.max(1, at - now), signal).then(
      () => this.#pump(),
      (reason: unknown) => {
        // A timer that was reset or cleared rejects with its signal's reason, and with nothing else.
        if (reason !== signal.reason) throw reason;
      },
    );
  }

  #tell(until: number | undefined): void {
    if (until === this.#waitingUntil) return;
    this.#waitingUntil = until;
    this.#changed.fire();
  }
}
