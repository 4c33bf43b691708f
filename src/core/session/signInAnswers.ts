// Remembers what the user entered to sign in, except the key or token, to suggest it at the next sign-in.
import { parseServerAddress, type ServerAddress, workspaceUrl } from './server/webAddress.ts';

/** The type of server: Plane Cloud, a self-hosted server whose URL the user enters, or the local workspace. */
export type SignInServer = 'cloud' | 'selfHosted' | 'local';
export type SignInMethod = 'key' | 'token';

/** A server and a workspace to sign in to. `baseUrl` is undefined until the user has entered the server's URL. */
export interface SignInTarget {
  readonly baseUrl: string | undefined;
  readonly workspace: string;
  readonly method?: SignInMethod | undefined;
}

interface Answers {
  /** The URL as the user typed it: the URL of the server or of any page of the workspace. */
  readonly address: string;
  /** The server that was found at `address`. Until then, the server that `address` most likely means. */
  readonly server: ServerAddress | undefined;
  readonly workspace: string;
  readonly method: SignInMethod;
  /** The workspace of the previous sign-in. It is suggested only for the same server. */
  readonly previous: { readonly baseUrl: string; readonly workspace: string } | undefined;
}

export class SignInAnswers {
  /** Number of sign-ins that have started. */
  #signInCount = 0;
  #state: Answers = { address: '', server: undefined, workspace: '', method: 'key', previous: undefined };

  get address(): string {
    return this.#state.address;
  }

  get method(): SignInMethod {
    return this.#state.method;
  }

  /** The base URL of the API; undefined until the user has entered a valid URL. */
  get baseUrl(): string | undefined {
    return this.#server?.baseUrl;
  }

  /** Whether the URL is valid, but does not contain the slug of the workspace. */
  get needsSlug(): boolean {
    const server = this.#server;
    return server !== undefined && server.workspace === undefined;
  }

  /**
   * The slug that the user entered. If the user has entered none, the slug of the previous sign-in to the same server,
   * or ''.
   */
  get workspace(): string {
    const { workspace, previous } = this.#state;
    if (workspace !== '') return workspace;
    return previous !== undefined && previous.baseUrl === this.baseUrl ? previous.workspace : '';
  }

  set(answers: Partial<Omit<Answers, 'previous'>>): void {
    const forgottenServer = answers.address === undefined ? {} : { server: undefined };
    this.#state = { ...this.#state, ...forgottenServer, ...answers };
  }

  get #server(): ServerAddress | undefined {
    const { address, server } = this.#state;
    if (server !== undefined) return server;
    const parsed = parseServerAddress(address);
    return 'problem' in parsed ? undefined : parsed;
  }

  /** Starts another sign-in with the URL and method of the previous sign-in. */
  beginNextSignIn(): void {
    const { baseUrl, workspace } = this;
    const previous = baseUrl === undefined || workspace === '' ? this.#state.previous : { baseUrl, workspace };
    this.#state = { ...this.#state, workspace: '', previous };
    this.#signInCount += 1;
  }

  /**
   * Starts a sign-in with a given server and workspace. Returns a function that restores the previous answers unless
   * another sign-in has started.
   */
  beginSignInTo({ baseUrl, workspace, method }: SignInTarget): () => void {
    const before = this.#state;
    const address = baseUrl === undefined ? '' : workspaceUrl(baseUrl, workspace);
    this.#state = { ...before, address, server: undefined, workspace, method: method ?? before.method };
    this.#signInCount += 1;
    const signIn = this.#signInCount;
    return () => {
      if (this.#signInCount === signIn) this.#state = before;
    };
  }
}
