// Tests signing in to the workspace of a link, signing in again, and opening the local workspace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { LocalWorkspaceError } from '../../../../src/session/localWorkspaceError.ts';
import { CLOUD_API } from '../../../../src/session/webAddress.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { BACK } from '../../../../src/workbench/ui/prompts.ts';
import { openFaultProxy } from '../../../support/faultProxy.ts';
import { answersFor, startSample } from '../../session/setup.ts';
import { ADDRESS, KEY, METHOD, SERVICE, SignInSetup, WORKSPACE } from './setup.ts';

const neverAborted = new AbortController().signal;

let server: RunningServer;
let address: string;
let workspace: string;
beforeAll(async () => {
  server = await startSample();
  address = server.baseUrl;
  ({ workspace } = server);
});
afterAll(() => server.stop());

/** Starts a self-hosted sign-in, returns the suggested address and workspace, and cancels. */
async function suggestions(setup: SignInSetup, typedAddress?: string): Promise<{ address: string; workspace: string }> {
  const flow = setup.signIn.run('selfHosted');
  const addressBox = await setup.prompts.textBox(ADDRESS);
  const { text } = addressBox;
  addressBox.enter(typedAddress ?? (text === '' ? 'plane.example.com' : text));
  const box = await setup.prompts.textBox(WORKSPACE);
  box.escape();
  await flow;
  return { address: text, workspace: box.text };
}

describe('A sign-in after an earlier sign-in', () => {
  it('suggests the server, address, workspace and method of the earlier one, and asks for the key', async () => {
    await using setup = await SignInSetup.open();
    const first = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace })).enter(server.apiKey);
    await first;
    const flow = setup.signIn.run();
    const service = await setup.prompts.list(SERVICE);
    expect(service.focusedRow).toMatchObject({ label: 'Self-hosted' });
    service.enter();
    const addressBox = await setup.prompts.textBox(ADDRESS);
    expect(addressBox.text).toBe(address);
    addressBox.enter();
    const workspaceBox = await setup.prompts.textBox(WORKSPACE);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.enter();
    const method = await setup.prompts.list(METHOD);
    expect(method.focusedRow).toMatchObject({ label: 'API key' });
    method.enter();
    const key = await setup.prompts.textBox(KEY);
    expect(key.text).toBe('');
    key.escape();
    await flow;
    expect(setup.window.sessions.current?.workspace).toBe(workspace);
  });
});

describe('A sign-in to the workspace of a link', () => {
  it('fills in the address and the workspace, asks for the key, and suggests them the next time', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.runAt({ baseUrl: address, workspace });
    const box = await setup.prompts.textBox(ADDRESS);
    expect(box).toMatchObject({ text: address, options: { buttons: [BACK] } });
    box.enter();
    const workspaceBox = await setup.prompts.textBox(WORKSPACE);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.enter();
    (await setup.prompts.list(METHOD)).pick('API key');
    (await setup.prompts.textBox(KEY)).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
    expect(await suggestions(setup)).toEqual({ address, workspace });
  });

  it.each([ADDRESS, WORKSPACE, METHOD, KEY])('forgets the target if the user cancels at “%s”', async (step) => {
    await using setup = await SignInSetup.open();
    expect(await suggestions(setup, 'https://mine.example.com/mine/projects/')).toMatchObject({ workspace: 'mine' });
    const flow = setup.signIn.runAt({ baseUrl: 'https://link.example.com', workspace: 'linked' });
    for (const earlier of [ADDRESS, WORKSPACE, METHOD, KEY].slice(0, [ADDRESS, WORKSPACE, METHOD, KEY].indexOf(step)))
      (await setup.prompt(earlier)).enter();
    (await setup.prompt(step)).escape();
    await flow;
    expect(await suggestions(setup)).toEqual({ address: 'https://mine.example.com/mine/projects/', workspace: 'mine' });
  });

  it('forgets the target if the user selects the local workspace, but does not sign out', async () => {
    await using setup = await SignInSetup.open();
    await setup.window.sessions.signIn(answersFor(server, { secret: new Secret(server.apiKey) }), neverAborted);
    const flow = setup.signIn.runAt({ baseUrl: 'https://link.example.com', workspace: 'linked' });
    (await setup.prompts.textBox(ADDRESS)).press(BACK.id);
    (await setup.prompts.list(SERVICE)).pick('Local workspace');
    (await setup.prompts.message('to open the local workspace?')).close();
    await flow;
    expect((await suggestions(setup)).workspace).not.toBe('linked');
  });

  it('starts with the workspace if the link leads to Plane Cloud, and offers Back to the server', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.runAt({ baseUrl: CLOUD_API, workspace: 'acme' });
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box.text).toBe('acme');
    box.press(BACK.id);
    const service = await setup.prompts.list(SERVICE);
    expect(service.focusedRow).toMatchObject({ label: 'Plane Cloud' });
    service.escape();
    await flow;
  });

  it('asks for the server if the folder names only the workspace', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.runAt({ baseUrl: undefined, workspace: 'acme' });
    (await setup.prompts.list(SERVICE)).pick('Self-hosted');
    const addressBox = await setup.prompts.textBox(ADDRESS);
    expect(addressBox.text).toBe('');
    addressBox.enter('plane.example.com');
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box.text).toBe('acme');
    box.escape();
    await flow;
  });
});

describe('Signing in again', () => {
  it('asks only for a new key, which replaces the rejected one', async () => {
    await using proxy = await openFaultProxy(address);
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    const before = sessions.current;
    proxy.inject(() => true, { kind: 'unkeyed' });
    await before?.store.resources.projects.list().reload();
    expect(before?.client.authentication.rejection).toBeDefined();
    proxy.removeFaults();
    const flow = setup.signIn.runAgain();
    (await setup.prompts.textBox(KEY)).enter(server.apiKey);
    await flow;
    expect(sessions.current).not.toBe(before);
    expect(sessions.current).toMatchObject({ baseUrl: proxy.url, workspace });
    expect(setup.prompts.pending).toEqual([]);
  });

  it('asks for an access token if the session uses one, and returns with Back to method, workspace and address', async () => {
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server), neverAborted);
    const profile = { ...sessions.current?.profile, method: 'token', secret: 'pln_old' };
    setup.sessionsSetup.secrets.entries.set('contrail.profile', JSON.stringify({ version: 1, ...profile }));
    await sessions.restoreAgain();
    const flow = setup.signIn.runAgain();
    (await setup.prompts.textBox('Access token for')).press(BACK.id);
    const method = await setup.prompts.list(METHOD);
    expect(method.focusedRow).toMatchObject({ label: 'Access token' });
    method.press(BACK.id);
    const workspaceBox = await setup.prompts.textBox(WORKSPACE);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.press(BACK.id);
    const addressBox = await setup.prompts.textBox(ADDRESS);
    expect(addressBox.text).toBe(address);
    addressBox.escape();
    await flow;
  });

  it('keeps the session if the user cancels, and restores the suggestions of the earlier sign-in', async () => {
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server), neverAborted);
    const before = sessions.current;
    await suggestions(setup, 'https://mine.example.com/mine/projects/');
    const flow = setup.signIn.runAgain();
    (await setup.prompts.textBox(KEY)).escape();
    await flow;
    expect(sessions.current).toBe(before);
    expect((await suggestions(setup)).address).toBe('https://mine.example.com/mine/projects/');
  });

  it.each(['signed out', 'in the local workspace'])('asks for the server if the user is %s', async (state) => {
    await using setup = await SignInSetup.open();
    if (state !== 'signed out') await setup.window.sessions.signInLocally(neverAborted);
    const flow = setup.signIn.runAgain();
    (await setup.prompts.list(SERVICE)).escape();
    await flow;
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Opening the local workspace', () => {
  it('asks nothing if no key is stored, and shows progress in the Projects view', async () => {
    await using setup = await SignInSetup.open();
    await setup.signIn.run('local');
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
    expect(setup.prompts.progressShown).toMatchObject([
      { title: 'Opening the local workspace…', isCancellable: false },
    ]);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('asks nothing if it is open already', async () => {
    await using setup = await SignInSetup.open();
    await setup.signIn.openLocalWorkspace();
    await setup.signIn.openLocalWorkspace();
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
    expect(setup.prompts.pending).toEqual([]);
  });

  it('is offered as a server, without further steps', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.prompts.list(SERVICE)).pick('Local workspace');
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
  });

  it.each([
    ['opens it and deletes the stored key if the user confirms this', 'Sign Out and Open', 'local'],
    ['does nothing if the user cancels', undefined, 'remote'],
  ])('asks first if a key is stored, and %s', async (_, button, service) => {
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server, { secret: new Secret(server.apiKey) }), neverAborted);
    const flow = setup.signIn.openLocalWorkspace();
    const question = await setup.prompts.message(`Sign out of ${workspace} to open the local workspace?`);
    expect(question).toMatchObject({
      kind: 'modal',
      words: expect.stringContaining(`deletes the stored key for ${new URL(address).host}.`),
    });
    if (button === undefined) question.close();
    else question.select(button);
    await flow;
    expect(sessions.current?.profile.service).toBe(service);
    expect(setup.stored.includes(server.apiKey)).toBe(service === 'remote');
    expect(setup.prompts.progressShown).toHaveLength(service === 'remote' ? 0 : 1);
  });

  it('rejects if the local workspace cannot be started', async () => {
    await using setup = await SignInSetup.open();
    setup.window.failLocally('no free port');
    await expect(setup.signIn.openLocalWorkspace()).rejects.toThrow(LocalWorkspaceError);
    expect(setup.window.sessions.current).toBeUndefined();
  });
});
