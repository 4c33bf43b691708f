// A secret storage for tests: windows share its entries, and each window is notified of changes.

import type { SecretStorage } from '../../../../src/core/session/accounts/credentialStore.ts';
import type { SecretOperation } from '../../../../src/core/session/accounts/secretStorageError.ts';
import { Emitter } from '../../../../src/std/event.ts';

export class SharedSecrets {
  readonly entries = new Map<string, string>();
  /** Operations that the storage rejects, as it does while the keyring is locked. */
  readonly rejectedOperations = new Set<SecretOperation>();
  readonly #changed = new Emitter<{ readonly key: string }>();

  /** Returns the secret storage of another window. */
  openStorage(): SecretStorage {
    return {
      get: async (key) => {
        this.#check('read');
        return this.entries.get(key);
      },
      store: async (key, value) => {
        this.#check('store');
        this.entries.set(key, value);
        this.#changed.fire({ key });
      },
      delete: async (key) => {
        this.#check('delete');
        this.entries.delete(key);
        this.#changed.fire({ key });
      },
      onDidChange: this.#changed.event,
    };
  }

  #check(operation: SecretOperation): void {
    if (this.rejectedOperations.has(operation)) throw new Error('Cannot open the keyring');
  }

  /** All stored values, joined to one text. */
  get text(): string {
    return [...this.entries.values()].join('\n');
  }
}
