// Tests when the states of linked pull requests are read, and that nothing is requested at rest.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTransport } from '../../../../src/client/transport.ts';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import { PullRequestReader } from '../../../../src/core/code/pullRequestReader.ts';
import { PullRequestWatch, type StoredStatus } from '../../../../src/features/links/pullRequestWatch.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { FakeClock, flushPromises } from '../../../support/clock.ts';
import { CodeHost } from '../../../support/codeHost.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { WorkSetup } from '../startWork/setup.ts';

let reader: PullRequestReader;
let mayRead: boolean;
let visibleItems: readonly ItemAddress[];
let stored: StoredStatus[];
let watch: PullRequestWatch;

const setup = forEachTest(() => WorkSetup.open());
const host = forEachTest(() => CodeHost.start('gitea'));
const clock = forEachTest(() => new FakeClock());
beforeEach(async () => {
  mayRead = true;
  stored = [];
  visibleItems = [setup.item(27).address];
  setup.openRepository((git) => git.addRemote('origin', 'git@127.0.0.1:acme/web.git'));
  host.pulls = [{ number: 12, branch: 'web-27', state: 'open' }];
  const { links } = setup.session.store;
  for (const [item, pullRequest] of [
    [27, 12],
    [28, 13],
  ] as const) {
    await links.list(setup.item(item).address).read();
    await links.add(setup.item(item).address, { url: host.pageOf(pullRequest) });
  }
  reader = new PullRequestReader({
    openTransport: async () => createTransport(),
    tokenFor: async () => undefined,
    onDidNeedToken: () => undefined,
    clock,
    logger: silentLogger,
  });
  openWatch();
});
afterEach(async () => {
  watch.dispose();
  await reader.close();
});

function openWatch(): void {
  watch = new PullRequestWatch(
    {
      repositories: setup.repositories,
      codeHosts: () => parseCodeHosts(host.setting),
      mayRead: () => mayRead,
      visibleItems: () => visibleItems,
      pullRequests: reader,
      checkBranches: async () => undefined,
      memory: {
        get: () => stored,
        add: async (_, status) => void stored.push(status),
      },
      clock,
    },
    setup.session,
  );
}

const code = (number: number) => setup.session.store.code.of(setup.item(number).address);
/** Resolves when the watch has looked at what is visible, and waits for the next look. */
async function looked(): Promise<void> {
  do await flushPromises();
  while (clock.sleeperCount === 0);
}

describe('PullRequestWatch', () => {
  it('reads what is visible with two requests to the host a minute, and none to Plane', async () => {
    const before = setup.proxy.matchingRequests(() => true).length;
    void watch.run();
    await looked();
    expect(code(27).pullRequest).toEqual({ state: 'open', hasFailingChecks: false, at: clock.now() });
    expect(code(28).pullRequest).toBeUndefined();
    for (let minute = 1; minute <= 3; minute += 1) {
      for (let look = 0; look < 3; look += 1) {
        await clock.advance(20_000);
        await looked();
      }
      expect(host.requests).toHaveLength(2 * (minute + 1));
    }
    expect(setup.proxy.matchingRequests(() => true)).toHaveLength(before);
    expect(stored).toHaveLength(1);
  });

  it('reads a merged pull request twice an hour', async () => {
    host.pulls = [{ number: 12, branch: 'web-27', state: 'merged' }];
    void watch.run();
    await looked();
    await clock.advance(29 * 60_000);
    await looked();
    expect(host.requests).toHaveLength(1);
    await clock.advance(60_000);
    await looked();
    expect(host.requests).toHaveLength(2);
  });

  it('requests nothing without focus or trust, or if nothing is visible, and looks at once when woken', async () => {
    mayRead = false;
    void watch.run();
    await looked();
    await clock.advance(3_600_000);
    await looked();
    mayRead = true;
    visibleItems = [];
    await clock.advance(20_000);
    await looked();
    expect(host.requests).toEqual([]);
    visibleItems = [setup.item(27).address];
    watch.wake();
    await looked();
    expect(host.requests).toHaveLength(2);
  });

  it('asks no host for a link whose repository is not one of the window, and once what the remote is a fork of', async () => {
    const { links } = setup.session.store;
    await links.add(setup.item(28).address, { url: `${host.origin}/other/web/pulls/12` });
    await links.add(setup.item(28).address, { url: 'http://169.254.169.254/acme/web/pull/1' });
    visibleItems = [setup.item(28).address];
    host.pulls = [];
    void watch.run();
    await looked();
    await clock.advance(20_000);
    await looked();
    expect(host.requests.map(({ path }) => path)).toEqual([
      '/api/v1/repos/acme/web',
      '/api/v1/repos/acme/web/pulls/13',
    ]);
  });

  it('reads the pull request of a fork, although only the fork is a remote', async () => {
    setup.openRepository((git) => git.addRemote('origin', 'git@127.0.0.1:mara/web.git'), 'fork');
    setup.repositories.openedRepositories.shift();
    host.pulls = [{ number: 12, branch: 'web-27', state: 'open', from: 'mara/web' }];
    void watch.run();
    await looked();
    expect(code(27).pullRequest).toMatchObject({ state: 'open' });
  });

  it('shows the last known state with its time after a restart, and while the host does not answer', async () => {
    void watch.run();
    await looked();
    watch.dispose();
    const { at } = code(27).pullRequest ?? {};
    await clock.advance(3_600_000);
    host.fault = { status: 503 };
    openWatch();
    void watch.run();
    await looked();
    expect(code(27).pullRequest).toEqual({ state: 'open', hasFailingChecks: false, at });
  });
});
