// Provides one budget for each key. All clients with the same key use this budget.
import type { Clock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Credential } from '../credential.ts';
import { Budget } from './budget.ts';

/**
 * The budgets of a window, by server and key. A server counts the requests of each key (specification §8), so accounts
 * with the same key share a budget, and accounts with different keys do not. A budget exists longer than its clients,
 * so that the next client with the key knows which requests the server still counts.
 */
export class Budgets implements Disposable {
  readonly #clock: Clock;
  readonly #entries: { readonly credential: Credential; readonly budget: Budget }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the same budget for equal credentials: the same secret for the same origin. */
  get(credential: Credential): Budget {
    const existingEntry = this.#entries.find(
      (entry) => entry.credential.origin === credential.origin && entry.credential.secret.equals(credential.secret),
    );
    if (existingEntry !== undefined) return existingEntry.budget;
    const budget = new Budget(this.#clock);
    this.#entries.push({ credential, budget });
    return budget;
  }

  dispose(): void {
    for (const { budget } of this.#entries) budget.dispose();
  }
}
