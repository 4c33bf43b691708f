// Tests of signing in and out, in one window and in others, against a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../src/server/startServer.ts';
import { Secret } from '../../../src/std/secret.ts';
import { settled } from '../../support/clock.ts';
import { answered, openFaultProxy, requestTo } from '../../support/faultProxy.ts';
import { answersFor, SessionsGround, startSample } from './setup.ts';

const never = new AbortController().signal;

let server: RunningServer;
let other: RunningServer;

beforeAll(async () => {
  [server, other] = await Promise.all([startSample(), startSample()]);
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
});

describe('Signing in', () => {
  it('starts a session for the user of the key, and stores it', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    const outcome = await one.sessions.signIn(answersFor(server), never);
    expect(outcome).toEqual({ me: { id: expect.any(String), name: 'Ada Park' } });
    expect(one.sessions.current).toMatchObject({
      baseUrl: server.baseUrl,
      workspace: 'contrail',
      me: { name: 'Ada Park' },
    });
    expect(one.became).toEqual([one.sessions.current]);
    expect(setup.secrets.text).toContain(server.apiKey);
    await one.sessions.current?.store.resources.projects.list().read();
    expect(one.sessions.current?.store.resources.projects.list().state.ids).toHaveLength(3);
  });

  it('leaves only the client of the session open', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server), never);
    await one.sessions.signIn(answersFor(other), never);
    expect(one.openClients).toEqual(new Set([one.sessions.current?.client]));
  });

  it('requests the edition of the server after it succeeds, and not after it fails', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server, { secret: new Secret('plane_api_wrong') }), never);
    expect(one.learned).toEqual([]);
    await one.sessions.signIn(answersFor(server), never);
    expect(one.learned).toEqual([server.baseUrl]);
  });

  it('again with the same answers keeps the session', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server), never);
    const { current } = one.sessions;
    await one.sessions.signIn(answersFor(server), never);
    expect(one.sessions.current).toBe(current);
    expect(one.became).toHaveLength(1);
  });

  it('again with the same key starts another session after the server rejected that key', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsGround.open();
    const one = setup.window();
    const answers = answersFor(server, { baseUrl: proxy.url });
    await one.sessions.signIn(answers, never);
    const before = one.sessions.current;
    proxy.inject(requestTo('GET', '/'), answered(403, { detail: 'Given API token is not valid' }));
    await before?.store.resources.projects.list().reload();
    expect(before?.store.resources.projects.list().state.fault).toMatchObject({ kind: 'unauthorized' });
    proxy.heal();
    await one.sessions.signIn(answers, never);
    expect(one.sessions.current).not.toBe(before);
    expect(one.sessions.current?.client.authentication.rejection).toBeUndefined();
    expect(one.sessions.current?.store.resources.projects.list().state).toMatchObject({
      status: 'ready',
      fault: undefined,
    });
    expect(one.became).toHaveLength(2);
  });

  it('requests the projects once, also when they are shown afterwards', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), never);
    const store = one.sessions.current?.store;
    await store?.resources.projects.list().read();
    expect(store?.resources.projects.list().state).toMatchObject({ status: 'ready', ids: { length: 3 } });
    expect(store?.project(store.resources.projects.list().state.ids[0] ?? '')?.identifier).toBeDefined();
    expect(proxy.requests.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/v1/users/me/',
      '/api/v1/workspaces/contrail/projects/',
    ]);
  });

  it('to another workspace starts another session, and ends the requests of the old one', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server), never);
    const before = one.sessions.current;
    await one.sessions.signIn(answersFor(other), never);
    expect(one.sessions.current?.baseUrl).toBe(other.baseUrl);
    await expect(before?.client.call.getCurrentUser({})).rejects.toMatchObject({ fault: { kind: 'cancelled' } });
  });

  it('with another key for the same account starts another session with the same drafts', async () => {
    await using renewed = {
      server: await startSample('plane_api_first'),
      [Symbol.asyncDispose]: () => renewed.server.stop(),
    };
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(renewed.server), never);
    const before = one.sessions.current;
    const port = Number(new URL(renewed.server.baseUrl).port);
    await renewed.server.stop();
    const { startServer } = await import('../../../src/server/startServer.ts');
    const { systemClock } = await import('../../../src/std/clock.ts');
    const { silentLogger } = await import('../../../src/std/logger.ts');
    const seed = { kind: 'sample' } as const;
    renewed.server = await startServer({
      data: ':memory:',
      seed,
      rate: 0,
      port,
      apiKey: 'plane_api_second',
      clock: systemClock,
      logger: silentLogger,
    });
    await one.sessions.signIn(answersFor(renewed.server), never);
    expect(one.sessions.current).not.toBe(before);
    expect(one.sessions.current?.account).toBe(before?.account);
    expect(one.sessions.current?.draftStore).toBe(before?.draftStore);
  });

  it('that is cancelled stores nothing, even when the server would have accepted the key', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    const left = new AbortController();
    left.abort();
    await expect(one.sessions.signIn(answersFor(server), left.signal)).rejects.toThrow();
    expect(one.sessions.current).toBeUndefined();
    expect(setup.secrets.entries.size).toBe(0);
    expect(one.openClients.size).toBe(0);
  });

  it('that fails keeps the current session', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server), never);
    const before = { current: one.sessions.current, text: setup.secrets.text };
    expect(
      await one.sessions.signIn(answersFor(other, { secret: new Secret('plane_api_wrong') }), never),
    ).toMatchObject({
      step: 'secret',
    });
    expect({ current: one.sessions.current, text: setup.secrets.text }).toEqual(before);
    expect(one.became).toHaveLength(1);
  });
});

describe('A window that opens later', () => {
  it('uses the stored profile without a request', async () => {
    await using setup = await SessionsGround.open();
    await setup.window().sessions.signIn(answersFor(server), never);
    const two = setup.window();
    await Promise.all([two.sessions.restore(), two.sessions.restore()]);
    expect(two.sessions.current).toMatchObject({ baseUrl: server.baseUrl, me: { name: 'Ada Park' } });
    expect(two.became).toHaveLength(1);
    expect(two.entries).toEqual([]);
  });

  it('is signed out when no profile is stored, or one that cannot be read', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.restore();
    expect(one.sessions.current).toBeUndefined();
    await setup.secrets.window().store('contrail.profile', '{"version":0}');
    await settled();
    expect(one.sessions.current).toBeUndefined();
    expect(one.became).toEqual([]);
    expect(one.entries).toMatchObject([{ level: 'warn' }]);
  });

  it('is signed out, with a log entry, when the stored address is invalid', async () => {
    await using setup = await SessionsGround.open();
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
    const one = setup.window();
    await expect(one.sessions.restore()).rejects.toThrow();
    expect(one.sessions.current).toBeUndefined();
    expect(one.entries).toMatchObject([{ level: 'error', what: 'the kept profile could not be used' }]);
    expect(JSON.stringify(one.entries)).not.toContain('plane_api_x');
  });
});

describe('Another window', () => {
  it('follows the sign-in and the sign-out', async () => {
    await using setup = await SessionsGround.open();
    const [one, two] = [setup.window(), setup.window()];
    await two.sessions.restore();
    await one.sessions.signIn(answersFor(server), never);
    await two.until((session) => session !== undefined);
    expect(two.sessions.current).toMatchObject({ baseUrl: server.baseUrl, me: { name: 'Ada Park' } });
    await one.sessions.signOut();
    await two.until((session) => session === undefined);
    expect([one.sessions.current, two.sessions.current]).toEqual([undefined, undefined]);
    expect(setup.secrets.entries.size).toBe(0);
  });

  it('keeps its drafts on disk when another window signs out', async () => {
    await using setup = await SessionsGround.open();
    const [one, two] = [setup.window(), setup.window()];
    await one.sessions.signIn(answersFor(server), never);
    await two.until((session) => session !== undefined);
    two.sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await one.sessions.signOut();
    await two.until((session) => session === undefined);
    await two.sessions.close();
    const three = setup.window();
    await three.sessions.signIn(answersFor(server), never);
    expect(await three.sessions.current?.draftStore.open('p1/w1')).toMatchObject({ touched: { name: 'Unsent' } });
  });

  it('reports every change once, however fast they follow each other', async () => {
    await using setup = await SessionsGround.open();
    const [one, two] = [setup.window(), setup.window()];
    await one.sessions.signIn(answersFor(server), never);
    await one.sessions.signIn(answersFor(other), never);
    await one.sessions.signOut();
    await two.until((session) => session === undefined);
    await settled();
    expect(two.sessions.current).toBeUndefined();
    for (const [index, session] of two.became.entries()) expect(session).not.toBe(two.became[index - 1]);
  });
});

describe('Signing out', () => {
  it('deletes the secret and closes the client, and keeps drafts', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signIn(answersFor(server), never);
    one.sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await one.sessions.signOut();
    expect(one.sessions.current).toBeUndefined();
    expect(one.became.at(-1)).toBeUndefined();
    expect(setup.secrets.text).toBe('');
    expect(one.openClients.size).toBe(0);
    await one.sessions.signIn(answersFor(server), never);
    expect(await one.sessions.current?.draftStore.open('p1/w1')).toMatchObject({ touched: { name: 'Unsent' } });
  });

  it('changes nothing when the user is signed out', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signOut();
    expect(one.became).toEqual([]);
  });
});

describe('A local workspace', () => {
  it('is started once, used, and stopped when the user signs in elsewhere', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    expect(await one.sessions.signInLocally(never)).toMatchObject({ me: { name: 'Ada Park' } });
    await one.sessions.signInLocally(never);
    expect(one.running.size).toBe(1);
    expect(one.sessions.current).toMatchObject({ account: 'local', profile: { service: 'local' } });
    expect(setup.secrets.text).not.toContain([...one.running][0]?.key.reveal());
    await one.sessions.signIn(answersFor(server), never);
    expect(one.running.size).toBe(0);
  });

  it('is started by another window separately, with its own key', async () => {
    await using setup = await SessionsGround.open();
    const [one, two] = [setup.window(), setup.window()];
    await one.sessions.signInLocally(never);
    await two.until((session) => session !== undefined);
    expect(two.running.size).toBe(1);
    await two.sessions.current?.store.resources.projects.list().read();
    expect(two.sessions.current?.store.resources.projects.list().state.status).toBe('ready');
  });

  it('that cannot be started changes nothing, and can be started again', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    one.failLocally('no database here');
    await expect(one.sessions.signInLocally(never)).rejects.toMatchObject({
      reason: 'failed',
      message: 'no database here',
    });
    expect(one.sessions.current).toBeUndefined();
    expect(setup.secrets.entries.size).toBe(0);
    await one.sessions.signInLocally(never);
    expect(one.sessions.current?.account).toBe('local');
  });

  it('that another window cannot start is logged there, and that window stays signed out', async () => {
    await using setup = await SessionsGround.open();
    const [one, two] = [setup.window(), setup.window()];
    two.failLocally('no database here');
    await one.sessions.signInLocally(never);
    await settled();
    expect(two.sessions.current).toBeUndefined();
    expect(two.entries).toMatchObject([{ level: 'error', facts: { detail: 'no database here' } }]);
  });

  it('that is still starting when the window closes is stopped, and nothing stays open', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    const profile = { version: 1, service: 'local', me: { id: 'u1', name: 'Ada' } };
    await setup.secrets.window().store('contrail.profile', JSON.stringify(profile));
    await one.sessions.close();
    expect(one.became).toHaveLength(1);
    expect([one.running.size, one.openClients.size]).toEqual([0, 0]);
  });

  it('is stopped when the window closes', async () => {
    await using setup = await SessionsGround.open();
    const one = setup.window();
    await one.sessions.signInLocally(never);
    await one.sessions.close();
    expect(one.running.size).toBe(0);
  });
});
