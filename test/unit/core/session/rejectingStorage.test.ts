// Tests signing in and out while VS Code's secret storage fails.
import { describe, expect, it } from 'vitest';
import type { StorageChoice } from '../../../../src/core/session/accounts/accounts.ts';
import type { SecretStorageError } from '../../../../src/core/session/accounts/secretStorageError.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { answersFor, SessionsSetup } from './setup.ts';

const neverAborted = new AbortController().signal;

const server = forAllTests(startSampleServer);

/** Returns a function that returns these choices one after the other, and the errors that it was called with. */
function chooseInOrder(...choices: readonly StorageChoice[]) {
  const errors: SecretStorageError[] = [];
  const choose = async (error: SecretStorageError): Promise<StorageChoice> =>
    choices[errors.push(error) - 1] ?? 'cancel';
  return { errors, choose };
}

const setup = forEachTest(() => SessionsSetup.open());

describe('If the secret storage cannot store the key, a sign-in', () => {
  it('stores nothing when the user cancels', async () => {
    setup.secrets.rejectedOperations.add('store');
    const { sessions, sessionChanges, openClients } = setup.window();
    const { errors, choose } = chooseInOrder('cancel');
    const outcome = await sessions.signIn(answersFor(server), neverAborted, choose);
    expect(outcome).toMatchObject({ notStored: { operation: 'store', message: 'Cannot open the keyring' } });
    expect(errors).toHaveLength(1);
    expect([sessions.current, sessionChanges, openClients.size]).toEqual([undefined, [], 0]);
  });

  it('keeps the key in the memory of this window if the user agrees', async () => {
    setup.secrets.rejectedOperations.add('store');
    const [firstWindow, secondWindow] = [setup.window(), setup.window()];
    expect(
      await firstWindow.sessions.signIn(answersFor(server), neverAborted, chooseInOrder('session').choose),
    ).toMatchObject({
      me: { name: 'Ada Park' },
    });
    expect(firstWindow.sessions.current).toMatchObject({ baseUrl: server.baseUrl });
    expect(setup.secrets.entries.size).toBe(0);
    await secondWindow.sessions.restore();
    expect(secondWindow.sessions.current).toBeUndefined();
    await firstWindow.sessions.signOut();
    expect(firstWindow.sessions.current).toBeUndefined();
  });

  it('stores the key if the user tries again after unlocking the keyring', async () => {
    setup.secrets.rejectedOperations.add('store');
    const { sessions } = setup.window();
    const { errors } = chooseInOrder();
    await sessions.signIn(answersFor(server), neverAborted, async (error) => {
      if (errors.push(error) === 2) setup.secrets.rejectedOperations.clear();
      return 'retry';
    });
    expect(errors).toHaveLength(2);
    expect(sessions.current).toBeDefined();
    expect(setup.secrets.text).toContain(server.apiKey);
  });

  it('opens the local workspace without a prompt, because its profile contains no key', async () => {
    setup.secrets.rejectedOperations.add('store');
    const { sessions } = setup.window();
    expect(await sessions.signInLocally(neverAborted)).toMatchObject({ me: { name: 'Ada Park' } });
    expect(sessions.current).toMatchObject({ account: 'local' });
  });

  it('uses the stored key after another window has stored the key for the same account', async () => {
    setup.secrets.rejectedOperations.add('store');
    const [firstWindow, secondWindow] = [setup.window(), setup.window()];
    await firstWindow.sessions.signIn(answersFor(server), neverAborted, chooseInOrder('session').choose);
    expect(await firstWindow.sessions.listAccounts()).toMatchObject([{ source: 'window' }]);
    setup.secrets.rejectedOperations.clear();
    await secondWindow.sessions.signIn(answersFor(server), neverAborted);
    expect(await firstWindow.sessions.listAccounts()).toMatchObject([{ source: 'stored' }]);
  });

  it('starts a session even if the secret storage cannot be read either', async () => {
    setup.secrets.rejectedOperations.add('store').add('read');
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted, chooseInOrder('session').choose);
    expect(sessions.current).toMatchObject({ baseUrl: server.baseUrl });
  });

  it('keeps its account when another window stores another account', async () => {
    await using otherServerHolder = {
      server: await startSampleServer(),
      [Symbol.asyncDispose]: () => otherServerHolder.server.stop(),
    };
    setup.secrets.rejectedOperations.add('store');
    const [firstWindow, secondWindow] = [setup.window(), setup.window()];
    await firstWindow.sessions.signIn(answersFor(server), neverAborted, chooseInOrder('session').choose);
    setup.secrets.rejectedOperations.clear();
    await secondWindow.sessions.signIn(answersFor(otherServerHolder.server), neverAborted);
    expect(firstWindow.sessions.current?.baseUrl).toBe(server.baseUrl);
  });
});

describe('If the secret storage cannot be read, a new window', () => {
  it('reports the error once, so that the user can still sign in', async () => {
    await setup.window().sessions.signIn(answersFor(server), neverAborted);
    setup.secrets.rejectedOperations.add('read');
    const { sessions } = setup.window();
    await expect(sessions.restore()).rejects.toMatchObject({ operation: 'read' });
    await sessions.restore();
    expect(sessions.current).toBeUndefined();
  });

  it('uses the stored profile when the profile is read again after the keyring is unlocked', async () => {
    await setup.window().sessions.signIn(answersFor(server), neverAborted);
    setup.secrets.rejectedOperations.add('read');
    const { sessions } = setup.window();
    await expect(sessions.restore()).rejects.toThrow();
    await expect(sessions.retryRestore()).rejects.toMatchObject({ operation: 'read' });
    setup.secrets.rejectedOperations.clear();
    await sessions.retryRestore();
    expect(sessions.current).toMatchObject({ baseUrl: server.baseUrl });
  });
});

describe('If the secret storage cannot delete the key, signing out', () => {
  it('ends the session of this window, and reports an error because the key may still be stored', async () => {
    const { sessions, sessionChanges, openClients } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted);
    setup.secrets.rejectedOperations.add('delete');
    const account = sessions.currentAccountId;
    await expect(sessions.signOut()).rejects.toMatchObject({ operation: 'delete' });
    expect([sessions.current, sessionChanges.at(-1), openClients.size]).toEqual([undefined, undefined, 0]);
    setup.secrets.rejectedOperations.clear();
    await sessions.signOut(account);
    expect(setup.secrets.entries.size).toBe(0);
  });

  it('ends the session even if the secret storage cannot read the key', async () => {
    for (const operation of ['store', 'read', 'delete'] as const) setup.secrets.rejectedOperations.add(operation);
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted, chooseInOrder('session').choose);
    await expect(sessions.signOut()).rejects.toMatchObject({ operation: 'delete' });
    expect(sessions.current).toBeUndefined();
  });
});
