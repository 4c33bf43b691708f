// Tests of signing in and out while VS Code's secret storage rejects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../src/server/startServer.ts';
import type { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import type { StorageChoice } from '../../../src/session/session.ts';
import { answersFor, SessionsGround, startSample } from './setup.ts';

const never = new AbortController().signal;

let server: RunningServer;

beforeAll(async () => {
  server = await startSample();
});
afterAll(() => server.stop());

/** Returns these choices one after the other when the secret storage rejects. */
function choosing(...choices: readonly StorageChoice[]) {
  const asked: SecretStorageError[] = [];
  const choose = async (error: SecretStorageError): Promise<StorageChoice> =>
    choices[asked.push(error) - 1] ?? 'cancel';
  return { asked, choose };
}

describe('A sign-in whose key the secret storage rejects', () => {
  it('stores nothing when the user cancels', async () => {
    await using setup = await SessionsGround.open();
    setup.secrets.rejected.add('store');
    const { sessions, became, openClients } = setup.window();
    const { asked, choose } = choosing('cancel');
    const outcome = await sessions.signIn(answersFor(server), never, choose);
    expect(outcome).toMatchObject({ notStored: { operation: 'store', message: 'Cannot open the keyring' } });
    expect(asked).toHaveLength(1);
    expect([sessions.current, became, openClients.size]).toEqual([undefined, [], 0]);
  });

  it('keeps the key in memory for this window only when the user chooses so', async () => {
    await using setup = await SessionsGround.open();
    setup.secrets.rejected.add('store');
    const [one, two] = [setup.window(), setup.window()];
    expect(await one.sessions.signIn(answersFor(server), never, choosing('session').choose)).toMatchObject({
      me: { name: 'Ada Park' },
    });
    expect(one.sessions.current).toMatchObject({ baseUrl: server.baseUrl });
    expect(setup.secrets.entries.size).toBe(0);
    await two.sessions.restore();
    expect(two.sessions.current).toBeUndefined();
    await one.sessions.signOut();
    expect(one.sessions.current).toBeUndefined();
  });

  it('stores the key when the user retries after unlocking the keyring', async () => {
    await using setup = await SessionsGround.open();
    setup.secrets.rejected.add('store');
    const { sessions } = setup.window();
    const { asked } = choosing();
    await sessions.signIn(answersFor(server), never, async (error) => {
      if (asked.push(error) === 2) setup.secrets.rejected.clear();
      return 'retry';
    });
    expect(asked).toHaveLength(2);
    expect(sessions.current).toBeDefined();
    expect(setup.secrets.text).toContain(server.apiKey);
  });

  it('opens the local workspace without a prompt, because it has no key to store', async () => {
    await using setup = await SessionsGround.open();
    setup.secrets.rejected.add('store');
    const { sessions } = setup.window();
    expect(await sessions.signInLocally(never)).toMatchObject({ me: { name: 'Ada Park' } });
    expect(sessions.current).toMatchObject({ account: 'local' });
  });

  it('is replaced by a profile that another window stores later', async () => {
    await using setup = await SessionsGround.open();
    await using other = { server: await startSample(), [Symbol.asyncDispose]: () => other.server.stop() };
    setup.secrets.rejected.add('store');
    const [one, two] = [setup.window(), setup.window()];
    await one.sessions.signIn(answersFor(server), never, choosing('session').choose);
    setup.secrets.rejected.clear();
    await two.sessions.signIn(answersFor(other.server), never);
    await one.until((session) => session?.baseUrl === other.server.baseUrl);
    expect(one.sessions.current?.baseUrl).toBe(other.server.baseUrl);
  });
});

describe('A window that opens while the secret storage rejects reading', () => {
  it('rejects the first restore only, so that the user can still sign in', async () => {
    await using setup = await SessionsGround.open();
    await setup.window().sessions.signIn(answersFor(server), never);
    setup.secrets.rejected.add('read');
    const { sessions } = setup.window();
    await expect(sessions.restore()).rejects.toMatchObject({ operation: 'read' });
    await sessions.restore();
    expect(sessions.current).toBeUndefined();
  });

  it('uses the stored profile when it is read again after the keyring is unlocked', async () => {
    await using setup = await SessionsGround.open();
    await setup.window().sessions.signIn(answersFor(server), never);
    setup.secrets.rejected.add('read');
    const { sessions } = setup.window();
    await expect(sessions.restore()).rejects.toThrow();
    await expect(sessions.restoreAgain()).rejects.toMatchObject({ operation: 'read' });
    setup.secrets.rejected.clear();
    await sessions.restoreAgain();
    expect(sessions.current).toMatchObject({ baseUrl: server.baseUrl });
  });
});

describe('A sign-out while the secret storage rejects deleting', () => {
  it('signs this window out and reports that the key may still be stored', async () => {
    await using setup = await SessionsGround.open();
    const { sessions, became, openClients } = setup.window();
    await sessions.signIn(answersFor(server), never);
    setup.secrets.rejected.add('delete');
    await expect(sessions.signOut()).rejects.toMatchObject({ operation: 'delete' });
    expect([sessions.current, became.at(-1), openClients.size]).toEqual([undefined, undefined, 0]);
    setup.secrets.rejected.clear();
    await sessions.signOut();
    expect(setup.secrets.entries.size).toBe(0);
  });
});
