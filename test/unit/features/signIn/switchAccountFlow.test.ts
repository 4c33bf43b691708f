// Tests the list of accounts: switching, replacing a key, signing in and out, and the account from the environment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../../../src/core/drafts/draft.ts';
import type { RemoteAccount } from '../../../../src/core/session/accounts/account.ts';
import type { EnvironmentAccount } from '../../../../src/core/session/accounts/environmentAccount.ts';
import type { ItemLink } from '../../../../src/core/session/itemLink.ts';
import { accountsOfLink } from '../../../../src/core/session/itemLink.ts';
import { switchAccountForLink } from '../../../../src/features/deepLinks/switchAccountForLink.ts';
import { readOtherDrafts } from '../../../../src/features/drafts/otherAccounts.ts';
import { switchAccountForDraft } from '../../../../src/features/drafts/switchAccountForDraft.ts';
import { offerOtherWorkspace } from '../../../../src/features/folder/otherWorkspace.ts';
import { createSignIn } from '../../../../src/features/signIn/feature.ts';
import { PageAccounts } from '../../../../src/features/signIn/pageAccounts.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { flushPromises } from '../../../support/clock.ts';
import { openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { recordingLogger } from '../../client/calls.ts';
import { answersFor, SessionsSetup, type Window, type WindowOptions } from '../../core/session/setup.ts';
import { memento } from '../../support/signedInWindow.ts';
import { ADDRESS_PROMPT } from './setup.ts';

const neverAborted = new AbortController().signal;
const LIST_TITLE = 'Select the account for this window';

let server: RunningServer;
let otherServer: RunningServer;
beforeAll(async () => {
  [server, otherServer] = await Promise.all([
    startSampleServer({ apiKey: 'plane_api_first' }),
    startSampleServer({ apiKey: 'plane_api_other' }),
  ]);
});
afterAll(() => Promise.all([server.stop(), otherServer.stop()]));

const sessionsSetup = forEachTest(() => SessionsSetup.open());

const hostOf = (running: RunningServer): string => new URL(running.baseUrl).host;
const accountNameOf = (running: RunningServer): string => `contrail at ${hostOf(running)} (Ada Park)`;

class AccountsWindow {
  readonly window: Window;
  readonly prompts = new ScriptedPrompts();
  readonly feature;
  /** The dependencies of the flows of other features. */
  readonly deps;

  constructor(options: WindowOptions = {}) {
    this.window = sessionsSetup.window(options);
    const { clock } = sessionsSetup;
    const logger = { ...recordingLogger().logger, show: () => undefined };
    const { prompts } = this;
    const { sessions } = this.window;
    this.feature = createSignIn({
      prompts,
      sessions,
      clock,
      logger,
      folderWorkspace: () => undefined,
      offerSampleFolder: async () => undefined,
    });
    this.deps = { prompts, sessions, clock, logger, signIn: this.feature.signIn };
  }

  /** Returns a window that is signed in to both servers, and uses the account on the second server. */
  static async signedIn(options: WindowOptions = {}): Promise<AccountsWindow> {
    const accountsWindow = new AccountsWindow(options);
    await accountsWindow.sessions.signIn(answersFor(server), neverAborted);
    await accountsWindow.sessions.signIn(answersFor(otherServer), neverAborted);
    return accountsWindow;
  }

  get sessions() {
    return this.window.sessions;
  }

  run(id: keyof ReturnType<typeof createSignIn>['commands'], target?: unknown): Promise<void> {
    return this.feature.commands[id].run(target, undefined);
  }

  /** Returns the account on this server. */
  async account(running: RunningServer): Promise<RemoteAccount> {
    const foundAccount = (await this.sessions.listAccounts()).find(
      (account): account is RemoteAccount => account.service === 'remote' && account.baseUrl === running.baseUrl,
    );
    if (foundAccount === undefined) throw new Error('the account is not listed');
    return foundAccount;
  }
}

describe('The command Switch Account', () => {
  it('lists accounts with server and user, marks the current account, and first focuses another account', async () => {
    const { prompts, ...accountsWindow } = await AccountsWindow.signedIn();
    const command = accountsWindow.feature.commands[COMMANDS.switchAccount].run(undefined, undefined);
    const list = await prompts.list(LIST_TITLE);
    expect(list.visible).toEqual([
      `contrail ✓ | ${hostOf(otherServer)} · Ada Park`,
      `contrail | ${hostOf(server)} · Ada Park`,
      'Sign In to Another Account…',
    ]);
    expect(list.focusedRow?.description).toContain(hostOf(server));
    expect(list.rows[0]).toMatchObject({
      icon: { id: 'account' },
      buttons: [{ tooltip: 'Replace Key…' }, { tooltip: 'Sign Out' }],
    });
    list.escape();
    await command;
  });

  it('changes the account of the window without another prompt', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const command = accountsWindow.run(COMMANDS.switchAccount);
    (await accountsWindow.prompts.list(LIST_TITLE)).enter();
    await command;
    expect(accountsWindow.sessions.current?.baseUrl).toBe(server.baseUrl);
    expect(accountsWindow.prompts.statusMessages).toEqual([`Switched to ${accountNameOf(server)}`]);
    expect(accountsWindow.prompts.pending).toEqual([]);
  });

  it('starts a sign-in if there is no account yet', async () => {
    const accountsWindow = new AccountsWindow();
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    expect(list.visible).toEqual(['Sign In…']);
    list.enter();
    (await accountsWindow.prompts.textBox(ADDRESS_PROMPT)).escape();
    await command;
  });

  it('switches to the local workspace', async () => {
    const accountsWindow = new AccountsWindow();
    await accountsWindow.sessions.signInLocally(neverAborted);
    await accountsWindow.sessions.signIn(answersFor(server), neverAborted);
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    expect(list.visible[1]).toBe('Sample workspace | On this machine');
    list.pick('Sample workspace');
    await command;
    expect(accountsWindow.sessions.currentAccountId).toBe('local');
  });

  it('shows a message if another window has deleted the key of the account while the list was open', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { id } = await accountsWindow.account(server);
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    sessionsSetup.secrets.entries.delete(`contrail.account.${id}`);
    list.enter();
    await command;
    await accountsWindow.prompts.message(
      `The key or token of ${accountNameOf(server)} is no longer stored. Sign in to the account again.`,
    );
    expect(accountsWindow.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
  });

  it('shows the reason if the secret storage cannot be read', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    sessionsSetup.secrets.rejectedOperations.add('read');
    await accountsWindow.run(COMMANDS.switchAccount);
    const error = await accountsWindow.prompts.message(
      'VS Code could not read the stored accounts. Cannot open the keyring.',
    );
    expect(error.words).toContain(
      'install a keyring such as gnome-keyring, or start VS Code with --password-store=basic',
    );
  });

  it('signs out of an account with the Sign Out button of the row, and then lists the remaining accounts', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    list.type(hostOf(server));
    list.press('Sign Out', 'contrail');
    await accountsWindow.prompts.message(`Signed out of ${accountNameOf(server)}. Drafts stay on this machine.`);
    const reopenedList = await accountsWindow.prompts.list(LIST_TITLE);
    expect(reopenedList.visible).toHaveLength(2);
    reopenedList.escape();
    await command;
    expect(accountsWindow.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
  });

  it('shows no list if the secret storage cannot be read and there is no account', async () => {
    const accountsWindow = new AccountsWindow();
    sessionsSetup.secrets.rejectedOperations.add('read');
    const command = accountsWindow.run(COMMANDS.switchAccount);
    (await accountsWindow.prompts.message('VS Code could not read the stored accounts.')).close();
    await command;
    expect(accountsWindow.prompts.pending).toEqual([]);
  });
});

describe('A rejected key', () => {
  it('is listed with the time of the rejection, and the user can enter a new key', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    const accountsWindow = new AccountsWindow();
    await accountsWindow.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), neverAborted);
    proxy.inject(() => true, { kind: 'invalidKey' });
    await accountsWindow.sessions.current?.store.resources.projects.list().reload();
    const warning = await accountsWindow.prompts.message('Authentication failed. The key or token of');
    expect(warning.words).toContain(`contrail at ${new URL(proxy.url).host} (Ada Park)`);
    warning.close();
    await flushPromises();
    proxy.removeFaults();
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    expect(list.rows[0]).toMatchObject({
      detail: expect.stringMatching(/^The server has rejected the key or token since \d/),
      icon: { id: 'warning' },
    });
    list.pick('contrail');
    const box = await accountsWindow.prompts.textBox('Replace Key: contrail at');
    expect(box).toMatchObject({ text: '', options: { isPassword: true } });
    box.enter('plane_api_wrong');
    await box.waitUntilIdle();
    expect(box.message).toContain('Authentication failed.');
    box.enter(server.apiKey);
    await command;
    expect(await accountsWindow.account(serverAt(proxy.url))).toMatchObject({ rejectedAt: undefined });
    expect(accountsWindow.sessions.current?.client.authentication.rejection).toBeUndefined();
  });

  it('can be replaced from the notification even if the window no longer uses the account', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { id } = await accountsWindow.account(server);
    const command = accountsWindow.run(COMMANDS.signInAgain, id);
    (await accountsWindow.prompts.textBox(`Replace Key: ${accountNameOf(server)}`)).enter(server.apiKey);
    await command;
    expect(accountsWindow.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
    expect(accountsWindow.prompts.statusMessages).toEqual([`Replaced the key of ${accountNameOf(server)}`]);
  });

  it('is not replaced if the secret storage cannot store the new key and the user cancels', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const command = accountsWindow.run(COMMANDS.switchAccount);
    (await accountsWindow.prompts.list(LIST_TITLE)).press('Replace Key…', 'contrail');
    sessionsSetup.secrets.rejectedOperations.add('store');
    const box = await accountsWindow.prompts.textBox('Replace Key');
    box.enter(otherServer.apiKey);
    (await accountsWindow.prompts.message('VS Code could not store the key or token.')).close();
    await box.waitUntilIdle();
    expect(box.message).toContain('Not replaced. VS Code could not store the key or token. Cannot open the keyring.');
    box.escape();
    (await accountsWindow.prompts.list(LIST_TITLE)).escape();
    await command;
  });
});

function serverAt(baseUrl: string): RunningServer {
  return { ...server, baseUrl };
}

describe('The command Sign Out', () => {
  it('asks for the account if there are several, then shows a button to switch to the remaining account', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const command = accountsWindow.run(COMMANDS.signOut);
    const list = await accountsWindow.prompts.list('Select the account to sign out of');
    expect(list.visible.map((row) => row.includes('✓'))).toEqual([true, false]);
    list.enter();
    await command;
    expect(accountsWindow.sessions.current).toBeUndefined();
    const message = await accountsWindow.prompts.message(`Signed out of ${accountNameOf(otherServer)}.`);
    expect(message.buttons).toEqual([`Switch to ${accountNameOf(server)}`]);
    message.select(`Switch to ${accountNameOf(server)}`);
    await accountsWindow.window.until((session) => session !== undefined);
    expect(accountsWindow.sessions.current?.baseUrl).toBe(server.baseUrl);
  });

  it('shows the button Switch Account if several accounts remain', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    await accountsWindow.sessions.signInLocally(neverAborted);
    const command = accountsWindow.run(COMMANDS.signOut);
    (await accountsWindow.prompts.list('Select the account to sign out of')).pick('Sample workspace');
    await command;
    (await accountsWindow.prompts.message('Signed out of the sample workspace.')).select('Switch Account…');
    await flushPromises();
    expect(accountsWindow.prompts.commands).toEqual([[COMMANDS.switchAccount]]);
  });
});

describe('Signing out while the secret storage fails', () => {
  it('ends the session of this window, and shows the button Retry', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    for (const operation of ['read', 'delete'] as const) sessionsSetup.secrets.rejectedOperations.add(operation);
    await accountsWindow.run(COMMANDS.signOut);
    expect((await accountsWindow.prompts.message('VS Code could not delete the stored key or token.')).buttons).toEqual(
      ['Retry'],
    );
    expect(accountsWindow.sessions.current).toBeUndefined();
  });
});

describe('The account from the environment', () => {
  const environment = (): EnvironmentAccount => ({
    baseUrl: server.baseUrl,
    workspace: server.workspace,
    secret: new Secret(server.apiKey),
  });

  it('is listed as “from the environment”, and is used without storing its key', async () => {
    const accountsWindow = new AccountsWindow({ environment: environment() });
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    expect(list.visible[0]).toBe(`contrail | ${hostOf(server)} | from the environment`);
    expect(list.rows[0]?.buttons).toEqual([]);
    list.enter();
    await command;
    expect(accountsWindow.sessions.currentAccountId).toBe('environment');
    expect(sessionsSetup.secrets.entries.size).toBe(0);
  });

  it('is not used if the server rejects its key, and a message names the environment variables', async () => {
    const accountsWindow = new AccountsWindow({
      environment: { baseUrl: server.baseUrl, workspace: server.workspace, secret: new Secret('plane_api_wrong') },
    });
    const command = accountsWindow.run(COMMANDS.switchAccount);
    (await accountsWindow.prompts.list(LIST_TITLE)).enter();
    await command;
    const error = await accountsWindow.prompts.message('Authentication failed.');
    expect(error.words).toContain(
      'Check the environment variables PLANE_API_KEY, PLANE_WORKSPACE_SLUG, PLANE_BASE_URL.',
    );
    expect(accountsWindow.sessions.current).toBeUndefined();
  });

  it('can be used with another key, after a message that the rejected key is in an environment variable', async () => {
    await using proxy = await openFaultProxy(server.baseUrl);
    const accountsWindow = new AccountsWindow({ environment: { ...environment(), baseUrl: proxy.url } });
    await accountsWindow.sessions.signInFromEnvironment(neverAborted);
    proxy.inject(() => true, { kind: 'invalidKey' });
    await accountsWindow.sessions.current?.store.resources.projects.list().reload();
    (await accountsWindow.prompts.message('Authentication failed. The key or token of')).select('Sign In Again…');
    await flushPromises();
    expect(accountsWindow.prompts.commands).toEqual([[COMMANDS.signInAgain, 'environment']]);
    const listPromise = accountsWindow.run(COMMANDS.switchAccount);
    (await accountsWindow.prompts.list(LIST_TITLE)).pick('contrail');
    await listPromise;
    expect(accountsWindow.prompts.commands).toHaveLength(2);
    expect(accountsWindow.prompts.commands[1]).toEqual([COMMANDS.signInAgain, 'environment']);

    const command = accountsWindow.run(COMMANDS.signInAgain, { kind: 'failed' });
    const message = await accountsWindow.prompts.message('is in the environment variable PLANE_API_KEY.');
    expect(message.words).toContain(`contrail at ${new URL(proxy.url).host} (Ada Park)`);
    message.select('Enter Another Key…');
    proxy.removeFaults();
    (await accountsWindow.prompts.textBox('API key for')).enter(server.apiKey);
    await command;
    expect(accountsWindow.sessions.current?.profile).not.toHaveProperty('source');
    expect(accountsWindow.sessions.current?.baseUrl).toBe(proxy.url);
  });

  it('can be signed in to again while the window uses another account', async () => {
    const accountsWindow = new AccountsWindow({ environment: environment() });
    await accountsWindow.sessions.signIn(answersFor(otherServer), neverAborted);
    const command = accountsWindow.run(COMMANDS.signInAgain, 'environment');
    const message = await accountsWindow.prompts.message(
      `The key of contrail at ${hostOf(server)} is in the environment`,
    );
    message.select('Enter Another Key…');
    const box = await accountsWindow.prompts.textBox(`API key for ${hostOf(server)}`);
    box.escape();
    await command;
    expect(accountsWindow.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
  });

  it.each([
    ['key', "PLANE_API_KEY contains spaces or special characters, which a key can't contain."],
    ['noWorkspace', 'PLANE_API_KEY is set, but PLANE_WORKSPACE_SLUG is not.'],
    ['workspace', 'PLANE_WORKSPACE_SLUG is not the slug of a workspace, for example my-team.'],
    ['baseUrl', 'PLANE_BASE_URL is not an HTTPS address such as https://plane.example.com.'],
  ] as const)(
    'is listed with a reason, and cannot be selected, if an environment variable is invalid (%s)',
    async (problem, text) => {
      const accountsWindow = new AccountsWindow({ environment: { problem } });
      const command = accountsWindow.run(COMMANDS.switchAccount);
      const list = await accountsWindow.prompts.list(LIST_TITLE);
      expect(list.visible[0]).toBe(`Account from the environment | ${text}`);
      list.enter();
      await list.handled();
      expect(list.isOpen).toBe(true);
      list.escape();
      await command;
    },
  );
});

describe('A key that is used for this session only', () => {
  it('is listed as “for this session only” while the secret storage fails', async () => {
    const accountsWindow = new AccountsWindow();
    for (const operation of ['read', 'store', 'delete'] as const)
      sessionsSetup.secrets.rejectedOperations.add(operation);
    await accountsWindow.sessions.signIn(answersFor(server), neverAborted, async () => 'session');
    const command = accountsWindow.run(COMMANDS.switchAccount);
    const message = await accountsWindow.prompts.message(
      'VS Code could not read the stored accounts. Cannot open the keyring.',
    );
    expect(message.words).toContain('On Linux, install a keyring such as gnome-keyring');
    const list = await accountsWindow.prompts.list(LIST_TITLE);
    expect(list.visible[0]).toBe(`contrail ✓ | ${hostOf(server)} · Ada Park | for this session only`);
    list.escape();
    await command;
  });
});

describe('PageAccounts', () => {
  it('returns the name of an account that the window does not use, and switches the window to it', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const accounts = new PageAccounts(accountsWindow.deps);
    const { id } = await accountsWindow.account(server);
    expect(await accounts.nameOf(id)).toBe(accountNameOf(server));
    expect(await accounts.use(id)).toBe(true);
    expect(accountsWindow.sessions.currentAccountId).toBe(id);
    expect(accountsWindow.prompts.pending).toEqual([]);
  });

  it('returns no name for a signed-out account, and starts a sign-in to switch to the account', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const accounts = new PageAccounts(accountsWindow.deps);
    const { id } = await accountsWindow.account(server);
    await accountsWindow.sessions.signOut(id);
    expect(await accounts.nameOf(id)).toBeUndefined();
    const switching = accounts.use(id);
    (await accountsWindow.prompts.textBox(ADDRESS_PROMPT)).escape();
    expect(await switching).toBe(false);
    expect(accountsWindow.sessions.currentAccountId).toBe((await accountsWindow.account(otherServer)).id);
  });
});

describe('A link to the workspace of another account', () => {
  const linkTo = ({ baseUrl, workspace }: RunningServer): ItemLink => ({
    baseUrl,
    workspace,
    item: { identifier: 'WEB-7' },
  });

  it('switches the account after one confirmation', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const link = linkTo(server);
    const accounts = accountsOfLink(link, await accountsWindow.sessions.listAccounts());
    const switching = switchAccountForLink(new PageAccounts(accountsWindow.deps), link, accounts);
    const question = await accountsWindow.prompts.message(`This link opens WEB-7 in the workspace of another account.`);
    expect(question.words).toContain(`This window uses ${accountNameOf(otherServer)}.`);
    question.select('Switch Account');
    expect(await switching).toBe(true);
    expect(accountsWindow.sessions.current?.baseUrl).toBe(server.baseUrl);
    expect(accountsWindow.prompts.pending).toEqual([]);
  });

  it('changes nothing if the user cancels', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const link = linkTo(server);
    const switching = switchAccountForLink(
      new PageAccounts(accountsWindow.deps),
      link,
      accountsOfLink(link, await accountsWindow.sessions.listAccounts()),
    );
    (await accountsWindow.prompts.message('This link opens WEB-7')).close();
    expect(await switching).toBe(false);
    expect(accountsWindow.sessions.current?.baseUrl).toBe(otherServer.baseUrl);
  });

  it('asks for the account if several accounts are in the workspace', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const account = await accountsWindow.account(server);
    const second = { ...account, id: 'second', me: { id: 'u2', name: 'Bea Lund' } };
    const switching = switchAccountForLink(new PageAccounts(accountsWindow.deps), linkTo(server), [second, account]);
    const list = await accountsWindow.prompts.list('Open WEB-7 from a Link');
    expect(list.visible).toEqual([
      `contrail | ${hostOf(server)} · Bea Lund`,
      `contrail | ${hostOf(server)} · Ada Park`,
    ]);
    list.type('Ada');
    list.enter();
    expect(await switching).toBe(true);
    expect(accountsWindow.sessions.currentAccountId).toBe(account.id);
  });

  it('does not match an account on another server, in another workspace, or in the local workspace', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    await accountsWindow.sessions.signInLocally(neverAborted);
    const accounts = await accountsWindow.sessions.listAccounts();
    expect(accountsOfLink({ ...linkTo(server), baseUrl: 'https://plane.example.com' }, accounts)).toEqual([]);
    expect(accountsOfLink({ ...linkTo(server), workspace: 'other' }, accounts)).toEqual([]);
    expect(accountsOfLink({ ...linkTo(server), baseUrl: undefined }, accounts)).toEqual([]);
    expect(accountsOfLink({ ...linkTo(server), workspace: 'Contrail' }, accounts)).toHaveLength(1);
  });
});

describe('The drafts of another account', () => {
  it('are read from disk with their account, and can be continued after a switch to that account', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { sessions, deps } = accountsWindow;
    const account = await accountsWindow.account(server);
    const draft: Partial<Draft> = { touched: { name: 'Unsent' } };
    await sessions.switchTo(account.id);
    sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => draft);
    await sessions.switchTo((await accountsWindow.account(otherServer)).id);
    const { current } = sessions;
    if (current === undefined) throw new Error('The user is not signed in.');
    expect(await readOtherDrafts({ ...deps, folder: `${sessionsSetup.folder}/none` }, current)).toEqual([]);
    const [owner, ...more] = await readOtherDrafts({ ...deps, folder: sessionsSetup.folder }, current);
    expect(owner).toMatchObject({
      id: account.id,
      account: { id: account.id },
      drafts: [{ draft: { title: 'WEB-1' } }],
    });
    expect(more).toEqual([]);
    if (owner === undefined) throw new Error('There are no drafts.');
    const switching = switchAccountForDraft({ ...deps, accounts: new PageAccounts(deps) }, owner);
    (await accountsWindow.prompts.message(`Switch to ${accountNameOf(server)} to continue with the draft?`)).select(
      'Switch Account',
    );
    expect(await switching).toBe(true);
    expect(sessions.currentAccountId).toBe(account.id);
  });

  it('can be continued after a sign-in if the user has signed out of the account', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { sessions, deps } = accountsWindow;
    const account = await accountsWindow.account(server);
    await sessions.switchTo(account.id);
    sessions.current?.draftStore.change('p1/w1', 'WEB-1', () => ({ touched: { name: 'Unsent' } }));
    await sessions.signOut();
    expect(sessions.current).toBeUndefined();
    const [owner] = await readOtherDrafts({ ...deps, folder: sessionsSetup.folder }, undefined);
    expect(owner).toMatchObject({ id: account.id, account: undefined, drafts: [{ draft: { title: 'WEB-1' } }] });
    if (owner === undefined) throw new Error('There are no drafts.');
    const signInAt = (running: RunningServer) => async () => {
      await sessions.signIn(answersFor(running), neverAborted);
    };
    const withSignIn = (running: RunningServer) => ({
      ...deps,
      accounts: new PageAccounts(deps),
      signIn: { run: signInAt(running) },
    });
    const question = () => accountsWindow.prompts.message('Sign in to the account of the draft to continue with it?');

    const canceledSwitch = switchAccountForDraft(withSignIn(server), owner);
    (await question()).close();
    expect(await canceledSwitch).toBe(false);
    expect(sessions.current).toBeUndefined();

    const otherSwitch = switchAccountForDraft(withSignIn(otherServer), owner);
    (await question()).select('Sign In…');
    await accountsWindow.prompts.message('The draft was not opened, because it belongs to another account.');
    expect(await otherSwitch).toBe(false);

    const switching = switchAccountForDraft(withSignIn(server), owner);
    (await question()).select('Sign In…');
    expect(await switching).toBe(true);
    expect(sessions.currentAccountId).toBe(account.id);
  });
});

describe('The notification about a folder whose settings name another workspace', () => {
  const binding = { workspace: 'contrail', project: undefined };

  it('has a button to switch to the only account in that workspace, and is shown only once', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const deps = { ...accountsWindow.deps, accounts: new PageAccounts(accountsWindow.deps), memory: memento() };
    const { current } = accountsWindow.sessions;
    if (current === undefined) throw new Error('The user is not signed in.');
    const otherSession = { ...current, workspace: 'elsewhere' };
    await accountsWindow.sessions.signOut((await accountsWindow.account(otherServer)).id);
    const offer = offerOtherWorkspace(deps, binding, otherSession);
    const message = await accountsWindow.prompts.message("This folder's settings specify the workspace “contrail”");
    message.select(`Switch to ${accountNameOf(server)}`);
    await offer;
    expect(accountsWindow.sessions.current?.baseUrl).toBe(server.baseUrl);
    await offerOtherWorkspace(deps, binding, otherSession);
    expect(accountsWindow.prompts.pending).toEqual([]);
  });

  it('has the button Switch Account if several accounts are in that workspace', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { current } = accountsWindow.sessions;
    if (current === undefined) throw new Error('The user is not signed in.');
    const offer = offerOtherWorkspace(
      { ...accountsWindow.deps, accounts: new PageAccounts(accountsWindow.deps), memory: memento() },
      binding,
      {
        ...current,
        workspace: 'elsewhere',
      },
    );
    (await accountsWindow.prompts.message("This folder's settings")).select('Switch Account…');
    await offer;
    expect(accountsWindow.prompts.commands).toEqual([[COMMANDS.switchAccount]]);
  });

  it('has a button to sign in to that workspace if no account is in that workspace', async () => {
    const accountsWindow = await AccountsWindow.signedIn();
    const { current } = accountsWindow.sessions;
    if (current === undefined) throw new Error('The user is not signed in.');
    const offer = offerOtherWorkspace(
      { ...accountsWindow.deps, accounts: new PageAccounts(accountsWindow.deps), memory: memento() },
      { workspace: 'acme', project: undefined },
      current,
    );
    (await accountsWindow.prompts.message("This folder's settings")).select('Sign In to “acme”…');
    (await accountsWindow.prompts.textBox(ADDRESS_PROMPT)).escape();
    await offer;
  });
});
