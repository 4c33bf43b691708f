// Owns a secret storage for tests: like the editor's, shared by windows, each of which is told of every change.

import type { SecretStorage } from '../../../src/session/vault.ts';
import { Emitter } from '../../../src/std/event.ts';

export class SharedSecrets {
  readonly entries = new Map<string, string>();
  readonly #changed = new Emitter<{ readonly key: string }>();

  /** The storage as one window has it. */
  window(): SecretStorage {
    return {
      get: async (key) => this.entries.get(key),
      store: async (key, value) => {
        this.entries.set(key, value);
        this.#changed.fire({ key });
      },
      delete: async (key) => {
        this.entries.delete(key);
        this.#changed.fire({ key });
      },
      onDidChange: this.#changed.event,
    };
  }

  /** Everything that is kept, as one text. */
  get text(): string {
    return [...this.entries.values()].join('\n');
  }
}
