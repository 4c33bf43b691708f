// Tests the commands that sign in and out, and the notifications about rejected keys and the secret storage.
import { describe, expect, it } from 'vitest';
import { createSignIn } from '../../../../src/features/signIn/feature.ts';
import { reportLostAccounts, restoreSession } from '../../../../src/features/signIn/storage.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { flushPromises } from '../../../support/clock.ts';
import { openFaultProxy } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { recordingLogger } from '../../client/calls.ts';
import { answersFor, SessionsSetup, type Window } from '../../core/session/setup.ts';
import { ADDRESS_PROMPT, KEY_PROMPT, WORKSPACE_PROMPT } from './setup.ts';

const neverAborted = new AbortController().signal;

const server = forAllTests(startSampleServer);

class CommandSetup implements AsyncDisposable {
  readonly prompts = new ScriptedPrompts();
  readonly sessionsSetup: SessionsSetup;
  readonly window: Window;
  /** How often the sample folder was offered. */
  offers = 0;
  readonly #feature;

  private constructor(sessionsSetup: SessionsSetup) {
    this.sessionsSetup = sessionsSetup;
    this.window = sessionsSetup.window();
    this.#feature = createSignIn({
      prompts: this.prompts,
      sessions: this.window.sessions,
      logger: { ...recordingLogger().logger, show: () => this.prompts.commands.push(['show log']) },
      clock: this.sessionsSetup.clock,
      folderWorkspace: () => undefined,
      offerSampleFolder: async () => {
        this.offers += 1;
      },
    });
  }

  static async open(): Promise<CommandSetup> {
    return new CommandSetup(await SessionsSetup.open());
  }

  get sessions() {
    return this.window.sessions;
  }

  run(id: keyof ReturnType<typeof createSignIn>['commands'], target?: unknown): Promise<void> {
    return this.#feature.commands[id].run(target, undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#feature.dispose();
    await this.sessionsSetup[Symbol.asyncDispose]();
  }
}

describe('The command Sign In', () => {
  it.each([
    [undefined, ADDRESS_PROMPT],
    ['selfHosted', ADDRESS_PROMPT],
    ['unknown', ADDRESS_PROMPT],
    ['cloud', WORKSPACE_PROMPT],
  ])('with the argument %s starts with the prompt “%s”', async (target, step) => {
    await using setup = await CommandSetup.open();
    const command = setup.run(COMMANDS.signIn, target);
    (await setup.prompts.textBox(step)).escape();
    await command;
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('The sample folder', () => {
  const setup = forEachTest(() => CommandSetup.open());

  it('is offered whenever the sample workspace is opened, also if it is open already', async () => {
    await setup.run(COMMANDS.openLocalWorkspace);
    expect(setup.offers).toBe(1);
    await setup.run(COMMANDS.openLocalWorkspace);
    expect(setup.offers).toBe(2);
  });

  it('is offered if the user selects the sample workspace in the sign-in, and not if the user cancels', async () => {
    const signIn = setup.run(COMMANDS.signIn);
    (await setup.prompts.textBox(ADDRESS_PROMPT)).press('Open Sample Workspace');
    await signIn;
    expect(setup.offers).toBe(1);
    const secondSignIn = setup.run(COMMANDS.signIn);
    (await setup.prompts.textBox(ADDRESS_PROMPT)).escape();
    await secondSignIn;
    expect(setup.offers).toBe(1);
  });
});

describe('The command Sign Out', () => {
  const setup = forEachTest(() => CommandSetup.open());

  it('shows a message if the user is already signed out', async () => {
    await setup.run(COMMANDS.signOut);
    expect(await setup.prompts.message('You are signed out.')).toMatchObject({ kind: 'info', buttons: [] });
  });

  it('deletes the key, and shows the workspace in a message', async () => {
    await setup.sessions.signIn(answersFor(server), neverAborted);
    await setup.run(COMMANDS.signOut);
    await setup.prompts.message(`Signed out of contrail at ${new URL(server.baseUrl).host} (Ada Park). Drafts`);
    expect([setup.sessions.current, setup.sessionsSetup.secrets.text]).toEqual([undefined, '']);
  });

  it('ends the session of the local workspace', async () => {
    await setup.run(COMMANDS.openLocalWorkspace);
    expect(setup.sessions.current).toBeDefined();
    await setup.run(COMMANDS.signOut);
    await setup.prompts.message('Signed out of the sample workspace.');
    expect(setup.sessions.current).toBeUndefined();
  });

  it('shows an error with Retry until the secret storage has deleted the key', async () => {
    const { secrets } = setup.sessionsSetup;
    await setup.sessions.signIn(answersFor(server), neverAborted);
    secrets.rejectedOperations.add('delete');
    await setup.run(COMMANDS.signOut);
    const error = await setup.prompts.message(
      'VS Code could not delete the stored key or token. Cannot open the keyring.',
    );
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry'] });
    expect([setup.sessions.current, secrets.entries.size, setup.prompts.pending]).toEqual([undefined, 2, []]);
    error.select('Retry');
    const secondMessage = await setup.prompts.message('VS Code could not delete the stored key or token.');
    secrets.rejectedOperations.clear();
    secondMessage.select('Retry');
    await flushPromises();
    expect(secrets.entries.size).toBe(0);
  });
});

describe('A key that the server rejects', () => {
  const setup = forEachTest(() => CommandSetup.open());

  const proxy = forEachTest(() => openFaultProxy(server.baseUrl));

  it('is reported in only one warning, with the button Sign In Again', async () => {
    await setup.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    proxy.inject(() => true, { kind: 'invalidKey' });
    const projects = setup.sessions.current?.store.resources.projects.list();
    await projects?.reload();
    await projects?.reload();
    const warning = await setup.prompts.message('Authentication failed.');
    expect(warning).toMatchObject({ kind: 'warning', buttons: ['Sign In Again…'] });
    expect(setup.prompts.pending).toEqual([]);
    warning.select('Sign In Again…');
    await flushPromises();
    expect(setup.prompts.commands).toEqual([[COMMANDS.signInAgain, setup.sessions.currentAccountId]]);
  });

  it('is reported again if the server rejects the key after another sign-in', async () => {
    await setup.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    proxy.inject(() => true, { kind: 'invalidKey' });
    await setup.sessions.current?.store.resources.projects.list().reload();
    (await setup.prompts.message('Authentication failed.')).close();
    proxy.removeFaults();
    const command = setup.run(COMMANDS.signInAgain);
    (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
    await command;
    expect(setup.prompts.pending).toEqual([]);
    proxy.inject(() => true, { kind: 'invalidKey' });
    await setup.sessions.current?.store.resources.projects.list().reload();
    await setup.prompts.message('Authentication failed.');
  });
});

describe('restoreSession', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  const openWithLockedStorage = async (setup: SessionsSetup) => {
    await setup.window().sessions.signIn(answersFor(server), neverAborted);
    setup.secrets.rejectedOperations.add('read');
    const { sessions } = setup.window();
    const prompts = new ScriptedPrompts();
    const { logger, entries } = recordingLogger();
    return { sessions, prompts, entries, deps: { sessions, prompts, logger, hadAccounts: true } };
  };

  it('shows Retry and Sign In if the secret storage cannot be read, and Retry restores the session', async () => {
    const { sessions, prompts, deps } = await openWithLockedStorage(setup);
    expect(await restoreSession(deps)).toBe(false);
    const error = await prompts.message('VS Code could not read the stored key or token, so you are signed out.');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Retry', 'Sign In…'] });
    error.select('Retry');
    const secondMessage = await prompts.message('VS Code could not read the stored key or token');
    setup.secrets.rejectedOperations.clear();
    const restored = new Promise((resolve) => sessions.onDidChange(resolve));
    secondMessage.select('Retry');
    await restored;
    expect(sessions.current?.workspace).toBe(server.workspace);
    expect(prompts.pending).toEqual([]);
  });

  it('only logs that the secret storage cannot be read if the user had no accounts', async () => {
    await using setup = await SessionsSetup.open();
    setup.secrets.rejectedOperations.add('read');
    const prompts = new ScriptedPrompts();
    const { logger, entries } = recordingLogger();
    const { sessions } = setup.window();
    expect(await restoreSession({ sessions, prompts, logger, hadAccounts: false })).toBe(false);
    await flushPromises();
    expect(prompts.pending).toEqual([]);
    expect(entries).toMatchObject([{ level: 'warn', message: 'the stored accounts could not be read' }]);
  });

  it('runs the command Sign In if the user selects the button Sign In', async () => {
    const { sessions, prompts, deps } = await openWithLockedStorage(setup);
    await restoreSession(deps);
    (await prompts.message('VS Code could not read the stored key or token')).select('Sign In…');
    await flushPromises();
    expect([prompts.commands, sessions.current]).toEqual([[[COMMANDS.signIn]], undefined]);
  });

  it('shows and logs why the local workspace cannot be started, and resolves with true', async () => {
    await setup.window().sessions.signInLocally(neverAborted);
    const window = setup.window();
    window.failNextLocalStart('no free port');
    const prompts = new ScriptedPrompts();
    const { logger, entries } = recordingLogger();
    expect(await restoreSession({ sessions: window.sessions, prompts, logger, hadAccounts: true })).toBe(true);
    const error = await prompts.message('The sample workspace could not be started (no free port).');
    expect(error).toMatchObject({ kind: 'error', buttons: ['Show Log'] });
    expect(entries).toMatchObject([{ level: 'error', message: 'restoring the sign-in' }]);
  });
});

describe('reportLostAccounts', () => {
  const setup = forEachTest(() => SessionsSetup.open());

  it('says that VS Code has not kept the accounts, and offers to sign in', async () => {
    const prompts = new ScriptedPrompts();
    const reported = reportLostAccounts({ ...setup.window(), prompts, logger: recordingLogger().logger });
    const warning = await prompts.message('VS Code has not kept your accounts and their keys');
    expect(warning).toMatchObject({ kind: 'warning', buttons: ['Sign In…'] });
    warning.select('Sign In…');
    await reported;
    expect(prompts.commands).toEqual([[COMMANDS.signIn]]);
  });

  it('says nothing if there is an account', async () => {
    const { sessions } = setup.window();
    await sessions.signIn(answersFor(server), neverAborted);
    const prompts = new ScriptedPrompts();
    await reportLostAccounts({ sessions, prompts, logger: recordingLogger().logger });
    expect(prompts.pending).toEqual([]);
  });
});
