// Tests several accounts: which account a window uses, switching, signing out, rejected keys and the environment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { until } from '../../../support/until.ts';
import { answersFor, SessionsSetup, type Window } from './setup.ts';

const neverAborted = new AbortController().signal;

let server: RunningServer;
let otherServer: RunningServer;
beforeAll(async () => {
  [server, otherServer] = await Promise.all([
    startSampleServer({ apiKey: 'plane_api_first' }),
    startSampleServer({ apiKey: 'plane_api_other' }),
  ]);
});
afterAll(() => Promise.all([server.stop(), otherServer.stop()]));

/** Signs a new window in to both servers, and returns the ids of the accounts. The window then uses the second. */
async function signInToBothServers(window: Window): Promise<{ readonly first: string; readonly second: string }> {
  const { sessions } = window;
  await sessions.signIn(answersFor(server), neverAborted);
  const first = sessions.currentAccountId ?? '';
  await sessions.signIn(answersFor(otherServer), neverAborted);
  return { first, second: sessions.currentAccountId ?? '' };
}

describe('A window that is signed in to two accounts', () => {
  it('lists both accounts without their keys, the latest sign-in first', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { first, second } = await signInToBothServers(window);
    const accounts = await window.sessions.listAccounts();
    expect(accounts.map(({ id }) => id)).toEqual([second, first]);
    expect(accounts[1]).toEqual({
      service: 'remote',
      id: first,
      baseUrl: server.baseUrl,
      workspace: 'contrail',
      method: 'key',
      me: { id: window.sessions.current?.me.id, name: 'Ada Park' },
      source: 'stored',
      rejectedAt: undefined,
    });
  });

  it('switches to the snapshot of the other account without a request, and closes the previous client', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { sessions } = window;
    await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    const first = sessions.currentAccountId ?? '';
    await sessions.current?.store.resources.projects.list().read();
    sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await sessions.signIn(answersFor(otherServer), neverAborted);
    const requestCountBefore = proxy.requests.length;
    expect(await sessions.switchTo(first)).toBe(true);
    expect(sessions.current).toMatchObject({ baseUrl: proxy.url });
    expect(sessions.current?.store.resources.projects.list().state.ids).toHaveLength(3);
    expect(await sessions.current?.draftStore.open('p1/w1')).toMatchObject({ touched: { name: 'Unsent' } });
    expect([proxy.requests.length, window.openClients.size]).toEqual([requestCountBefore, 1]);
  });

  it('keeps its account if the user switches to an account that does not exist', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { second } = await signInToBothServers(window);
    expect(await window.sessions.switchTo('unknown')).toBe(false);
    expect(window.sessions.currentAccountId).toBe(second);
  });

  it('keeps its account if the local workspace cannot be started', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signInLocally(neverAborted);
    await window.sessions.signIn(answersFor(server), neverAborted);
    const { currentAccountId } = window.sessions;
    window.failNextLocalStart('no free port');
    await expect(window.sessions.switchTo('local')).rejects.toThrow('no free port');
    expect(window.sessions.currentAccountId).toBe(currentAccountId);
    await window.sessions.retryRestore();
    expect(window.sessions.currentAccountId).toBe(currentAccountId);
  });

  it('can open a client for the other account, and keeps its own account', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { first, second } = await signInToBothServers(window);
    const client = await window.sessions.openClientOf(first);
    expect((await client.call.getCurrentUser({})).display_name).toBe('Ada Park');
    expect([client.baseUrl, window.sessions.currentAccountId]).toEqual([server.baseUrl, second]);
    await client.close();
    expect(window.openClients.size).toBe(1);
    await expect(window.sessions.openClientOf('unknown')).rejects.toMatchObject({ fault: { kind: 'unauthorized' } });
  });

  it('runs the local workspace for a client until the client is closed', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signInLocally(neverAborted);
    await window.sessions.signIn(answersFor(server), neverAborted);
    expect(window.runningWorkspaces.size).toBe(0);
    const client = await window.sessions.openClientOf('local');
    await window.sessions.signIn(answersFor(otherServer), neverAborted);
    expect((await client.call.getCurrentUser({})).display_name).toBe('Ada Park');
    expect(window.runningWorkspaces.size).toBe(1);
    await client.close();
    expect(window.runningWorkspaces.size).toBe(0);
  });

  it('stays signed out after a restart when the user has signed out, and still lists the other account', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { first } = await signInToBothServers(window);
    await window.sessions.signOut();
    expect(window.sessions.current).toBeUndefined();
    expect((await window.sessions.listAccounts()).map(({ id }) => id)).toEqual([first]);
    const restartedWindow = setup.window({ windowMemory: window.windowMemory });
    await restartedWindow.sessions.restore();
    expect(restartedWindow.sessions.current).toBeUndefined();
    const newWindow = setup.window();
    await newWindow.sessions.restore();
    expect(newWindow.sessions.currentAccountId).toBe(first);
  });

  it('keeps its account when the user signs out of the other account, whose key is deleted', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { first, second } = await signInToBothServers(window);
    await window.sessions.signOut(first);
    expect(window.sessions.currentAccountId).toBe(second);
    expect(setup.secrets.text).not.toContain(server.apiKey);
    expect(window.sessionChanges).toHaveLength(2);
  });
});

describe('Two windows', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('use different accounts, and each uses its account again after a restart', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    const { first, second } = await signInToBothServers(window);
    await otherWindow.sessions.restore();
    await otherWindow.sessions.switchTo(first);
    await flushPromises();
    expect([window.sessions.currentAccountId, otherWindow.sessions.currentAccountId]).toEqual([second, first]);
    for (const [closed, id] of [
      [window, second],
      [otherWindow, first],
    ] as const) {
      const restartedWindow = setup.window({ windowMemory: closed.windowMemory });
      await restartedWindow.sessions.restore();
      expect(restartedWindow.sessions.currentAccountId).toBe(id);
    }
  });

  it('with different accounts stay independent when the user signs out in one window', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    const { first } = await signInToBothServers(window);
    await otherWindow.sessions.restore();
    await otherWindow.sessions.switchTo(first);
    const before = otherWindow.sessions.current;
    await window.sessions.signOut();
    await flushPromises();
    expect(otherWindow.sessions.current).toBe(before);
  });

  it('with the same account are both signed out when the user signs out in one window', async () => {
    const window = setup.window();
    await signInToBothServers(window);
    const otherWindow = setup.window();
    await otherWindow.sessions.restore();
    await window.sessions.signOut();
    await otherWindow.until((session) => session === undefined);
    await flushPromises();
    expect([window.sessions.current, otherWindow.sessions.current]).toEqual([undefined, undefined]);
  });

  it('list both accounts again after a concurrent write of the list has lost one account', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    const { first } = await signInToBothServers(window);
    await otherWindow.sessions.restore();
    await otherWindow.sessions.switchTo(first);
    const list: { readonly accounts: readonly unknown[] } = JSON.parse(
      setup.secrets.entries.get('contrail.accounts') ?? '',
    );
    const truncatedList = JSON.stringify({ ...list, accounts: list.accounts.slice(0, 1) });
    await setup.secrets.openStorage().store('contrail.accounts', truncatedList);
    await until('two accounts', async () => (await window.sessions.listAccounts()).length === 2);
    expect((await window.sessions.listAccounts()).map(({ id }) => id)).toContain(first);
  });
});

describe('A window in which the user has chosen no account', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('uses the account that version 0.1.0 stored, without a request', async () => {
    const profile = {
      version: 1,
      service: 'remote',
      baseUrl: 'https://plane.example.com',
      workspace: 'acme',
      method: 'token',
      secret: 'pln_old',
      me: { id: 'u1', name: 'Ada' },
    };
    setup.secrets.entries.set('contrail.profile', JSON.stringify(profile));
    const window = setup.window();
    await window.sessions.restore();
    expect(window.sessions.current).toMatchObject({ workspace: 'acme', profile: { method: 'token' } });
    expect(window.entries).toEqual([]);
  });

  it('uses the account that any window used most recently', async () => {
    const window = setup.window();
    const { first } = await signInToBothServers(window);
    await window.sessions.switchTo(first);
    const newWindow = setup.window();
    await newWindow.sessions.restore();
    expect(newWindow.sessions.currentAccountId).toBe(first);
  });

  it('uses its account again after a restart, even if another window has used another account', async () => {
    const window = setup.window();
    const { first, second } = await signInToBothServers(window);
    const unchangedWindow = setup.window();
    await unchangedWindow.sessions.restore();
    await window.sessions.switchTo(first);
    const restartedWindow = setup.window({ windowMemory: unchangedWindow.windowMemory });
    await restartedWindow.sessions.restore();
    expect(restartedWindow.sessions.currentAccountId).toBe(second);
  });
});

describe('A key that the server rejects', () => {
  it('is listed with the time of the rejection in every window until the server accepts the key again', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { sessions } = window;
    await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    proxy.inject(() => true, { kind: 'invalidKey' });
    const rejectedAt = setup.clock.now();
    const projects = sessions.current?.store.resources.projects.list();
    await projects?.reload();
    await flushPromises();
    expect(await sessions.listAccounts()).toMatchObject([{ rejectedAt }]);
    const restartedWindow = setup.window({ windowMemory: window.windowMemory });
    await restartedWindow.sessions.restore();
    expect(await restartedWindow.sessions.listAccounts()).toMatchObject([{ rejectedAt }]);
    proxy.removeFaults();
    await restartedWindow.sessions.current?.store.resources.projects.list().reload();
    await flushPromises();
    expect(await restartedWindow.sessions.listAccounts()).toMatchObject([{ rejectedAt: undefined }]);
  });

  it('can be replaced for an account that this window does not use', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const { sessions } = window;
    const { first, second } = await signInToBothServers(window);
    const account = (await sessions.listAccounts()).find(({ id }) => id === first);
    if (account?.service !== 'remote') throw new Error('the account is not listed');
    const before = sessions.current;
    const outcomeOfWrongKey = await sessions.replaceKey(account, new Secret('plane_api_wrong'), neverAborted);
    expect(outcomeOfWrongKey).toMatchObject({ step: 'secret' });
    expect(await sessions.replaceKey(account, new Secret(server.apiKey), neverAborted)).toMatchObject({
      me: { name: 'Ada Park' },
    });
    expect([sessions.current, sessions.currentAccountId]).toEqual([before, second]);
  });

  it('is not replaced by the key of another user', async () => {
    await using setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted);
    const [account] = await sessions.listAccounts();
    if (account?.service !== 'remote') throw new Error('the account is not listed');
    const outcome = await sessions.replaceKey(
      { ...account, me: { id: 'u2', name: 'Bea' } },
      new Secret(server.apiKey),
      neverAborted,
    );
    expect(outcome).toMatchObject({ otherUser: { name: 'Ada Park' } });
  });
});

describe('The account from the environment', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  const environment = () => ({ baseUrl: server.baseUrl, workspace: 'contrail', secret: new Secret(server.apiKey) });

  it('is listed last and not used until the user chooses it, and its key is never stored', async () => {
    const window = setup.window({ environment: environment() });
    const { sessions } = window;
    await sessions.restore();
    expect(sessions.current).toBeUndefined();
    expect(await sessions.listAccounts()).toMatchObject([{ id: 'environment', source: 'environment', me: undefined }]);
    expect(await sessions.switchTo('environment')).toBe(false);
    expect(await sessions.signInFromEnvironment(neverAborted)).toMatchObject({ me: { name: 'Ada Park' } });
    expect(sessions.current).toMatchObject({ baseUrl: server.baseUrl, workspace: 'contrail' });
    expect(sessions.currentAccountId).toBe('environment');
    expect(await sessions.listAccounts()).toMatchObject([{ me: { name: 'Ada Park' } }]);
    const allStoredText = [setup.secrets.text, JSON.stringify([...setup.memory.values])].join();
    expect(allStoredText).not.toContain(server.apiKey);
    expect(setup.secrets.entries.size).toBe(0);
  });

  it('is used again after a restart by the same window, and by no other window', async () => {
    const window = setup.window({ environment: environment() });
    await window.sessions.signInFromEnvironment(neverAborted);
    const restartedWindow = setup.window({ environment: environment(), windowMemory: window.windowMemory });
    await restartedWindow.sessions.restore();
    expect(restartedWindow.sessions.currentAccountId).toBe('environment');
    const newWindow = setup.window({ environment: environment() });
    await newWindow.sessions.restore();
    expect(newWindow.sessions.current).toBeUndefined();
    const withoutVariables = setup.window({ windowMemory: window.windowMemory });
    await withoutVariables.sessions.restore();
    expect(withoutVariables.sessions.current).toBeUndefined();
  });

  it('is used with the user of the current key, even if it had another user in the previous run', async () => {
    const window = setup.window({ environment: environment() });
    await window.sessions.signInFromEnvironment(neverAborted);
    const { workspace, baseUrl } = environment();
    const me = { id: 'u9', name: 'Earlier User' };
    await setup.memory.update('contrail.environmentUser', { baseUrl, workspace, me });
    const restartedWindow = setup.window({ environment: environment(), windowMemory: window.windowMemory });
    await restartedWindow.sessions.restore();
    await restartedWindow.until((session) => session?.me.name === 'Ada Park');
    expect(restartedWindow.sessions.current?.me.name).toBe('Ada Park');
  });

  it('is verified with one request for each key, and not again after a restart with the same key', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    const variables = { ...environment(), baseUrl: proxy.url };
    const countUserRequests = () => proxy.matchingRequests(matchRequest('GET', '/users/me/')).length;
    const { sessions, windowMemory } = setup.window({ environment: variables });
    await sessions.signInFromEnvironment(neverAborted);
    const storedMemory = JSON.stringify([...setup.memory.values]);
    expect(storedMemory).toContain('keyHash');
    expect(storedMemory).not.toContain(server.apiKey);
    const before = countUserRequests();
    const restartedWindow = setup.window({ environment: variables, windowMemory });
    await restartedWindow.sessions.restore();
    expect(restartedWindow.sessions.currentAccountId).toBe('environment');
    // The window would send a request only after it has hashed the key, so the test waits as long as two hashes take.
    for (const salt of ['one', 'two']) await new Secret('a key').hash(salt);
    await restartedWindow.sessions.current?.store.resources.projects.list().read();
    expect(countUserRequests()).toBe(before);

    // Another key may belong to another user.
    const hashOfOtherKey = new Secret('another key').hash('salt');
    const value = setup.memory.values.get('contrail.environmentUser') as object;
    await setup.memory.update('contrail.environmentUser', { ...value, keyHash: await hashOfOtherKey, salt: 'salt' });
    const windowWithOtherKey = setup.window({ environment: variables, windowMemory });
    await windowWithOtherKey.sessions.restore();
    await proxy.waitForRequests(matchRequest('GET', '/users/me/'), before + 1);
    await until(
      'the hash of the key to be stored',
      async () => JSON.stringify([...setup.memory.values]) !== storedMemory,
    );
  });

  it('does not exist if the variables are invalid, and the log contains no value of the variables', async () => {
    const window = setup.window({ environment: { problem: 'baseUrl' } });
    expect(window.sessions.environmentProblem).toBe('baseUrl');
    expect(await window.sessions.listAccounts()).toEqual([]);
    expect(window.entries).toEqual([
      { level: 'warn', message: 'the account from the environment cannot be used', values: { problem: 'baseUrl' } },
    ]);
  });
});
