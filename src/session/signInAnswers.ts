// Holds the answers of a sign-in, and suggests them in the next one. Never the key or token.
import { CLOUD_API, readAddress } from './webAddress.ts';

export type SignInServer = 'cloud' | 'selfHosted' | 'local';
export type SignInMethod = 'key' | 'token';

/** A server and a workspace to sign in to. `baseUrl` is undefined until the user names the server. */
export interface SignInTarget {
  readonly baseUrl: string | undefined;
  readonly workspace: string;
  readonly method?: SignInMethod | undefined;
}

interface State {
  readonly service: SignInServer | undefined;
  readonly address: string;
  readonly workspace: string;
  readonly method: SignInMethod | undefined;
  /** The workspace of the previous sign-in, offered for the same server only. */
  readonly previous: { readonly baseUrl: string; readonly workspace: string } | undefined;
}

export class SignInAnswers {
  /** Number of sign-ins that have started. */
  #count = 0;
  #state: State = { service: undefined, address: '', workspace: '', method: undefined, previous: undefined };

  get service(): SignInServer | undefined {
    return this.#state.service;
  }

  get address(): string {
    return this.#state.address;
  }

  get method(): SignInMethod | undefined {
    return this.#state.method;
  }

  /** Address of the API; undefined until a usable address is entered. */
  get baseUrl(): string | undefined {
    const { service, address } = this.#state;
    if (service === 'cloud') return CLOUD_API;
    const read = readAddress(address);
    return 'problem' in read ? undefined : read.baseUrl;
  }

  /** The slug of this sign-in, else that of the previous sign-in to the same server; '' when there is none. */
  get workspace(): string {
    const { workspace, previous } = this.#state;
    if (workspace !== '') return workspace;
    return previous !== undefined && previous.baseUrl === this.baseUrl ? previous.workspace : '';
  }

  set(answers: Partial<Pick<State, 'service' | 'address' | 'workspace' | 'method'>>): void {
    this.#state = { ...this.#state, ...answers };
  }

  /** Starts another sign-in; server, address and method keep their values from the previous one. */
  begin(): void {
    const { baseUrl, workspace } = this;
    const previous = baseUrl === undefined || workspace === '' ? this.#state.previous : { baseUrl, workspace };
    this.#state = { ...this.#state, workspace: '', previous };
    this.#count += 1;
  }

  /**
   * Starts a sign-in with a given server and workspace. Returns a function that restores the previous answers unless
   * another sign-in has started.
   */
  beginAt({ baseUrl, workspace, method }: SignInTarget): () => void {
    const before = this.#state;
    const service = baseUrl === undefined ? undefined : baseUrl === CLOUD_API ? 'cloud' : 'selfHosted';
    const address = service === 'selfHosted' ? (baseUrl ?? '') : '';
    this.#state = { ...before, service, address, workspace, method: method ?? before.method };
    this.#count += 1;
    const own = this.#count;
    return () => {
      if (this.#count === own) this.#state = before;
    };
  }
}
