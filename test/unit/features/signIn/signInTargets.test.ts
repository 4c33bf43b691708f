// Tests signing in to the workspace of a link, signing in again, and opening the local workspace.
import { beforeAll, describe, expect, it } from 'vitest';
import { LocalWorkspaceError } from '../../../../src/core/session/localWorkspaceError.ts';
import { CLOUD_API } from '../../../../src/core/session/server/webAddress.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { openFaultProxy } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { answersFor } from '../../core/session/setup.ts';
import { ADDRESS_PROMPT, KEY_PROMPT, SignInSetup, WORKSPACE_PROMPT } from './setup.ts';

const neverAborted = new AbortController().signal;

let address: string;
let workspace: string;
const server = forAllTests(startSampleServer);
beforeAll(async () => {
  address = server.baseUrl;
  ({ workspace } = server);
});

/** Starts a sign-in, returns the URL that it suggests, and cancels. */
async function suggestedAddress(setup: SignInSetup, typedAddress?: string): Promise<string> {
  const flow = setup.signIn.run();
  const box = await setup.prompts.textBox(ADDRESS_PROMPT);
  const { text } = box;
  if (typedAddress === undefined) box.escape();
  else {
    box.enter(typedAddress);
    (await setup.prompts.textBox(KEY_PROMPT)).escape();
  }
  await flow;
  return text;
}

const ownServerUrl = (): string => `${address}/mine/projects/`;

describe('A sign-in after an earlier sign-in', () => {
  it('suggests the URL, the workspace and the method of the earlier sign-in, and asks for the key', async () => {
    await using setup = await SignInSetup.open();
    const first = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace })).enter(server.apiKey);
    await first;
    const flow = setup.signIn.run();
    const addressBox = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(addressBox.text).toBe(address);
    addressBox.enter();
    const workspaceBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.enter();
    const keyBox = await setup.prompts.textBox(KEY_PROMPT);
    expect(keyBox.text).toBe('');
    keyBox.escape();
    await flow;
    expect(setup.window.sessions.current?.workspace).toBe(workspace);
  });
});

describe('A sign-in that starts from a link', () => {
  const setup = forEachTest(() => SignInSetup.open());

  it('suggests the URL of the link and asks for the key, and the next sign-in suggests the same URL', async () => {
    const flow = setup.signIn.runForTarget({ baseUrl: address, workspace });
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(box).toMatchObject({
      text: `${address}/${workspace}/projects/`,
      options: { position: { step: 1, steps: 2 } },
    });
    box.enter();
    (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
    expect(await suggestedAddress(setup)).toBe(`${address}/${workspace}/projects/`);
  });

  it.each([ADDRESS_PROMPT, KEY_PROMPT])(
    'does not change the URL that the next sign-in suggests if the user cancels the prompt “%s”',
    async (step) => {
      await suggestedAddress(setup, ownServerUrl());
      const flow = setup.signIn.runForTarget({ baseUrl: address, workspace: 'linked' });
      if (step === KEY_PROMPT) (await setup.prompts.textBox(ADDRESS_PROMPT)).enter();
      (await setup.prompts.textBox(step)).escape();
      await flow;
      expect(await suggestedAddress(setup)).toBe(ownServerUrl());
    },
  );

  it('affects neither the next sign-in nor the other account if the user selects the local workspace', async () => {
    await setup.window.sessions.signIn(answersFor(server, { secret: new Secret(server.apiKey) }), neverAborted);
    const flow = setup.signIn.runForTarget({ baseUrl: 'https://link.example.com', workspace: 'linked' });
    (await setup.prompts.textBox(ADDRESS_PROMPT)).press('Open Sample Workspace');
    await flow;
    expect(await setup.window.sessions.listAccounts()).toHaveLength(2);
    expect(await suggestedAddress(setup)).toBe('');
  });

  it('suggests the URL of the web app instead of the API if the link is to Plane Cloud', async () => {
    const flow = setup.signIn.runForTarget({ baseUrl: CLOUD_API, workspace: 'acme' });
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(box.text).toBe('https://app.plane.so/acme/projects/');
    box.escape();
    await flow;
  });

  it('asks for the server if only the workspace is specified', async () => {
    const flow = setup.signIn.runForTarget({ baseUrl: undefined, workspace: 'acme' });
    const addressBox = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(addressBox.text).toBe('');
    addressBox.enter(address);
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(box.text).toBe('acme');
    box.escape();
    await flow;
  });
});

describe('Signing in again', () => {
  it('asks only for a new key, which replaces the rejected key', async () => {
    await using proxy = await openFaultProxy(address);
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    const sessionBefore = sessions.current;
    proxy.inject(() => true, { kind: 'invalidKey' });
    await sessionBefore?.store.resources.projects.list().reload();
    expect(sessionBefore?.client.authentication.rejection).toBeDefined();
    proxy.removeFaults();
    const flow = setup.signIn.askForSecretAgain();
    (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
    await flow;
    expect(sessions.current).not.toBe(sessionBefore);
    expect(sessions.current).toMatchObject({ baseUrl: proxy.url, workspace });
    expect(setup.prompts.pending).toEqual([]);
  });

  it('asks for an access token if the session uses an access token, and Back returns to the URL step', async () => {
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server), neverAborted);
    const profile = { ...sessions.current?.profile, method: 'token', secret: 'pln_old' };
    const entryKey = `contrail.account.${sessions.currentAccountId}`;
    setup.sessionsSetup.secrets.entries.set(entryKey, JSON.stringify({ version: 1, ...profile }));
    await sessions.retryRestore();
    const flow = setup.signIn.askForSecretAgain();
    const tokenBox = await setup.prompts.textBox('Access token for');
    // A single step is not numbered.
    expect(tokenBox.options.position).toBeUndefined();
    tokenBox.press(BACK_BUTTON.id);
    const addressBox = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(addressBox).toMatchObject({
      text: `${address}/${workspace}/projects/`,
      options: { position: { step: 1, steps: 2 } },
    });
    addressBox.escape();
    await flow;
  });

  it('shows in the box for the key that the server cannot be reached', async () => {
    await using proxy = await openFaultProxy(address);
    await using setup = await SignInSetup.open();
    await setup.window.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    await proxy.refuse();
    const flow = setup.signIn.askForSecretAgain();
    const keyBox = await setup.prompts.textBox(KEY_PROMPT);
    keyBox.enter(server.apiKey);
    await advanceUntilDone(setup.sessionsSetup.clock, keyBox.waitUntilIdle());
    expect(keyBox).toMatchObject({
      isOpen: true,
      text: server.apiKey,
      message: expect.stringContaining('does not respond'),
    });
    keyBox.escape();
    await flow;
  });

  it('keeps the session if the user cancels, and the next sign-in suggests the URL of the earlier sign-in', async () => {
    await using setup = await SignInSetup.open();
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server), neverAborted);
    const sessionBefore = sessions.current;
    await suggestedAddress(setup, ownServerUrl());
    const flow = setup.signIn.askForSecretAgain();
    (await setup.prompts.textBox(KEY_PROMPT)).escape();
    await flow;
    expect(sessions.current).toBe(sessionBefore);
    expect(await suggestedAddress(setup)).toBe(ownServerUrl());
  });

  it.each(['signed out', 'in the local workspace'])('asks for the URL if the user is %s', async (state) => {
    await using setup = await SignInSetup.open();
    if (state !== 'signed out') await setup.window.sessions.signInLocally(neverAborted);
    const flow = setup.signIn.askForSecretAgain();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).escape();
    await flow;
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Opening the local workspace', () => {
  const setup = forEachTest(() => SignInSetup.open());

  it('shows progress without a prompt if no key is stored', async () => {
    await setup.signIn.run('local');
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
    expect(setup.prompts.progressShown).toMatchObject([
      { title: 'Opening the sample workspace…', isCancellable: false },
    ]);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows no prompt if the local workspace is already open', async () => {
    await setup.signIn.openLocalWorkspace();
    await setup.signIn.openLocalWorkspace();
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows no prompt if a key is stored, and keeps the key', async () => {
    const { sessions } = setup.window;
    await sessions.signIn(answersFor(server, { secret: new Secret(server.apiKey) }), neverAborted);
    await setup.signIn.openLocalWorkspace();
    expect(sessions.current?.profile.service).toBe('local');
    expect(setup.storedSecrets).toContain(server.apiKey);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('rejects if the local workspace cannot be started', async () => {
    setup.window.failNextLocalStart('no free port');
    await expect(setup.signIn.openLocalWorkspace()).rejects.toThrow(LocalWorkspaceError);
    expect(setup.window.sessions.current).toBeUndefined();
  });
});
