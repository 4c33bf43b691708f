// Opens the session of the account that the environment variables define.

import { DISPOSED, raceAbort } from '../../client/abort.ts';
import { type Client, createClient } from '../../client/api/client.ts';
import type { Transport } from '../../client/transport.ts';
import { Store } from '../../core/cache/store/store.ts';
import type { EnvironmentAccount, EnvironmentProblem } from '../../core/session/accounts/environmentAccount.ts';
import { accountId } from '../../core/session/accounts/profile.ts';
import { checkServerAndSignIn, isOtherServer, type SignInFailure } from '../../core/session/checkSignIn.ts';
import { detectEdition } from '../../core/session/server/edition.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { faultText } from '../faultText.ts';
import type { ToolSession } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';

export interface EnvironmentSessionDeps {
  readonly account: EnvironmentAccount | undefined;
  /** Returns whether the user has chosen http for an origin. */
  readonly isHttpAllowed: (origin: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly openTransport: (origin: string) => Promise<Transport>;
}

/** The cache is cleared after this time, in milliseconds, because the MCP server has no background refresh. */
const CACHE_LIFETIME_MS = 60_000;
/** The edition only decides what VS Code's views show. */
const FORGET_EDITION = { rememberCommunityEdition: async () => undefined };
const ASK_USER_TEXT = 'Ask the user to correct the configuration of the MCP server. Do not ask for the key.';

export class EnvironmentSession {
  readonly #deps: EnvironmentSessionDeps;
  readonly #closeController = new AbortController();
  #client: Client | undefined;
  #opening: Promise<ToolSession> | undefined;
  #session: ToolSession | undefined;
  #storeCreatedAt = 0;

  constructor(deps: EnvironmentSessionDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the session. The first call sends two requests with the key, and before them one or two
   * without it. Rejects with a ToolError that names the variable
   * that is missing or wrong, or with an ApiError if the call is canceled; the next call tries again.
   */
  async open(signal: AbortSignal): Promise<ToolSession> {
    const { clock } = this.#deps;
    const { account } = this.#deps;
    if (account === undefined) throw new ToolError(`PLANE_API_KEY is not set. ${ASK_USER_TEXT}`);
    if ('problem' in account) throw new ToolError(`${problemText(account.problem)} ${ASK_USER_TEXT}`);
    if (this.#session === undefined) {
      this.#opening ??= this.#start(account);
      this.#session = await raceAbort(this.#opening, signal);
    }
    if (clock.now() - this.#storeCreatedAt > CACHE_LIFETIME_MS) {
      this.#session = { ...this.#session, store: new Store(this.#session.client, clock) };
      this.#storeCreatedAt = clock.now();
    }
    return this.#session;
  }

  async close(): Promise<void> {
    this.#closeController.abort(DISPOSED);
    await this.#client?.close();
  }

  async #start(account: Exclude<EnvironmentAccount, { problem: unknown }>): Promise<ToolSession> {
    const { clock, logger, openTransport, isHttpAllowed } = this.#deps;
    const { baseUrl, workspace, secret } = account;
    const { origin } = new URL(baseUrl);
    const credential = { kind: 'key', secret, origin } as const;
    const transport = (): Promise<Transport> => openTransport(origin);
    this.#client ??= createClient({ baseUrl, workspace, credential, clock, logger, transport, isHttpAllowed });
    try {
      const detect = (client: Client, signal: AbortSignal) => detectEdition(client, FORGET_EDITION, logger, signal);
      const signInCheck = await checkServerAndSignIn(this.#client, detect, this.#closeController.signal);
      if ('fault' in signInCheck) throw new ToolError(failureText(signInCheck, clock.now()));
      const store = new Store(this.#client, clock);
      store.storeFirstProjectPage(signInCheck.projects);
      this.#storeCreatedAt = clock.now();
      return {
        account: accountId({ baseUrl, workspace, me: signInCheck.me }),
        me: signInCheck.me,
        client: this.#client,
        store,
      };
    } finally {
      this.#opening = undefined;
    }
  }
}

function problemText(problem: EnvironmentProblem): string {
  const problemTexts: Record<EnvironmentProblem, string> = {
    key: 'PLANE_API_KEY is not a valid key.',
    noWorkspace: 'PLANE_WORKSPACE_SLUG is not set.',
    workspace: 'PLANE_WORKSPACE_SLUG is not the slug of a workspace.',
    baseUrl: 'PLANE_BASE_URL is not the address of a server.',
    publicHttp:
      'PLANE_BASE_URL uses http, over which others on the network could read the key. Use https. Http is possible only on this machine and in a private network.',
    privateHttp:
      'PLANE_BASE_URL uses http, over which others on the network could read the key. Use https, or set CONTRAIL_MCP_ALLOW_HTTP to the same address if the network is trusted.',
  };
  return problemTexts[problem];
}

function failureText(failure: SignInFailure, now: number): string {
  const { step, fault } = failure;
  if (step === 'secret') return `PLANE_API_KEY: the server rejected the key. ${ASK_USER_TEXT}`;
  if (step === 'workspace')
    return `PLANE_WORKSPACE_SLUG: there is no such workspace on the server, or the key has no access to it. ${ASK_USER_TEXT}`;
  if (isOtherServer(failure)) return `PLANE_BASE_URL: the server is not a Plane server. ${ASK_USER_TEXT}`;
  const text = faultText(fault, now);
  return fault.kind === 'rateLimited' || fault.kind === 'serverError'
    ? text
    : `${text} See PLANE_BASE_URL. ${ASK_USER_TEXT}`;
}
