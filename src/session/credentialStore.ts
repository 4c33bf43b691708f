// Stores the profile and its secret in VS Code's secret storage. No other code stores them.
import type { Disposable } from '../std/disposable.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Event } from '../std/event.ts';
import { parseJson } from '../std/json.ts';
import type { Logger } from '../std/logger.ts';
import { Secret } from '../std/secret.ts';
import { type Me, profile, type StoredProfile } from './profile.ts';
import { type SecretOperation, SecretStorageError } from './secretStorageError.ts';

/** The members of VS Code's secret storage that are used. */
export interface SecretStorage {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: (listener: (change: { readonly key: string }) => void) => Disposable;
}

const STORAGE_KEY = 'contrail.profile';

/** A profile whose secret is wrapped in a `Secret`, so that it cannot be logged. */
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

/** All methods except `onDidChange` reject with a SecretStorageError when the secret storage fails. */
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
      if (key === STORAGE_KEY) listener();
    });

  async read(): Promise<Profile | undefined> {
    const text = await withStorageError('read', () => this.#storage.get(STORAGE_KEY));
    if (text === undefined) return undefined;
    const parsed = profile.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#logger.write('warn', 'the stored profile cannot be understood and is not used');
      return undefined;
    }
    const { data } = parsed;
    return data.service === 'local' ? { service: 'local', me: data.me } : { ...data, secret: new Secret(data.secret) };
  }

  async write(newProfile: Profile): Promise<void> {
    const stored: StoredProfile =
      newProfile.service === 'local'
        ? { version: 1, service: 'local', me: newProfile.me }
        : { version: 1, ...newProfile, secret: newProfile.secret.reveal() };
    await withStorageError('store', () => this.#storage.store(STORAGE_KEY, JSON.stringify(stored)));
  }

  async clear(): Promise<void> {
    await withStorageError('delete', () => this.#storage.delete(STORAGE_KEY));
  }
}

async function withStorageError<T>(operation: SecretOperation, access: () => PromiseLike<T>): Promise<T> {
  try {
    return await access();
  } catch (error) {
    throw new SecretStorageError(operation, errorMessage(error, String(error)));
  }
}
