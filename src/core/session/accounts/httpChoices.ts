// Remembers for which servers the user has chosen http. The choice is stored for this user on this machine, and not in
// settings, because a folder can contain settings.
import * as z from 'zod';
import type { Memento } from './windowAccount.ts';

const STORAGE_KEY = 'contrail.httpOrigins';
const origins = z.array(z.string());

export class HttpChoices {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  isAllowed(origin: string): boolean {
    return this.#origins.includes(origin);
  }

  async allow(origin: string): Promise<void> {
    if (!this.isAllowed(origin)) await this.#memory.update(STORAGE_KEY, [...this.#origins, origin]);
  }

  async forget(origin: string): Promise<void> {
    if (!this.isAllowed(origin)) return;
    const others = this.#origins.filter((other) => other !== origin);
    await this.#memory.update(STORAGE_KEY, others.length === 0 ? undefined : others);
  }

  get #origins(): readonly string[] {
    return origins.safeParse(this.#memory.get(STORAGE_KEY)).data ?? [];
  }
}
