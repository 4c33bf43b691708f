// Stores the profile and its secret over restarts. Nothing else stores them.
import type { Disposable } from '../std/disposable.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Event } from '../std/event.ts';
import { parseJson } from '../std/json.ts';
import type { Logger } from '../std/logger.ts';
import { Secret } from '../std/secret.ts';
import { type Me, profile, type StoredProfile } from './profile.ts';
import { type SecretOperation, SecretStorageError } from './secretStorageError.ts';

/** The part of VS Code's secret storage that is used. */
export interface SecretStorage {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: (listener: (change: { readonly key: string }) => void) => Disposable;
}

const ENTRY = 'contrail.profile';

/** A profile with its secret wrapped. */
export type Profile =
  | { readonly service: 'local'; readonly me: Me }
  | {
      readonly service: 'remote';
      readonly baseUrl: string;
      readonly workspace: string;
      readonly method: 'key' | 'token';
      readonly secret: Secret;
      readonly me: Me;
    };

/** Every method except `onDidChange` rejects with a SecretStorageError when the secret storage fails. */
export class CredentialStore {
  readonly #storage: SecretStorage;
  readonly #logger: Logger;

  constructor(storage: SecretStorage, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
  }

  /** Fires when the profile changes, in this window or in another. */
  readonly onDidChange: Event<void> = (listener) =>
    this.#storage.onDidChange(({ key }) => {
      if (key === ENTRY) listener();
    });

  async read(): Promise<Profile | undefined> {
    const text = await orStorageError('read', () => this.#storage.get(ENTRY));
    if (text === undefined) return undefined;
    const parsed = profile.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#logger.write('warn', 'the stored profile cannot be understood and is not used');
      return undefined;
    }
    const { data } = parsed;
    return data.service === 'local' ? { service: 'local', me: data.me } : { ...data, secret: new Secret(data.secret) };
  }

  async write(one: Profile): Promise<void> {
    const stored: StoredProfile =
      one.service === 'local'
        ? { version: 1, service: 'local', me: one.me }
        : { version: 1, ...one, secret: one.secret.reveal() };
    await orStorageError('store', () => this.#storage.store(ENTRY, JSON.stringify(stored)));
  }

  async clear(): Promise<void> {
    await orStorageError('delete', () => this.#storage.delete(ENTRY));
  }
}

async function orStorageError<T>(operation: SecretOperation, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SecretStorageError(operation, errorMessage(error, String(error)));
  }
}
