// Remembers what the user entered to sign in, except the key or token, to suggest it at the next sign-in.
import { CLOUD_API, parseServerAddress } from './webAddress.ts';

export type SignInServer = 'cloud' | 'selfHosted' | 'local';
export type SignInMethod = 'key' | 'token';

/** A server and a workspace to sign in to. `baseUrl` is undefined until the user enters the server's address. */
export interface SignInTarget {
  readonly baseUrl: string | undefined;
  readonly workspace: string;
  readonly method?: SignInMethod | undefined;
}

interface Answers {
  readonly service: SignInServer | undefined;
  readonly address: string;
  readonly workspace: string;
  readonly method: SignInMethod | undefined;
  /** The workspace of the previous sign-in, which is suggested for the same server only. */
  readonly previous: { readonly baseUrl: string; readonly workspace: string } | undefined;
}

export class SignInAnswers {
  /** Number of sign-ins that have started. */
  #signInCount = 0;
  #state: Answers = { service: undefined, address: '', workspace: '', method: undefined, previous: undefined };

  get service(): SignInServer | undefined {
    return this.#state.service;
  }

  get address(): string {
    return this.#state.address;
  }

  get method(): SignInMethod | undefined {
    return this.#state.method;
  }

  /** The base URL of the API; undefined until the user has entered a valid address. */
  get baseUrl(): string | undefined {
    const { service, address } = this.#state;
    if (service === 'cloud') return CLOUD_API;
    const parsed = parseServerAddress(address);
    return 'problem' in parsed ? undefined : parsed.baseUrl;
  }

  /** The slug that the user entered, else the slug of the previous sign-in to the same server, else ''. */
  get workspace(): string {
    const { workspace, previous } = this.#state;
    if (workspace !== '') return workspace;
    return previous !== undefined && previous.baseUrl === this.baseUrl ? previous.workspace : '';
  }

  set(answers: Partial<Pick<Answers, 'service' | 'address' | 'workspace' | 'method'>>): void {
    this.#state = { ...this.#state, ...answers };
  }

  /** Starts another sign-in with the server, address and method of the previous sign-in. */
  begin(): void {
    const { baseUrl, workspace } = this;
    const previous = baseUrl === undefined || workspace === '' ? this.#state.previous : { baseUrl, workspace };
    this.#state = { ...this.#state, workspace: '', previous };
    this.#signInCount += 1;
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
    this.#signInCount += 1;
    const signIn = this.#signInCount;
    return () => {
      if (this.#signInCount === signIn) this.#state = before;
    };
  }
}
