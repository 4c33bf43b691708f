// Tests signing in and out with a real server, in one window and in several windows.
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { sample } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup } from './setup.ts';

const neverAborted = new AbortController().signal;

let server: RunningServer;
let otherServer: RunningServer;

beforeAll(async () => {
  [server, otherServer] = await Promise.all([startSampleServer(), startSampleServer()]);
});
afterAll(async () => {
  await Promise.all([server.stop(), otherServer.stop()]);
});

describe('Signing in', () => {
  it('starts a session for the user of the key, and stores the key', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const outcome = await window.sessions.signIn(answersFor(server), neverAborted);
    expect(outcome).toEqual({ me: { id: expect.any(String), name: 'Ada Park' } });
    expect(window.sessions.current).toMatchObject({
      baseUrl: server.baseUrl,
      workspace: 'contrail',
      me: { name: 'Ada Park' },
    });
    expect(window.sessionChanges).toEqual([window.sessions.current]);
    expect(setup.secrets.text).toContain(server.apiKey);
    await window.sessions.current?.store.resources.projects.list().read();
    expect(window.sessions.current?.store.resources.projects.list().state.ids).toHaveLength(3);
  });

  it('closes every client except the client of the current session', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    await window.sessions.signIn(answersFor(otherServer), neverAborted);
    expect(window.openClients).toEqual(new Set([window.sessions.current?.client]));
  });

  it('requests the edition of the server once, and does not send the key if the server is too old', async () => {
    await using setup = await SessionsSetup.open();
    await using proxy = await openFaultProxy(server.baseUrl);
    const window = setup.window();
    const answers = answersFor(server, { baseUrl: proxy.url });
    window.editionFault = { kind: 'outdated', version: '1.0.0' };
    expect(await window.sessions.signIn(answers, neverAborted)).toEqual({
      step: 'address',
      fault: { kind: 'outdated', version: '1.0.0' },
    });
    expect(proxy.requests).toEqual([]);
    window.editionFault = undefined;
    await window.sessions.signIn(answers, neverAborted);
    expect(window.editionRequests).toEqual([proxy.url, proxy.url]);
  });

  it('keeps the session if the user enters the same server, workspace and key again', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    const { current } = window.sessions;
    await window.sessions.signIn(answersFor(server), neverAborted);
    expect(window.sessions.current).toBe(current);
    expect(window.sessionChanges).toHaveLength(1);
  });

  it('starts another session with the same key if the server has rejected the key in the meantime', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const answers = answersFor(server, { baseUrl: proxy.url });
    await window.sessions.signIn(answers, neverAborted);
    const before = window.sessions.current;
    proxy.inject(matchRequest('GET', '/'), answerWith(403, { detail: 'Given API token is not valid' }));
    await before?.store.resources.projects.list().reload();
    expect(before?.store.resources.projects.list().state.fault).toMatchObject({ kind: 'unauthorized' });
    proxy.removeFaults();
    await window.sessions.signIn(answers, neverAborted);
    expect(window.sessions.current).not.toBe(before);
    expect(window.sessions.current?.client.authentication.rejection).toBeUndefined();
    expect(window.sessions.current?.store.resources.projects.list().state).toMatchObject({
      status: 'ready',
      fault: undefined,
    });
    expect(window.sessionChanges).toHaveLength(2);
  });

  it('requests the projects once, even if the list of projects is read afterwards', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    const store = window.sessions.current?.store;
    await store?.resources.projects.list().read();
    expect(store?.resources.projects.list().state).toMatchObject({ status: 'ready', ids: { length: 3 } });
    expect(store?.project(store.resources.projects.list().state.ids[0] ?? '')?.identifier).toBeDefined();
    expect(proxy.requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/v1/users/me/',
      '/api/v1/workspaces/contrail/projects/',
    ]);
  });

  it('to another server starts another session, and closes the client of the previous session', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    const before = window.sessions.current;
    await window.sessions.signIn(answersFor(otherServer), neverAborted);
    expect(window.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
    await expect(before?.client.call.getCurrentUser({})).rejects.toMatchObject({ fault: { kind: 'cancelled' } });
  });

  it('with another key for the same account starts another session with the same drafts', async () => {
    await using serverHolder = {
      server: await startSampleServer({ apiKey: 'plane_api_first' }),
      [Symbol.asyncDispose]: () => serverHolder.server.stop(),
    };
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(serverHolder.server), neverAborted);
    const before = window.sessions.current;
    const port = Number(new URL(serverHolder.server.baseUrl).port);
    await serverHolder.server.stop();
    serverHolder.server = await startSampleServer({ port, apiKey: 'plane_api_second' });
    await window.sessions.signIn(answersFor(serverHolder.server), neverAborted);
    expect(window.sessions.current).not.toBe(before);
    expect(window.sessions.current?.account).toBe(before?.account);
    expect(window.sessions.current?.draftStore).toBe(before?.draftStore);
  });

  it('stores nothing if the user cancels the sign-in, even if the key is correct', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    const controller = new AbortController();
    controller.abort();
    await expect(window.sessions.signIn(answersFor(server), controller.signal)).rejects.toThrow();
    expect(window.sessions.current).toBeUndefined();
    expect(setup.secrets.entries.size).toBe(0);
    expect(window.openClients.size).toBe(0);
  });

  it('keeps the current session if the sign-in fails', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    const before = { current: window.sessions.current, text: setup.secrets.text };
    expect(
      await window.sessions.signIn(answersFor(otherServer, { secret: new Secret('plane_api_wrong') }), neverAborted),
    ).toMatchObject({
      step: 'secret',
    });
    expect({ current: window.sessions.current, text: setup.secrets.text }).toEqual(before);
    expect(window.sessionChanges).toHaveLength(1);
  });
});

describe('A new window', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('uses the stored profile without a request', async () => {
    await setup.window().sessions.signIn(answersFor(server), neverAborted);
    const otherWindow = setup.window();
    await Promise.all([otherWindow.sessions.restore(), otherWindow.sessions.restore()]);
    expect(otherWindow.sessions.current).toMatchObject({ baseUrl: server.baseUrl, me: { name: 'Ada Park' } });
    expect(otherWindow.sessionChanges).toHaveLength(1);
    expect(otherWindow.entries).toEqual([]);
  });

  it('is signed out if no profile is stored, or if the stored profile is invalid', async () => {
    const window = setup.window();
    await window.sessions.restore();
    expect(window.sessions.current).toBeUndefined();
    await setup.secrets.openStorage().store('contrail.profile', '{"version":0}');
    await flushPromises();
    expect(window.sessions.current).toBeUndefined();
    expect(window.sessionChanges).toEqual([]);
    expect(window.entries).toMatchObject([{ level: 'warn' }]);
  });

  it('is signed out and logs an error if the URL in the stored profile is invalid', async () => {
    const me = { id: 'u1', name: 'Ada' };
    const profile = {
      version: 1,
      service: 'remote',
      baseUrl: 'no address',
      workspace: 'w',
      method: 'key',
      secret: 'plane_api_x',
      me,
    };
    setup.secrets.entries.set('contrail.profile', JSON.stringify(profile));
    const window = setup.window();
    await expect(window.sessions.restore()).rejects.toThrow();
    expect(window.sessions.current).toBeUndefined();
    expect(window.entries).toMatchObject([{ level: 'error', message: 'the stored profile could not be used' }]);
    expect(JSON.stringify(window.entries)).not.toContain('plane_api_x');
  });
});

describe('A complete list of work items', () => {
  it('is restored with the session, and deleted when the user signs out', async () => {
    await using setup = await SessionsSetup.open();
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    const { items, account, store } = window.sessions.current ?? {};
    const notesProjectId = sample.project('NOTES');
    expect(await items?.tryBecomeReader()).toBe(true);
    while ((await items?.itemsOf(notesProjectId).syncNext(1000, {})) !== undefined);
    await items?.stopBeingReader();
    await window.sessions.close();
    const restartedWindow = setup.window();
    await restartedWindow.sessions.restore();
    const restoredList = restartedWindow.sessions.current?.store.list({ of: 'items', owner: notesProjectId }).state;
    expect(restoredList?.ids).toEqual(store?.list({ of: 'items', owner: notesProjectId }).state.ids);
    expect(restoredList).toMatchObject({ next: undefined, total: 130 });
    expect(await readdir(setup.itemFolder(account ?? ''))).toEqual([`${notesProjectId}.jsonl`]);
    await restartedWindow.sessions.signOut();
    await expect(readdir(setup.itemFolder(account ?? ''))).rejects.toThrow('ENOENT');
  });
});

describe('Another window', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('is signed in and signed out together with the first window', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    await otherWindow.sessions.restore();
    await window.sessions.signIn(answersFor(server), neverAborted);
    await otherWindow.until((session) => session !== undefined);
    expect(otherWindow.sessions.current).toMatchObject({ baseUrl: server.baseUrl, me: { name: 'Ada Park' } });
    await window.sessions.signOut();
    await otherWindow.until((session) => session === undefined);
    expect([window.sessions.current, otherWindow.sessions.current]).toEqual([undefined, undefined]);
    expect(setup.secrets.entries.size).toBe(0);
  });

  it('keeps its drafts on disk when the user signs out in the first window', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    await window.sessions.signIn(answersFor(server), neverAborted);
    await otherWindow.until((session) => session !== undefined);
    otherWindow.sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await window.sessions.signOut();
    await otherWindow.until((session) => session === undefined);
    await otherWindow.sessions.close();
    const thirdWindow = setup.window();
    await thirdWindow.sessions.signIn(answersFor(server), neverAborted);
    expect(await thirdWindow.sessions.current?.draftStore.open('p1/w1')).toMatchObject({ touched: { name: 'Unsent' } });
  });

  it('reports every session change once, even if several changes follow each other quickly', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    await window.sessions.signIn(answersFor(server), neverAborted);
    await window.sessions.signOut();
    await window.sessions.signIn(answersFor(otherServer), neverAborted);
    await window.sessions.signOut();
    await flushPromises();
    await otherWindow.until((session) => session === undefined);
    expect(otherWindow.sessions.current).toBeUndefined();
    for (const [index, session] of otherWindow.sessionChanges.entries())
      expect(session).not.toBe(otherWindow.sessionChanges[index - 1]);
  });
});

describe('Signing out', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('deletes the secret and closes the client, and keeps drafts', async () => {
    const window = setup.window();
    await window.sessions.signIn(answersFor(server), neverAborted);
    window.sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await window.sessions.signOut();
    expect(window.sessions.current).toBeUndefined();
    expect(window.sessionChanges.at(-1)).toBeUndefined();
    expect(setup.secrets.text).toBe('');
    expect(window.openClients.size).toBe(0);
    await window.sessions.signIn(answersFor(server), neverAborted);
    expect(await window.sessions.current?.draftStore.open('p1/w1')).toMatchObject({ touched: { name: 'Unsent' } });
  });

  it('does nothing when the user is already signed out', async () => {
    const window = setup.window();
    await window.sessions.signOut();
    expect(window.sessionChanges).toEqual([]);
  });
});

describe('A local workspace', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('is started once, and stopped when the user signs in to another server', async () => {
    const window = setup.window();
    expect(await window.sessions.signInLocally(neverAborted)).toMatchObject({ me: { name: 'Ada Park' } });
    await window.sessions.signInLocally(neverAborted);
    expect(window.runningWorkspaces.size).toBe(1);
    expect(window.sessions.current).toMatchObject({ account: 'local', profile: { service: 'local' } });
    expect(setup.secrets.text).not.toContain([...window.runningWorkspaces][0]?.key.reveal());
    await window.sessions.signIn(answersFor(server), neverAborted);
    expect(window.runningWorkspaces.size).toBe(0);
  });

  it('is started by each window separately', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    await window.sessions.signInLocally(neverAborted);
    await otherWindow.until((session) => session !== undefined);
    expect(otherWindow.runningWorkspaces.size).toBe(1);
    await otherWindow.sessions.current?.store.resources.projects.list().read();
    expect(otherWindow.sessions.current?.store.resources.projects.list().state.status).toBe('ready');
  });

  it('can be started again after a start has failed', async () => {
    const window = setup.window();
    window.failNextLocalStart('no database here');
    await expect(window.sessions.signInLocally(neverAborted)).rejects.toMatchObject({
      message: 'no database here',
    });
    expect(window.sessions.current).toBeUndefined();
    expect(setup.secrets.entries.size).toBe(0);
    await window.sessions.signInLocally(neverAborted);
    expect(window.sessions.current?.account).toBe('local');
  });

  it('that a second window cannot start leaves the second window signed out, with an error in the log', async () => {
    const [window, otherWindow] = [setup.window(), setup.window()];
    otherWindow.failNextLocalStart('no database here');
    await window.sessions.signInLocally(neverAborted);
    await flushPromises();
    expect(otherWindow.sessions.current).toBeUndefined();
    expect(otherWindow.entries).toMatchObject([{ level: 'error', values: { detail: 'no database here' } }]);
  });

  it('is stopped if the window closes while it is starting', async () => {
    const window = setup.window();
    const profile = { version: 1, service: 'local', me: { id: 'u1', name: 'Ada' } };
    await setup.secrets.openStorage().store('contrail.profile', JSON.stringify(profile));
    await window.sessions.close();
    expect(window.sessionChanges).toHaveLength(1);
    expect([window.runningWorkspaces.size, window.openClients.size]).toEqual([0, 0]);
  });

  it('is stopped when the window closes', async () => {
    const window = setup.window();
    await window.sessions.signInLocally(neverAborted);
    await window.sessions.close();
    expect(window.runningWorkspaces.size).toBe(0);
  });
});
