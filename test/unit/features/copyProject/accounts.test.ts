// Tests the list of accounts that a project can be copied to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createCopyAccountList } from '../../../../src/features/copyProject/accounts.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';

const neverAborted = new AbortController().signal;

let server: RunningServer;
let otherServer: RunningServer;
beforeAll(async () => {
  [server, otherServer] = await Promise.all([startSampleServer(), startSampleServer()]);
});
afterAll(() => Promise.all([server.stop(), otherServer.stop()]));

const setup = forEachTest(() => SessionsSetup.open());

describe('createCopyAccountList', () => {
  it('lists all accounts that the user is signed in to, with their workspace, server and user', async () => {
    const { sessions } = setup.window();
    await sessions.signInLocally(neverAborted);
    await sessions.signIn(answersFor(server), neverAborted);
    const { host } = new URL(server.baseUrl);
    const rows = (await createCopyAccountList(sessions).list()).map((row) =>
      Object.entries(row).flatMap(([name, text]) => (name === 'id' ? [] : [text])),
    );
    expect(rows).toEqual([
      [server.workspace, `${host} · Ada Park`, `${server.workspace} at ${host} (Ada Park)`],
      ['Sample workspace', 'On this machine', 'the sample workspace'],
    ]);
  });

  it('opens a client for the server of the account, but not after the user has signed out of the account', async () => {
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted);
    await sessions.signIn(answersFor(otherServer), neverAborted);
    const accounts = createCopyAccountList(sessions);
    const [, first] = await accounts.list();
    const openedAccount = await accounts.open(first?.id ?? '');
    expect(openedAccount?.client.baseUrl).toBe(server.baseUrl);
    await openedAccount?.close();
    await sessions.signOut(first?.id);
    expect(await accounts.open(first?.id ?? '')).toBeUndefined();
  });

  it('opens a client for the account from the environment before the window has used the account', async () => {
    const secret = new Secret(otherServer.apiKey);
    const { sessions } = setup.window({
      environment: { baseUrl: otherServer.baseUrl, workspace: otherServer.workspace, secret },
    });
    const accounts = createCopyAccountList(sessions);
    const [listedAccount] = await accounts.list();
    const openedAccount = await accounts.open(listedAccount?.id ?? '');
    expect((await openedAccount?.client.call.listProjects({ query: {} }))?.results).toHaveLength(3);
    await openedAccount?.close();
    expect(setup.secrets.entries.size).toBe(0);
  });

  it('opens no client for the account from the environment if the environment variables now name another server', async () => {
    const environmentOf = ({ baseUrl, workspace, apiKey }: RunningServer) => ({
      environment: { baseUrl, workspace, secret: new Secret(apiKey) },
    });
    const accountsBefore = createCopyAccountList(setup.window(environmentOf(server)).sessions);
    const id = (await accountsBefore.list())[0]?.id ?? '';
    const openedAccount = await accountsBefore.open(id);
    expect(openedAccount?.client.baseUrl).toBe(server.baseUrl);
    await openedAccount?.close();
    expect(accountIdOf(id)).toBe('environment');
    expect(await createCopyAccountList(setup.window(environmentOf(otherServer)).sessions).open(id)).toBeUndefined();
  });
});
