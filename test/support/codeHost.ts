// A local server that plays the API of a code host: the pull requests of acme/web, its forks, and checks of commits.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostedPull {
  readonly number: number;
  readonly branch: string;
  readonly state: 'open' | 'draft' | 'merged' | 'closed';
  readonly title?: string;
  /** The repository of the branch; by default the one that has the pull requests. */
  readonly from?: string;
  readonly checks?: 'failing' | 'passing';
}

export type CodeHostKind = 'github' | 'gitlab' | 'gitea';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly status: number;
}

const REPOSITORY = 'acme/web';
/** The repositories on GitLab by their ids. */
const REPOSITORIES = [REPOSITORY, 'mara/web', 'other/web'];
const COMMIT = '1234567890123456789012345678901234567890';

export class CodeHost implements AsyncDisposable {
  readonly kind: CodeHostKind;
  readonly requests: ReceivedRequest[] = [];
  pulls: readonly HostedPull[] = [];
  /** Answers every request with this status and these headers. */
  fault: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;
  /** Sent with every response. */
  headers: Readonly<Record<string, string>> = {};
  answerCount = 0;
  #held: (() => void)[] | undefined;
  readonly #server: Server;

  private constructor(kind: CodeHostKind, server: Server) {
    this.kind = kind;
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response));
  }

  static async start(kind: CodeHostKind): Promise<CodeHost> {
    const server = createServer();
    const host = new CodeHost(kind, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The setting contrail.code.hosts that names this server, for remotes on 127.0.0.1. */
  get setting(): Readonly<Record<string, { readonly type: string; readonly url: string }>> {
    return { '127.0.0.1': { type: this.kind, url: this.origin } };
  }

  pageOf(number: number): string {
    const page = { github: 'pull', gitlab: '-/merge_requests', gitea: 'pulls' }[this.kind];
    return `${this.origin}/acme/web/${page}/${number}`;
  }

  /** Keeps the answers back until the returned function is called. */
  holdAnswers(): () => void {
    this.#held = [];
    return () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const answer of held) answer();
    };
  }

  #answer({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const value = this.fault === undefined ? this.#valueAt(new URL(url, this.origin)) : undefined;
    const body = JSON.stringify(value ?? {});
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isUnchanged = value !== undefined && headers['if-none-match'] === etag;
    const status = this.fault?.status ?? (value === undefined ? 404 : isUnchanged ? 304 : 200);
    this.requests.push({ path: url, headers, status });
    response.writeHead(status, { etag, 'content-type': 'application/json', ...this.headers, ...this.fault?.headers });
    const end = (): void => {
      response.end(isUnchanged ? undefined : body);
      this.answerCount += 1;
    };
    if (this.#held === undefined) end();
    else this.#held.push(end);
  }

  #valueAt({ pathname, searchParams }: URL): unknown {
    const name = REPOSITORIES.find((one) => `${pathname}/`.startsWith(`${this.#pathOf(one)}/`));
    if (name === undefined) return undefined;
    const rest = pathname.slice(this.#pathOf(name).length);
    if (rest === '') return this.#repository(name);
    const pulls = name === REPOSITORY ? this.pulls : [];
    if (/^\/(?:pulls|merge_requests)$/.test(rest)) {
      const [head, branch] = [searchParams.get('head'), searchParams.get('source_branch')];
      return pulls
        .filter((pull) => head === null || head === `${ownerOf(pull)}:${pull.branch}`)
        .filter((pull) => branch === null || branch === pull.branch)
        .map((pull) => this.#record(pull));
    }
    const number = /^\/(?:pulls|merge_requests)\/(\d+)$/.exec(rest)?.[1];
    const pull = pulls.find((one) => String(one.number) === number);
    if (pull !== undefined) return this.#record(pull);
    const hasFailed = this.pulls.some(({ checks }) => checks === 'failing');
    if (rest.endsWith('/check-runs')) return { check_runs: [{ conclusion: hasFailed ? 'failure' : 'success' }] };
    return rest.endsWith('/status') ? { state: hasFailed && this.kind === 'gitea' ? 'failure' : 'success' } : undefined;
  }

  #pathOf(name: string): string {
    const names = { github: `/api/v3/repos/${name}`, gitea: `/api/v1/repos/${name}` };
    return this.kind === 'gitlab' ? `/api/v4/projects/${encodeURIComponent(name)}` : names[this.kind];
  }

  /** What the host says about a repository: all others are forks of the one that has the pull requests. */
  #repository(name: string): unknown {
    const isFork = name !== REPOSITORY;
    const url = `${this.origin}/${REPOSITORY}`;
    if (this.kind === 'gitlab') {
      const parent = { path_with_namespace: REPOSITORY, web_url: url };
      return { id: REPOSITORIES.indexOf(name), ...(isFork ? { forked_from_project: parent } : {}) };
    }
    return { full_name: name, ...(isFork ? { parent: { full_name: REPOSITORY, html_url: url } } : {}) };
  }

  #record({ number, branch, state, title = 'Sign in', checks, from = REPOSITORY }: HostedPull): unknown {
    const url = this.pageOf(number);
    if (this.kind === 'gitlab')
      return {
        iid: number,
        title,
        web_url: url,
        state: state === 'open' || state === 'draft' ? 'opened' : state,
        draft: state === 'draft',
        source_branch: branch,
        source_project_id: REPOSITORIES.indexOf(from),
        target_project_id: REPOSITORIES.indexOf(REPOSITORY),
        sha: COMMIT,
        head_pipeline: { status: checks === 'failing' ? 'failed' : 'success' },
      };
    return {
      number,
      title,
      html_url: url,
      state: state === 'open' || state === 'draft' ? 'open' : 'closed',
      draft: state === 'draft',
      merged_at: state === 'merged' ? '2026-11-20T10:00:00Z' : null,
      head: { ref: branch, sha: COMMIT, repo: { full_name: from } },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function ownerOf({ from = REPOSITORY }: HostedPull): string | undefined {
  return from.split('/')[0];
}
