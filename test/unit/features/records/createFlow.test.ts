// Tests the commands that create records: the kind, the steps that follow, Back, and the input box for a title.
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { creationCommands } from '../../../../src/features/records/creationCommands.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedTextBox } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { memento, signInTo } from '../../support/signedInWindow.ts';

type Deps = Parameters<typeof creationCommands>[0];

/** The new records whose pages were opened. */
let openedPages: unknown[];
/** The work items that were created without a page. */
let createdItems: RecordAddress[];
/** Whether a tab shows the page of the new work item. */
let isPageOpen: boolean;
const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));
beforeEach(async () => {
  openedPages = [];
  createdItems = [];
  isPageOpen = false;
});

function create(
  command: typeof COMMANDS.create | typeof COMMANDS.createWorkItem = COMMANDS.create,
  target?: unknown,
): Promise<void> {
  const { prompts, sessions, clock } = window;
  const panels: Deps['panels'] = {
    active: undefined,
    isOpen: () => isPageOpen,
    showCreated: (_session, address) => void createdItems.push(address),
    openNew: async (_session, location, initialValues, newRecord) => {
      const cycle = newRecord?.cycle;
      openedPages.push({ ...location, initialValues, ...(cycle === undefined ? {} : { cycle }) });
    },
  };
  const deps: Deps = {
    prompts,
    sessions,
    clock,
    panels,
    items: new WorkItemPicker(sessions, createRecentItems(memento()), prompts, clock),
    folderBinding: () => ({ workspace: undefined, project: undefined }),
    templateSettings: () => ({ user: undefined, folders: [] }),
    loadMarkdownToHtml: async () => (markdown) => markdown,
  };
  return creationCommands(deps)[command].run(target, undefined);
}

const pickKind = async (kind: string): Promise<void> =>
  (await window.prompts.list('What Do You Want to Create?')).pick(kind);

describe('The command Create', () => {
  it('asks for the kind and the project, and opens the page of the new record', async () => {
    const createPromise = create();
    await pickKind('Cycle');
    const projects = await window.prompts.list('Create Cycle in Project');
    await projects.waitUntilIdle();
    projects.pick('Atlas Web');
    await createPromise;
    expect(openedPages).toEqual([{ kind: 'cycle', within: sample.project('WEB'), initialValues: {} }]);
  });

  it('gives a new state a group and a color, and a new label a color', async () => {
    for (const kind of ['State', 'Label']) {
      const createPromise = create();
      await pickKind(kind);
      const projects = await window.prompts.list(`Create ${kind} in Project`);
      await projects.waitUntilIdle();
      projects.pick('Atlas Web');
      await createPromise;
    }
    const within = sample.project('WEB');
    expect(openedPages).toEqual([
      { kind: 'state', within, initialValues: { group: 'started', color: '#f59e0b' } },
      { kind: 'label', within, initialValues: { color: expect.stringMatching(/^#[0-9a-f]{6}$/) } },
    ]);
  });

  it.each([
    ['Work Item', 'Create Work Item in Project'],
    ['Sub-Item', 'Create Sub-Item: Work Item'],
    ['Epic', 'Create Epic in Project'],
    ['Module', 'Create Module in Project'],
    ['State', 'Create State in Project'],
    ['Label', 'Create Label in Project'],
    ['Customer Request', 'Create Customer Request'],
  ])('for the kind %s shows the prompt “%s”, from which Back returns to the kinds', async (kind, title) => {
    const createPromise = create();
    await pickKind(kind);
    (await window.prompts.list(title)).press(BACK_BUTTON.id);
    const kinds = await window.prompts.list('What Do You Want to Create?');
    kinds.escape();
    await createPromise;
    expect(openedPages).toEqual([]);
    expect(window.prompts.pending).toEqual([]);
  });

  it.each([
    ['Project', 'project'],
    ['Initiative', 'initiative'],
    ['Teamspace', 'teamspace'],
    ['Customer', 'customer'],
  ])('opens the page of a new record of the kind %s without further steps', async (label, kind) => {
    const createPromise = create();
    await pickKind(label);
    await createPromise;
    expect(openedPages).toEqual([{ kind, within: '', initialValues: {} }]);
  });

  it('creates a sticky in the Stickies view', async () => {
    const createPromise = create();
    await pickKind('Sticky');
    await createPromise;
    expect(window.prompts.commands).toEqual([[COMMANDS.createSticky]]);
  });
});

describe('A create command in the menu of a row', () => {
  const WEB_PROJECT_ID = sample.project('WEB');

  it('sets the epic of the row as the parent of the new work item', async () => {
    const done = create(COMMANDS.createWorkItem, { kind: 'epic', within: WEB_PROJECT_ID, id: 'e1' });
    (await window.prompts.textBox('Create Work Item')).enter('');
    await done;
    expect(openedPages).toEqual([{ kind: 'workItem', within: WEB_PROJECT_ID, initialValues: { parent: 'e1' } }]);
  });

  it('creates a work item in the project whose row says that the project has no work items', async () => {
    const under = { kind: 'project', project: WEB_PROJECT_ID, under: undefined };
    const row = { kind: 'empty', list: { of: 'items', owner: WEB_PROJECT_ID }, under };
    const done = create(COMMANDS.createWorkItem, row);
    (await window.prompts.textBox('Create Work Item')).enter('');
    await done;
    expect(openedPages).toEqual([{ kind: 'workItem', within: WEB_PROJECT_ID, initialValues: {} }]);
  });

  it.each([
    ['cycles', WEB_PROJECT_ID, 'cycle'],
    ['modules', WEB_PROJECT_ID, 'module'],
    ['epics', WEB_PROJECT_ID, 'epic'],
    ['initiatives', '', 'initiative'],
    ['initiativeLabels', '', 'initiativeLabel'],
    ['teamspaces', '', 'teamspace'],
    ['customers', '', 'customer'],
    ['customerProperties', '', 'customerProperty'],
  ])('on the folder %s of “%s” creates a record of the kind %s without further steps', async (folder, owner, kind) => {
    await create(COMMANDS.create, { kind: 'folder', folder, owner, under: undefined });
    expect(openedPages).toEqual([{ kind, within: owner, initialValues: {} }]);
  });

  it('creates a request of the customer, and an initiative with the state of the group', async () => {
    await create(COMMANDS.create, { kind: 'customer', within: '', id: 'c1' });
    await create(COMMANDS.create, { kind: 'initiativeGroup', state: 'ACTIVE', under: undefined });
    expect(openedPages).toEqual([
      { kind: 'customerRequest', within: 'c1', initialValues: {} },
      { kind: 'initiative', within: '', initialValues: { state: 'ACTIVE' } },
    ]);
  });

  it('asks on a project for the kinds of records in projects, and creates the record in this project', async () => {
    const done = create(COMMANDS.create, { kind: 'project', project: WEB_PROJECT_ID, under: undefined });
    const kinds = await window.prompts.list('What Do You Want to Create?');
    expect(kinds.visible).toEqual(['Work Item', 'Epic', 'Cycle', 'Module', 'State', 'Label']);
    kinds.pick('Module');
    await done;
    expect(openedPages).toEqual([{ kind: 'module', within: WEB_PROJECT_ID, initialValues: {} }]);
  });
});

describe('The input box for the title of a new work item', () => {
  const WEB = sample.project('WEB');
  const webRow = { kind: 'project', within: '', id: WEB };
  const TITLE = 'Create Work Item in Atlas Web';
  const isItemPost = (method: string, path: string) => method === 'POST' && path.endsWith('/work-items/');
  const { key } = newRecordTarget({ kind: 'workItem', within: WEB });
  const draftTitle = () => window.session.draftStore.get(key)?.touched['name'];
  beforeEach(() => window.loadItems('WEB'));

  async function open(target: unknown = webRow): Promise<{ box: ScriptedTextBox; done: Promise<void> }> {
    const done = window.whileTimePasses(create(COMMANDS.createWorkItem, target));
    return { box: await window.prompts.textBox(TITLE), done };
  }

  const itemOnServer = async (id = '') => {
    const { workItems } = window.session.store.resources;
    return window.whileTimePasses(workItems.readOne(id, WEB));
  };

  it('creates the work item with one request, and the status bar message opens the work item', async () => {
    const before = window.proxy.requests.length;
    const { box, done } = await open();
    box.enter('Carry the board');
    await done;
    expect(window.proxy.requests.slice(before).map(({ method }) => method)).toEqual(['POST']);
    const [created] = createdItems;
    expect(await itemOnServer(created?.id)).toMatchObject({
      name: 'Carry the board',
      state: sample.state('WEB', 'Backlog'),
    });
    expect(window.prompts.statusMessages).toEqual(['Created WEB-29 Carry the board']);
    expect(window.prompts.statusActions).toMatchObject([
      { command: COMMANDS.openWorkItem, argument: { project: WEB, id: created?.id } },
    ]);
    expect(draftTitle()).toBeUndefined();
    expect(openedPages).toEqual([]);
  });

  it.each([
    ['state', sample.state('WEB', 'In Review'), { state: sample.state('WEB', 'In Review') }],
    ['priority', 'high', { priority: 'high' }],
    ['module', sample.module('WEB', 'Offline'), { module: sample.module('WEB', 'Offline') }],
  ] as const)('sets the %s of the group in which the command was run', async (by, value, expected) => {
    const { box, done } = await open({ kind: 'group', project: WEB, by, value });
    box.enter('In the group');
    await done;
    expect(await itemOnServer(createdItems[0]?.id)).toMatchObject(expected);
  });

  it('sets as parent the epic in whose row the command was run', async () => {
    const { box, done } = await open({ kind: 'epic', within: WEB, id: sample.workItem('WEB', 1) });
    box.enter('Below');
    await done;
    expect(await itemOnServer(createdItems[0]?.id)).toMatchObject({ parent: sample.workItem('WEB', 1) });
  });

  it('adds the work item to the cycle in whose row the command was run', async () => {
    const cycle = sample.cycle('WEB', 'Board by keyboard');
    const { box, done } = await open({ kind: 'cycle', within: WEB, id: cycle });
    box.enter('In the cycle');
    await done;
    const additions = window.proxy.matchingRequests(matchRequest('POST', `/cycles/${cycle}/cycle-issues/`));
    expect(additions).toHaveLength(1);
  });

  it.each([
    ['Enter', ''],
    ['More Fields…', 'Carry the board'],
  ])(
    'opens the page, whose draft has the typed title, when the user selects %s with the title “%s”',
    async (key, text) => {
      const { box, done } = await open({ kind: 'group', project: WEB, by: 'priority', value: 'low' });
      box.type(text);
      if (key === 'Enter') box.enter();
      else box.press(key);
      await done;
      expect(openedPages).toEqual([{ kind: 'workItem', within: WEB, initialValues: { priority: 'low' } }]);
      expect(draftTitle()).toBe(text === '' ? undefined : text);
      expect(window.proxy.matchingRequests(isItemPost)).toEqual([]);
    },
  );

  it('shows similar work items of the project while the user types, without a request', async () => {
    const { box, done } = await open();
    const requestCount = window.proxy.requests.length;
    box.type('Board flickers for a colleague');
    expect(box.message).toBe('Similar: WEB-7 Board flickers when a colleague moves a card');
    box.type('Something else');
    expect(box.message).toBeUndefined();
    expect(window.proxy.requests).toHaveLength(requestCount);
    box.escape();
    await done;
  });

  it('keeps the typed title as the draft when the user presses Escape, and shows it again', async () => {
    const { box, done } = await open();
    box.type('Carry');
    box.escape();
    await done;
    expect(draftTitle()).toBe('Carry');
    const next = await open();
    expect(next.box.text).toBe('Carry');
    next.box.type('');
    next.box.escape();
    await next.done;
    expect(window.session.draftStore.get(key)?.newRecord).toBeUndefined();
  });

  it('moves the typed title to another project when the user selects Back', async () => {
    const done = window.whileTimePasses(create(COMMANDS.createWorkItem));
    const pickProject = async (name: string): Promise<void> => {
      const projects = await window.prompts.list('Create Work Item in Project');
      await projects.waitUntilIdle();
      projects.pick(name);
    };
    await pickProject('Atlas Web');
    const box = await window.prompts.textBox(TITLE);
    box.type('Carry');
    box.press(BACK_BUTTON.id);
    await pickProject('Courier API');
    const otherBox = await window.prompts.textBox('Create Work Item in Courier API');
    expect(otherBox.text).toBe('Carry');
    expect(draftTitle()).toBeUndefined();
    otherBox.escape();
    await done;
    expect(
      window.session.draftStore.get(newRecordTarget({ kind: 'workItem', within: sample.project('API') }).key)?.touched,
    ).toEqual({
      name: 'Carry',
    });
  });

  it('stays open with the error and the title if the server rejects the work item, and creates it on Enter', async () => {
    window.proxy.inject(isItemPost, answerWith(400, { error: 'No' }), 1);
    const { box, done } = await open();
    box.enter('Carry');
    await expect.poll(() => box.message).toContain('The server rejected this (No).');
    expect(box.text).toBe('Carry');
    expect(draftTitle()).toBe('Carry');
    box.enter();
    await done;
    expect(createdItems).toHaveLength(1);
  });

  it('creates the work item once if the response is lost and the user presses Enter again', async () => {
    window.proxy.inject(isItemPost, { kind: 'lost' }, 1);
    const { box, done } = await open();
    box.enter('Only once');
    await expect.poll(() => box.message).toContain('kept as a draft');
    box.enter();
    await done;
    const list = window.session.store.list({ of: 'items', owner: WEB });
    await window.whileTimePasses(list.reload());
    const names = list.state.ids.map((id) => window.session.store.item({ project: WEB, id })?.name);
    expect(names.filter((name) => name === 'Only once')).toHaveLength(1);
  });

  it('reports a failure after the user has closed the box, and keeps the title', async () => {
    window.proxy.inject(isItemPost, answerWith(400, { error: 'No' }), 1);
    const { box, done } = await open();
    box.enter('Carry');
    box.escape();
    const warning = await window.prompts.message('The server rejected this (No).');
    warning.select('Show Drafts');
    await done;
    await expect.poll(() => window.prompts.commands).toEqual([[COMMANDS.drafts]]);
    expect(draftTitle()).toBe('Carry');
  });

  it.each(['is open', 'has a draft with other fields'])(
    'is not shown if the page %s, which is shown instead',
    async (reason) => {
      const { draftStore } = window.session;
      isPageOpen = reason === 'is open';
      await draftStore.open(key);
      if (!isPageOpen) draftStore.change(key, 'New', () => ({ touched: { priority: 'high' } }));
      await create(COMMANDS.createWorkItem, webRow);
      expect(openedPages).toHaveLength(1);
      expect(window.prompts.pending).toEqual([]);
    },
  );
});
