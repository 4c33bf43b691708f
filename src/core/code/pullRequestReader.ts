// Reads pull requests from the APIs of code hosts. An API without credentials permits few requests, so unchanged
// responses are not sent again, and a limit of the host is respected.
import type { RawResponse } from '../../client/call.ts';
import type { Transport } from '../../client/transport.ts';
import type { Clock } from '../../std/clock.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import {
  branchPullRequestsUrl,
  checkUrls,
  type ForkParent,
  type HostedPullRequest,
  type HostedRepository,
  type PullRequestRecord,
  type PullRequestStatus,
  parseBranchPullRequests,
  parsePullRequest,
  parseRepository,
  pullRequestUrl,
  type RepositoryRecord,
  saysChecksFailed,
} from './pullRequestApi.ts';

export interface PullRequestReaderDeps {
  readonly openTransport: () => Promise<Transport>;
  /** Resolves with the token of VS Code's session for this URL; undefined for all hosts that have none. */
  readonly tokenFor: (url: string) => Promise<string | undefined>;
  /** Called when a host hides what the URL names from requests without a token. */
  readonly onDidNeedToken: (url: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TIMEOUT_MS = 10_000;
/** How old a status may be, in milliseconds. GitHub permits 60 requests an hour without a token. */
const MAX_AGE_MS = 60_000;
const MAX_AGE_WITHOUT_TOKEN_MS = 10 * 60_000;
const MAX_STORED_RESPONSES = 100;
/** Other programs with the same IP address share the requests that a host permits without credentials. */
const MIN_REMAINING = 10;
const MAX_WAIT_MS = 60 * 60_000;
/** A host gets no request for this long after an error, unless its answer says how long to wait. */
const PAUSE_AFTER_ERROR_MS = 5 * 60_000;

/** GitHub answers that a private repository does not exist. */
const HIDDEN_STATUSES = [401, 404];

interface StoredResponse {
  readonly etag: string;
  readonly value: unknown;
}

export class PullRequestReader {
  readonly #deps: PullRequestReaderDeps;
  readonly #responses = new Map<string, StoredResponse>();
  /** By URL: what hosts have said about repositories, and when. */
  readonly #repositories = new Map<string, { readonly record: RepositoryRecord | undefined; readonly at: number }>();
  /** By origin: until when nothing is requested. */
  readonly #pausedUntil = new Map<string, number>();
  /** The origins to which a token was sent with the last request. */
  readonly #originsWithToken = new Set<string>();
  #transport: Promise<Transport> | undefined;

  constructor(deps: PullRequestReaderDeps) {
    this.#deps = deps;
  }

  /** Returns how old a status of the repository's pull requests may be, in milliseconds. */
  maxAge({ kind, api }: HostedRepository): number {
    const hasManyRequests = kind !== 'github' || this.#originsWithToken.has(new URL(api).origin);
    return hasManyRequests ? MAX_AGE_MS : MAX_AGE_WITHOUT_TOKEN_MS;
  }

  /** Resolves with the status; undefined if the host does not tell it, or permits no request now. */
  async read(pullRequest: HostedPullRequest): Promise<PullRequestStatus | undefined> {
    const { repository } = pullRequest;
    const record = parsePullRequest(repository.kind, await this.#get(repository, pullRequestUrl(pullRequest)));
    if (record === undefined) return undefined;
    return this.#statusOf(repository, record);
  }

  /**
   * Resolves with the newest pull request of the branch of `source`. It is searched for in `targets`, which `source` is
   * one of, one after the other. If there is no other one, it is also searched for in what `source` is a fork of.
   */
  async find(
    source: HostedRepository,
    branch: string,
    targets: readonly HostedRepository[] = [source],
  ): Promise<PullRequestRecord | undefined> {
    let closed: PullRequestRecord | undefined;
    for (const target of targets) {
      const record = await this.#findIn(target, source, branch);
      if (record !== undefined && record.state !== 'closed') return record;
      closed ??= record;
    }
    const parent = targets.length === 1 ? await this.parentOf(source) : undefined;
    return (parent && (await this.#findIn(parent.repository, source, branch))) ?? closed;
  }

  /** Resolves with what the repository is a fork of. Requests it once, or later again if its host does not tell it. */
  async parentOf(repository: HostedRepository): Promise<ForkParent | undefined> {
    return (await this.#readRepository(repository))?.parent;
  }

  async #findIn(
    target: HostedRepository,
    source: HostedRepository,
    branch: string,
  ): Promise<PullRequestRecord | undefined> {
    const value = await this.#get(target, branchPullRequestsUrl(target, source, branch));
    const records = parseBranchPullRequests(target.kind, value, branch);
    // GitHub lists only those of the owner. Others list also the branches of this name in forks of other people.
    if (records.length === 0 || target.kind === 'github') return records[0];
    if (target.kind === 'gitea')
      return records.find((record) => record.source?.toLowerCase() === source.name.toLowerCase());
    const id = target.api === source.api ? records[0]?.target : (await this.#readRepository(source))?.source;
    return id === undefined ? undefined : records.find((record) => record.source === id);
  }

  async #readRepository(repository: HostedRepository): Promise<RepositoryRecord | undefined> {
    const { api } = repository;
    const now = this.#deps.clock.now();
    const known = this.#repositories.get(api);
    if (known?.record !== undefined || now - (known?.at ?? 0) < MAX_AGE_WITHOUT_TOKEN_MS) return known?.record;
    const record = parseRepository(repository, await this.#get(repository, api));
    this.#repositories.set(api, { record, at: now });
    return record;
  }

  async close(): Promise<void> {
    await (await this.#transport)?.close();
  }

  async #statusOf(repository: HostedRepository, record: PullRequestRecord): Promise<PullRequestStatus> {
    let { hasFailingChecks } = record;
    const isOpen = record.state === 'open' || record.state === 'draft';
    for (const url of isOpen && record.commit !== '' ? checkUrls(repository, record.commit) : [])
      hasFailingChecks ||= saysChecksFailed(await this.#get(repository, url));
    return { state: record.state, hasFailingChecks, at: this.#deps.clock.now() };
  }

  /** Resolves with the value of the response; undefined if there is none. */
  async #get({ kind }: HostedRepository, url: string): Promise<unknown> {
    const { clock, logger, tokenFor } = this.#deps;
    const { origin } = new URL(url);
    if ((this.#pausedUntil.get(origin) ?? 0) > clock.now()) return undefined;
    try {
      const token = await tokenFor(url);
      if (token === undefined) this.#originsWithToken.delete(origin);
      else this.#originsWithToken.add(origin);
      const stored = this.#responses.get(url);
      const response = await this.#exchange(url, {
        // GitHub rejects requests without a name of the program.
        'user-agent': 'Contrail',
        accept: kind === 'github' ? 'application/vnd.github+json' : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(stored === undefined ? {} : { 'if-none-match': stored.etag }),
      });
      this.#respectLimit(origin, response, token !== undefined);
      if (token === undefined && HIDDEN_STATUSES.includes(response.status)) this.#deps.onDidNeedToken(url);
      return response.status === 304 ? stored?.value : this.#store(url, response);
    } catch (error) {
      this.#pausedUntil.set(origin, clock.now() + PAUSE_AFTER_ERROR_MS);
      logger.write('info', 'the state of a pull request could not be read', { origin, detail: errorMessage(error) });
      return undefined;
    }
  }

  async #exchange(url: string, headers: Readonly<Record<string, string>>): Promise<RawResponse> {
    this.#transport ??= this.#deps.openTransport();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await this.#transport).exchange({ method: 'GET', url, headers, body: undefined, signal });
  }

  #store(url: string, { status, headers, body }: RawResponse): unknown {
    if (status !== 200) return undefined;
    const value: unknown = JSON.parse(body);
    this.#responses.delete(url);
    if (headers['etag'] !== undefined) this.#responses.set(url, { etag: headers['etag'], value });
    const [oldest] = this.#responses.keys();
    if (oldest !== undefined && this.#responses.size > MAX_STORED_RESPONSES) this.#responses.delete(oldest);
    return value;
  }

  #respectLimit(origin: string, { status, headers }: RawResponse, hasToken: boolean): void {
    const now = this.#deps.clock.now();
    const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
    const retryAfter = Number(headers['retry-after'] ?? Number.NaN);
    const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
    const isRejected = status === 429 || (status === 403 && (remaining === 0 || retryAfter > 0));
    if (!isRejected && !(remaining < (hasToken ? 1 : MIN_REMAINING)) && status < 500) return;
    const wait = retryAfter > 0 ? retryAfter * 1000 : reset > 0 ? reset * 1000 - now : PAUSE_AFTER_ERROR_MS;
    this.#pausedUntil.set(origin, now + Math.min(Math.max(wait, 0), MAX_WAIT_MS));
  }
}
