// Tests identifiers of work items whose project belongs to another account than the current one.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session.ts';
import { MentionResolverHolder } from '../../../../src/features/mentions/mentionResolverHolder.ts';
import { OtherAccountFinder } from '../../../../src/features/signIn/otherAccountFinder.ts';
import { SignInFlow } from '../../../../src/features/signIn/signIn.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { openItem, pickOfAnyAccount } from '../../../../src/shell/itemPicker/withItem.ts';
import { type ChosenItem, WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { openFaultProxy } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { type ScriptedList, ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';
import { recordingLogger } from '../../client/calls.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';
import { memento } from '../../support/signedInWindow.ts';

const TITLE = 'Go to Work Item';

let server: TestServer;
let otherServer: TestServer;
beforeAll(async () => {
  [server, otherServer] = await Promise.all([startTestServer(), startTestServer({ apiKey: 'plane_api_other' })]);
  const projectResponse = await otherServer.ask('POST', 'projects/', {
    body: { name: 'Operations', identifier: 'OPS' },
  });
  const { id }: { id: string } = await projectResponse.json();
  const item = await otherServer.ask('POST', `projects/${id}/work-items/`, { body: { name: 'Rotate the logs' } });
  expect(item.status).toBe(201);
});
afterAll(() => Promise.all([server.stop(), otherServer.stop()]));

/** The proxy of the other server, which records the requests. */
let requestCountAfterSignIn: number;
let openedItems: ChosenItem[];
let deps: Parameters<typeof openItem>[0];

const setup = forEachTest(() => SessionsSetup.open());
const proxy = forEachTest(() => openFaultProxy(otherServer.baseUrl));
const window = forEachTest(() => setup.window());
const prompts = forEachTest(() => new ScriptedPrompts());
beforeEach(async () => {
  openedItems = [];
  const { sessions } = window;
  const { clock, memory } = setup;
  const mentions = new MentionResolverHolder(memory, clock);
  sessions.onDidChange((session) =>
    session === undefined ? mentions.dispose() : void mentions.followSession(session),
  );
  const signIn = new SignInFlow({ prompts, sessions, folderWorkspace: () => undefined });
  const { logger } = recordingLogger();
  const otherAccounts = new OtherAccountFinder({ prompts, sessions, clock, logger, signIn, memory });
  const items = new WorkItemPicker(sessions, createRecentItems(memento()), prompts, clock);
  const open = (chosen: ChosenItem) => openedItems.push(chosen) as never;
  const panels = { active: undefined, open, preview: async (chosen: ChosenItem) => open(chosen) };
  deps = { prompts, sessions, items, panels, mentions, otherAccounts };
  await signInTo(otherServer, proxy.url);
  await signInTo(server, server.baseUrl);
  requestCountAfterSignIn = proxy.requests.length;
});

async function signInTo(running: TestServer, baseUrl: string): Promise<void> {
  await window.sessions.signIn(answersFor(running, { baseUrl }), AbortSignal.timeout(10_000));
  await currentSession().store.resources.projects.list().read();
}

function currentSession(): Session {
  const { current } = window.sessions;
  if (current === undefined) throw new Error('The user is not signed in.');
  return current;
}

/** Returns the requests to the other server after the sign-in to both accounts. */
const newRequests = () => proxy.requests.slice(requestCountAfterSignIn);
const otherAccountName = (): string => `contrail at ${new URL(proxy.url).host} (Ada Park)`;

/** Opens the list and enters the text. Resolves when the server's results are listed. */
async function search(text: string): Promise<{ list: ScriptedList; picked: Promise<ChosenItem | undefined> }> {
  const picked = pickOfAnyAccount(deps, TITLE);
  const list = await prompts.list(TITLE);
  list.type(text);
  await advanceUntilDone(setup.clock, list.waitUntilIdle());
  return { list, picked };
}

const question = () =>
  prompts.message(`OPS-1 is in a project of ${otherAccountName()}. Switch to this account to open it?`);

describe('The work item picker, for an identifier of another account,', () => {
  it('asks for confirmation before it sends a request to the other account and opens the work item', async () => {
    const { list, picked } = await search('ops-1');
    expect(list.visible).toEqual([`OPS-1 | In a project of ${otherAccountName()}`]);
    list.enter();
    const message = await question();
    expect(message.words).toContain('Drafts of that account stay on this machine.');
    expect(newRequests()).toEqual([]);
    message.select('Switch Account');
    const chosen = await advanceUntilDone(setup.clock, picked);
    expect(chosen?.session).toBe(currentSession());
    expect(currentSession().baseUrl).toBe(proxy.url);
    expect(chosen && currentSession().store.item(chosen.address)?.name).toBe('Rotate the logs');
  });

  it('asks for confirmation when the server responds if the user has already pressed Enter', async () => {
    const picked = pickOfAnyAccount(deps, TITLE);
    const list = await prompts.list(TITLE);
    list.type('OPS-1');
    list.enter();
    (await advanceUntilDone(setup.clock, question())).close();
    expect(await picked).toBeUndefined();
    expect(currentSession().baseUrl).toBe(server.baseUrl);
    expect(newRequests()).toEqual([]);
  });

  it('does not suggest another account if the current account or no account has the project', async () => {
    const currentAccountSearch = await search('WEB-1');
    expect(currentAccountSearch.list.visible[0]).toMatch(/^WEB-1 \| Use the board/);
    currentAccountSearch.list.enter();
    await currentAccountSearch.list.handled();
    expect((await currentAccountSearch.picked)?.session.baseUrl).toBe(server.baseUrl);
    const missingItemSearch = await search('WEB-4711');
    expect(missingItemSearch.list.visible).toEqual(['WEB-4711 | No work item has this identifier']);
    missingItemSearch.list.escape();
    expect(await missingItemSearch.picked).toBeUndefined();
    const unknownProjectSearch = await search('NONE-1');
    expect(unknownProjectSearch.list.visible).toEqual(['NONE-1 | No work item has this identifier']);
    unknownProjectSearch.list.escape();
    expect(await unknownProjectSearch.picked).toBeUndefined();
  });

  it('does not suggest the other account after the user has signed out of that account', async () => {
    const [, other] = await window.sessions.listAccounts();
    await window.sessions.signOut(other?.id);
    const { list, picked } = await search('OPS-1');
    expect(list.visible).toEqual(['OPS-1 | No work item has this identifier']);
    list.escape();
    expect(await picked).toBeUndefined();
  });

  it('shows a warning after the switch if the other account has no work item with the identifier', async () => {
    const { list, picked } = await search('OPS-99');
    list.enter();
    (await prompts.message('OPS-99 is in a project of')).select('Switch Account');
    await advanceUntilDone(setup.clock, prompts.message('OPS-99 does not exist, or you have no access to it.'));
    expect(await picked).toBeUndefined();
  });
});

describe('A link with only an identifier', () => {
  it('opens a work item of another account after a confirmation', async () => {
    const openPromise = openItem(deps, { identifier: 'OPS-1' }, 'Open Work Item');
    (await question()).select('Switch Account');
    await advanceUntilDone(setup.clock, openPromise);
    expect(openedItems.map(({ session }) => session.baseUrl)).toEqual([proxy.url]);
    expect(prompts.pending).toEqual([]);
  });

  it('changes nothing and shows no warning if the user cancels the confirmation', async () => {
    const openPromise = openItem(deps, { identifier: 'OPS-1' }, 'Open Work Item');
    (await question()).close();
    await openPromise;
    expect([openedItems, prompts.pending, newRequests()]).toEqual([[], [], []]);
    expect(currentSession().baseUrl).toBe(server.baseUrl);
  });

  it('opens a work item of the current account without a confirmation', async () => {
    await advanceUntilDone(setup.clock, openItem(deps, { identifier: 'WEB-2' }, 'Open Work Item'));
    expect(openedItems.map(({ session }) => session.baseUrl)).toEqual([server.baseUrl]);
    expect(prompts.pending).toEqual([]);
  });

  it('asks for the account if several accounts have the project', async () => {
    await using thirdProxy = await openFaultProxy(otherServer.baseUrl);
    await signInTo(otherServer, thirdProxy.url);
    await signInTo(server, server.baseUrl);
    const openPromise = openItem(deps, { identifier: 'OPS-1' }, 'Open Work Item');
    const list = await prompts.list('Open OPS-1');
    expect(list.rows).toHaveLength(2);
    list.type(new URL(proxy.url).host);
    list.enter();
    await advanceUntilDone(setup.clock, openPromise);
    expect(openedItems.map(({ session }) => session.baseUrl)).toEqual([proxy.url]);
  });
});
