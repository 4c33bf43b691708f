// Tests reading pull requests from the APIs of code hosts, which a local server plays.
import { describe, expect, it } from 'vitest';
import { createTransport } from '../../../../src/client/transport.ts';
import { linkedRemote, parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import {
  type HostedRepository,
  hostedRepository,
  parsePullRequestUrl,
} from '../../../../src/core/code/pullRequestApi.ts';
import { PullRequestReader } from '../../../../src/core/code/pullRequestReader.ts';
import { parseRemote } from '../../../../src/core/code/remote.ts';
import { tokenProvider } from '../../../../src/core/code/tokenProvider.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { FakeClock } from '../../../support/clock.ts';
import { CodeHost, type CodeHostKind } from '../../../support/codeHost.ts';

function repositoryAt(address: string, setting: unknown = {}): HostedRepository | undefined {
  const hosts = parseCodeHosts(setting);
  const remote = parseRemote(address);
  const linked = remote && linkedRemote(remote, hosts);
  return linked && hostedRepository(linked, hosts);
}

class Reading implements AsyncDisposable {
  readonly host: CodeHost;
  readonly clock = new FakeClock();
  readonly repository: HostedRepository;
  readonly reader: PullRequestReader;
  token: string | undefined;
  readonly urlsThatNeedToken: string[] = [];

  private constructor(host: CodeHost) {
    this.host = host;
    const repository = repositoryAt('git@127.0.0.1:acme/web.git', host.setting);
    if (repository === undefined) throw new Error('The host is not known.');
    this.repository = repository;
    this.reader = new PullRequestReader({
      openTransport: async () => createTransport(),
      tokenFor: async () => this.token,
      onDidNeedToken: (url) => void this.urlsThatNeedToken.push(url),
      clock: this.clock,
      logger: silentLogger,
    });
  }

  static async open(kind: CodeHostKind = 'github'): Promise<Reading> {
    return new Reading(await CodeHost.start(kind));
  }

  read(number = 12) {
    return this.reader.read({ repository: this.repository, number });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.reader.close();
    await this.host[Symbol.asyncDispose]();
  }
}

describe('PullRequestReader', () => {
  it.each(['github', 'gitlab', 'gitea'] as const)('reads the states and failed checks from %s', async (kind) => {
    await using reading = await Reading.open(kind);
    for (const state of ['open', 'draft', 'merged', 'closed'] as const) {
      reading.host.pulls = [{ number: 12, branch: 'web-27', state, checks: 'passing' }];
      expect(await reading.read()).toEqual({ state, hasFailingChecks: false, at: reading.clock.now() });
    }
    reading.host.pulls = [{ number: 12, branch: 'web-27', state: 'open', checks: 'failing' }];
    expect(await reading.read()).toMatchObject({ state: 'open', hasFailingChecks: true });
    const found = await reading.reader.find(reading.repository, 'web-27');
    expect(found).toMatchObject({ number: 12, url: reading.host.pageOf(12), title: 'Sign in', state: 'open' });
    expect(await reading.reader.find(reading.repository, 'web-28')).toBeUndefined();
    expect(await reading.read(99)).toBeUndefined();
  });

  describe.each(['github', 'gitlab', 'gitea'] as const)('finds on %s', (kind) => {
    const pull = { number: 12, branch: 'web-27', state: 'open' } as const;

    it('no pull request of a branch of the same name in the fork of another user', async () => {
      await using reading = await Reading.open(kind);
      reading.host.pulls = [{ ...pull, number: 13, from: 'other/web' }, pull];
      expect(await reading.reader.find(reading.repository, 'web-27')).toMatchObject({ number: 12 });
      reading.host.pulls = [{ ...pull, number: 13, from: 'other/web' }];
      expect(await reading.reader.find(reading.repository, 'web-27')).toBeUndefined();
    });

    it('the pull request of a fork in the remote that it is sent to, with one request for the list', async () => {
      await using reading = await Reading.open(kind);
      const fork = repositoryAt('git@127.0.0.1:mara/web.git', reading.host.setting);
      if (fork === undefined) throw new Error('The host is not known.');
      reading.host.pulls = [
        { ...pull, number: 13, from: 'other/web' },
        { ...pull, from: 'mara/web' },
      ];
      const targets = [reading.repository, fork];
      expect(await reading.reader.find(fork, 'web-27', targets)).toMatchObject({ number: 12 });
      expect(await reading.reader.find(fork, 'web-27', targets)).toMatchObject({ number: 12 });
      // GitLab names the repository of a branch only by its id, which is read once.
      expect(reading.host.requests).toHaveLength(kind === 'gitlab' ? 3 : 2);
    });

    it('the pull request of a fork without another remote, and asks once what it is a fork of', async () => {
      await using reading = await Reading.open(kind);
      const fork = repositoryAt('git@127.0.0.1:mara/web.git', reading.host.setting);
      if (fork === undefined) throw new Error('The host is not known.');
      reading.host.pulls = [{ ...pull, from: 'mara/web' }];
      expect(await reading.reader.find(fork, 'web-27')).toMatchObject({ number: 12, url: reading.host.pageOf(12) });
      expect(await reading.reader.find(fork, 'web-27')).toMatchObject({ number: 12 });
      expect(reading.host.requests.filter(({ path }) => path === new URL(fork.api).pathname)).toHaveLength(1);
    });
  });

  it('asks for an unchanged pull request so that the host need not send or count it again', async () => {
    await using reading = await Reading.open();
    reading.host.pulls = [{ number: 12, branch: 'web-27', state: 'open' }];
    const first = await reading.read();
    await reading.clock.advance(60_000);
    expect(await reading.read()).toEqual({ ...first, at: reading.clock.now() });
    expect(reading.host.requests.map(({ status }) => status)).toEqual([200, 200, 200, 304, 304, 304]);
  });

  it.each([
    ['rejects requests for an hour', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, 5],
    ['asks to wait for ten minutes', { status: 429, headers: { 'retry-after': '600' } }, 10],
    ['has a fault', { status: 503 }, 5],
  ])('sends nothing to a host that %s', async (_, fault, minutes) => {
    await using reading = await Reading.open();
    reading.host.pulls = [{ number: 12, branch: 'web-27', state: 'merged' }];
    reading.host.fault = fault;
    expect(await reading.read()).toBeUndefined();
    reading.host.fault = undefined;
    await reading.clock.advance(minutes * 60_000 - 1000);
    expect(await reading.read()).toBeUndefined();
    expect(reading.host.requests).toHaveLength(1);
    await reading.clock.advance(1000);
    expect(await reading.read()).toMatchObject({ state: 'merged' });
  });

  it('leaves the last requests without a token to other programs, until the host permits more', async () => {
    await using reading = await Reading.open();
    const reset = String(Math.ceil(reading.clock.now() / 1000) + 120);
    reading.host.pulls = [{ number: 12, branch: 'web-27', state: 'merged' }];
    reading.host.headers = { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': reset };
    expect(await reading.read()).toMatchObject({ state: 'merged' });
    expect(await reading.read()).toBeUndefined();
    await reading.clock.advance(121_000);
    expect(await reading.read()).toMatchObject({ state: 'merged' });
    expect(reading.host.requests).toHaveLength(2);
    expect(reading.reader.maxAge(reading.repository)).toBe(600_000);
    reading.token = 'gho_token';
    await reading.clock.advance(121_000);
    await reading.read();
    expect(reading.reader.maxAge(reading.repository)).toBe(60_000);
    expect(reading.host.requests.at(-1)?.headers.authorization).toBe('Bearer gho_token');
  });

  it('needs a token for a pull request that the host hides, unless it has one', async () => {
    await using reading = await Reading.open();
    reading.token = 'gho_token';
    await reading.read();
    expect(reading.urlsThatNeedToken).toEqual([]);
    reading.token = undefined;
    await reading.read();
    expect(reading.urlsThatNeedToken).toEqual([`${reading.repository.api}/pulls/12`]);
  });

  it('says nothing for a response that is no pull request, and does not follow a redirect', async () => {
    await using reading = await Reading.open();
    reading.host.fault = { status: 301, headers: { location: 'http://127.0.0.1:1/' } };
    expect(await reading.read()).toBeUndefined();
    reading.host.fault = { status: 200 };
    expect(await reading.read()).toBeUndefined();
    expect(reading.host.requests).toHaveLength(2);
  });
});

describe('The repository in the API of its host', () => {
  it.each([
    ['git@github.com:acme/web.git', {}, 'https://api.github.com/repos/acme/web'],
    ['https://github.com/acme/web', {}, 'https://api.github.com/repos/acme/web'],
    ['git@github.acme.dev:acme/web.git', {}, 'https://github.acme.dev/api/v3/repos/acme/web'],
    ['git@gitlab.com:acme/tools/web.git', {}, 'https://gitlab.com/api/v4/projects/acme%2Ftools%2Fweb'],
    ['git@codeberg.org:acme/web.git', {}, 'https://codeberg.org/api/v1/repos/acme/web'],
    [
      'git@code.acme.dev:acme/web.git',
      { 'code.acme.dev': { type: 'gitlab', url: 'https://acme.dev/git' } },
      'https://acme.dev/git/api/v4/projects/acme%2Fweb',
    ],
    ['git@bitbucket.org:acme/web.git', {}, undefined],
    ['git@unknown.acme.dev:acme/web.git', {}, undefined],
  ])('of %s is found', (address, setting, api) => {
    expect(repositoryAt(address, setting)?.api).toBe(api);
  });
});

describe('The URL of a pull request', () => {
  it.each([
    ['https://github.com/acme/web/pull/12/files#diff', { number: 12, repository: 'github.com/acme/web' }],
    ['https://gitlab.com/acme/web/-/merge_requests/34?tab=1', { number: 34, repository: 'gitlab.com/acme/web' }],
    ['https://codeberg.org/acme/web/pulls/9', { number: 9, repository: 'codeberg.org/acme/web' }],
    ['https://github.com/acme/web/pull/new/branch', undefined],
    ['https://evil.example/?https://github.com/acme/web/pull/12', undefined],
    ['javascript:alert(1)//github.com/acme/web/pull/1', undefined],
    [`https://github.com/${'a/'.repeat(500_000)}`, undefined],
  ])('%.60s names its repository and number', (url, parsed) => {
    expect(parsePullRequestUrl(url)).toEqual(parsed);
  });
});

describe('The token of VS Code’s session', () => {
  it.each([
    ['https://api.github.com/repos/acme/web', undefined, 'github'],
    ['https://api.github.com.evil.example/repos', undefined, undefined],
    ['https://api.github.com:8443/repos', undefined, undefined],
    ['http://api.github.com/repos', undefined, undefined],
    ['https://github.acme.dev/api/v3/repos/acme/web', 'https://github.acme.dev', 'github-enterprise'],
    ['https://github.acme.dev/other', 'https://github.acme.dev', undefined],
    ['https://github.evil.example/api/v3/repos', 'https://github.acme.dev', undefined],
    ['http://github.acme.dev/api/v3/repos', 'http://github.acme.dev', undefined],
    ['https://gitlab.com/api/v4/projects', undefined, undefined],
  ])('for %s with the server %s is that of %s', (url, enterprise, provider) => {
    expect(tokenProvider(url, enterprise)).toBe(provider);
  });
});
