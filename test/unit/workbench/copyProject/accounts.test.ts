// Tests the list of accounts that a project can be copied to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { copyAccounts } from '../../../../src/workbench/features/copyProject/accounts.ts';
import { answersFor, SessionsSetup, startSample } from '../../session/setup.ts';

const neverAborted = new AbortController().signal;

let server: RunningServer;
let otherServer: RunningServer;
beforeAll(async () => {
  [server, otherServer] = await Promise.all([startSample(), startSample()]);
});
afterAll(() => Promise.all([server.stop(), otherServer.stop()]));

describe('copyAccounts', () => {
  it('lists all accounts that the user is signed in to, with their workspace, server and user', async () => {
    await using setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    await sessions.signInLocally(neverAborted);
    await sessions.signIn(answersFor(server), neverAborted);
    const rows = (await copyAccounts(sessions).list()).map(({ label, description }) => [label, description]);
    expect(rows).toEqual([
      [server.workspace, `${new URL(server.baseUrl).host} · Ada Park`],
      ['Local workspace', 'On this machine'],
    ]);
  });

  it('opens a client of the server of the account, and no client after the account is signed out', async () => {
    await using setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted);
    await sessions.signIn(answersFor(otherServer), neverAborted);
    const accounts = copyAccounts(sessions);
    const [, first] = await accounts.list();
    const opened = await accounts.open(first?.id ?? '');
    expect(opened?.client.baseUrl).toBe(server.baseUrl);
    await opened?.close();
    await sessions.signOut(first?.id);
    expect(await accounts.open(first?.id ?? '')).toBeUndefined();
  });
});
