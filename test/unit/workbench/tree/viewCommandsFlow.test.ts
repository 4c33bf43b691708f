// Tests the commands that group, sort and filter the views, and that pin work items.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/cache/address.ts';
import type { Session } from '../../../../src/session/session.ts';
import { DEFAULT_CHOICES, NO_FILTER, type ViewChoices } from '../../../../src/tree/grouping/choices.ts';
import { COMMANDS } from '../../../../src/workbench/contributions.ts';
import { viewCommands } from '../../../../src/workbench/features/tree/viewCommands.ts';
import { createPinnedItems } from '../../../../src/workbench/features/workItems/rememberedItems.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup, type Window } from '../../session/setup.ts';

const WEB_28: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };
const WEB_1: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 1) };

let server: TestServer;
let sessionsSetup: SessionsSetup;
let window: Window;
let session: Session;
beforeAll(async () => {
  server = await startTestServer();
  sessionsSetup = await SessionsSetup.open();
  window = sessionsSetup.window();
  session = await signedIn(window, server);
  await session.store.list({ of: 'items', owner: sample.project('WEB') }).read();
});
afterAll(async () => {
  await sessionsSetup[Symbol.asyncDispose]();
  await server.stop();
});

async function signedIn({ sessions }: Pick<Window, 'sessions'>, target: TestServer): Promise<Session> {
  await sessions.signIn(answersFor(target), new AbortController().signal);
  if (sessions.current === undefined) throw new Error('The server rejected the key.');
  return sessions.current;
}

/** Stores values as a memento of VS Code does. */
class Memory {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, fallback?: T): T {
    return (this.#values.get(key) ?? fallback) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

/** Applies choices like the views, and records which of them are stored. */
class RecordedViews {
  choices: ViewChoices = DEFAULT_CHOICES;
  readonly stored: Partial<ViewChoices>[] = [];
  readonly pins = createPinnedItems(new Memory());
  readonly revealed: unknown[] = [];
  /** Whether `reveal` finds the row of the record. */
  hasRow = true;

  async choose(changes: Partial<ViewChoices>, { kept = true } = {}): Promise<void> {
    this.choices = { ...this.choices, ...changes };
    if (kept) this.stored.push(changes);
  }

  async reveal(...args: readonly unknown[]): Promise<boolean> {
    this.revealed.push(args);
    return this.hasRow;
  }

  async lookThrough(): Promise<void> {
    throw new Error('No test of this file runs this command.');
  }
}

let prompts: ScriptedPrompts;
let views: RecordedViews;
let pickerTitles: string[];
beforeEach(() => {
  prompts = new ScriptedPrompts();
  views = new RecordedViews();
  pickerTitles = [];
});

/** Runs a command. `active` is the work item whose page is active. The picker of work items is cancelled. */
function run(
  id: keyof ReturnType<typeof viewCommands>,
  {
    target,
    active,
    sessions = window.sessions,
  }: { target?: unknown; active?: ItemAddress; sessions?: Window['sessions'] } = {},
): Promise<void> {
  const items = {
    choose: async (given: ItemAddress | undefined, title: string) => {
      pickerTitles.push(title);
      return given && { session, address: given };
    },
  };
  const panels = { active: active && { item: active } };
  return viewCommands({ prompts, sessions, items, panels, views })[id].run(target, undefined);
}

describe('The command Group By', () => {
  it('lists each grouping, marks the current one, and stores the selected one', async () => {
    const command = run(COMMANDS.groupBy);
    const list = await prompts.list('Group Work Items By');
    expect(list.visible).toEqual([
      'None | current',
      'State',
      'Priority',
      'Assignee',
      'Label',
      'Module',
      'Cycle',
      'Type',
    ]);
    list.pick('Cycle');
    await command;
    expect(views.stored).toEqual([{ groupBy: 'cycle' }]);
  });

  it('changes nothing if the user cancels', async () => {
    const command = run(COMMANDS.groupBy);
    (await prompts.list('Group Work Items By')).escape();
    await command;
    expect(views.stored).toEqual([]);
  });

  it('lists the type only while it is selected if the server does not support work item types', async () => {
    const community = await startTestServer({ dialect: 'community' });
    await using setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    const { client } = await signedIn({ sessions }, community);
    await expect(client.call.listWorkItemTypes({ project_id: sample.project('WEB') })).rejects.toMatchObject({
      fault: { kind: 'notFound' },
    });
    const labels = async (): Promise<readonly string[]> => {
      const command = run(COMMANDS.groupBy, { sessions });
      const list = await prompts.list('Group Work Items By');
      list.escape();
      await command;
      return list.visible;
    };
    expect(await labels()).not.toContain('Type');
    views.choices = { ...DEFAULT_CHOICES, groupBy: 'type' };
    expect(await labels()).toContain('Type | current');
    const filter = run(COMMANDS.filter, { sessions });
    const fields = await prompts.list('Enter words');
    expect(fields.visible.join()).not.toContain('Type');
    fields.escape();
    await filter;
    await community.stop();
  });
});

describe('The command Group Initiatives By', () => {
  it('stores the selected grouping', async () => {
    const command = run(COMMANDS.groupInitiativesBy);
    const list = await prompts.list('Group Initiatives By');
    expect(list.visible).toEqual(['None | current', 'State']);
    list.pick('State');
    await command;
    expect(views.stored).toEqual([{ initiativesBy: 'state' }]);
  });
});

describe('The command Sort By', () => {
  it('lists both directions of each order, marks the current one, and stores the selected one', async () => {
    const command = run(COMMANDS.sortBy);
    const list = await prompts.list('Sort Work Items By');
    expect(list.visible).toHaveLength(12);
    expect(list.visible).toEqual(
      expect.arrayContaining(['Created: newest first | current', 'Name: A to Z | among loaded work items']),
    );
    expect(list.visible.filter((row) => row.includes('current'))).toHaveLength(1);
    list.pick('Priority: most urgent first');
    await command;
    expect(views.stored).toEqual([{ sortBy: 'priority', descending: false }]);
  });

  it('changes nothing if the user cancels', async () => {
    const command = run(COMMANDS.sortBy);
    (await prompts.list('Sort Work Items By')).escape();
    await command;
    expect(views.stored).toEqual([]);
  });
});

describe('The command Filter', () => {
  const ADA = sample.user('ada');

  it('filters the views while the user types, and stores the trimmed text with Enter', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Enter words or an identifier');
    list.type('the ');
    expect([views.choices.filter.text, views.stored]).toEqual(['the ', []]);
    list.type(' the guide ');
    expect(list.focusedRow).toMatchObject({ label: 'Show Matching Work Items' });
    list.enter();
    await command;
    expect(views.stored).toEqual([{ filter: { ...NO_FILTER, text: 'the guide' } }]);
  });

  it('stores the typed text if the user closes the list with Escape', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Enter words');
    list.type('guide');
    list.escape();
    await command;
    expect(views.stored).toEqual([{ filter: { ...NO_FILTER, text: 'guide' } }]);
  });

  it('returns to the fields after the values of a field were checked, and shows the values beside the field', async () => {
    const command = run(COMMANDS.filter);
    const fields = await prompts.list('Enter words');
    fields.type('guide');
    expect(fields.visible).toEqual([
      'Show Matching Work Items',
      ...['State…', 'Priority…', 'Assignee…', 'Label…', 'Type…'].map((field) => `${field} | any`),
      'Clear Filter',
    ]);
    fields.pick('Priority…');
    const priorities = await prompts.list('Filter Work Items by Priority');
    expect(priorities.visible).toEqual(['Urgent', 'High', 'Medium', 'Low', 'No priority']);
    expect(priorities.checkedLabels).toEqual([]);
    priorities.check('High', 'No priority');
    priorities.enter();
    const again = await prompts.list('Enter words');
    expect(again.text).toBe('guide');
    expect(again.visible).toContain('Priority… | High, No priority');
    expect(views.stored).toEqual([]);
    again.pick('Priority…');
    const checkedAgain = await prompts.list('Filter Work Items by Priority');
    expect(checkedAgain.checkedLabels).toEqual(['High', 'No priority']);
    checkedAgain.escape();
    (await prompts.list('Enter words')).enter();
    await command;
    expect(views.stored).toEqual([{ filter: { ...NO_FILTER, text: 'guide', priorities: ['high', 'none'] } }]);
  });

  it.each([
    [
      'State…',
      ['No state', 'Backlog', 'Cancelled', 'Done', 'In Progress', 'In Review', 'Todo'],
      'Todo',
      { states: ['Todo'] },
    ],
    ['Assignee…', expect.arrayContaining(['Unassigned', 'Ada Park (me)']), 'Ada Park (me)', { assignees: [ADA] }],
    ['Label…', expect.arrayContaining(['No label']), 'No label', { labels: [''] }],
  ])('lists for the field %s the values of loaded work items', async (field, rows, checked, filter) => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Enter words')).pick(field);
    const values = await prompts.list('Filter Work Items by');
    expect(values.visible).toEqual(rows);
    expect(values.visible.length).toBeGreaterThan(1);
    values.check(checked);
    values.enter();
    (await prompts.list('Enter words')).pick('Show Matching Work Items');
    await command;
    expect(views.stored).toEqual([{ filter: { ...NO_FILTER, ...filter } }]);
  });

  it('lists a selected value that no loaded work item has', async () => {
    views.choices = { ...DEFAULT_CHOICES, filter: { ...NO_FILTER, labels: ['gone'] } };
    const command = run(COMMANDS.filter);
    const fields = await prompts.list('Enter words');
    expect(fields.visible).toContain('Label… | gone');
    fields.pick('Label…');
    const labels = await prompts.list('Filter Work Items by Label');
    expect(labels.checkedLabels).toEqual(['gone']);
    labels.check();
    labels.enter();
    (await prompts.list('Enter words')).escape();
    await command;
    expect(views.stored).toEqual([{ filter: NO_FILTER }]);
  });

  it('is cleared with the last row, and with the command Clear Filter', async () => {
    views.choices = { ...DEFAULT_CHOICES, filter: { ...NO_FILTER, text: 'guide', priorities: ['high'] } };
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Enter words');
    expect(list.text).toBe('guide');
    list.pick('Clear Filter');
    await command;
    await run(COMMANDS.clearFilter);
    expect(views.stored).toEqual([{ filter: NO_FILTER }, { filter: NO_FILTER }]);
  });
});

describe('The command Pin', () => {
  it('pins the work item of the row or of the active page, and shows this in the status bar', async () => {
    await run(COMMANDS.pin, { target: { kind: 'workItem', ...WEB_28 }, active: WEB_1 });
    await run(COMMANDS.pin, { active: WEB_1 });
    expect(views.pins.of(session.account)).toMatchObject([
      { ...WEB_1, identifier: 'WEB-1', name: 'Use the board with the keyboard alone' },
      { ...WEB_28, identifier: 'WEB-28' },
    ]);
    expect(prompts.statusMessages).toEqual(['Pinned WEB-28', 'Pinned WEB-1']);
  });

  it('pins nothing if the user cancels the picker', async () => {
    await run(COMMANDS.pin);
    expect(pickerTitles).toEqual(['Pin Work Item']);
    expect([views.pins.of(session.account), prompts.statusMessages]).toEqual([[], []]);
  });

  it('requests the name of a work item that is not loaded', async () => {
    const other = { project: sample.project('API'), id: sample.workItem('API', 12) };
    expect(session.store.item(other)).toBeUndefined();
    await run(COMMANDS.pin, { target: other });
    expect(views.pins.of(session.account)).toMatchObject([
      { identifier: 'API-12', name: session.store.item(other)?.name },
    ]);
  });
});

describe('The command Unpin', () => {
  const pinned = (address: ItemAddress, identifier: string, name: string) =>
    views.pins.add(session.account, { ...address, identifier, name });

  it('lists the pinned work items, finds them by name, and removes the selected one', async () => {
    await pinned(WEB_28, 'WEB-28', 'Release notes');
    await pinned(WEB_1, 'WEB-1', 'Keyboard');
    const command = run(COMMANDS.unpin);
    const list = await prompts.list('Unpin Work Item');
    expect(list.visible).toEqual(['WEB-1 | Keyboard', 'WEB-28 | Release notes']);
    list.type('notes');
    expect(list.visible).toEqual(['WEB-28 | Release notes']);
    list.enter();
    await command;
    expect(views.pins.of(session.account)).toMatchObject([{ identifier: 'WEB-1' }]);
  });

  it('removes the work item of the row without a prompt', async () => {
    await pinned(WEB_28, 'WEB-28', 'Release notes');
    await run(COMMANDS.unpin, { target: WEB_28 });
    expect([views.pins.of(session.account), prompts.pending]).toEqual([[], []]);
  });

  it('removes nothing if the user cancels', async () => {
    await pinned(WEB_28, 'WEB-28', 'Release notes');
    const command = run(COMMANDS.unpin);
    (await prompts.list('Unpin Work Item')).escape();
    await command;
    expect(views.pins.of(session.account)).toHaveLength(1);
  });

  it('explains how to pin if no work item is pinned', async () => {
    await run(COMMANDS.unpin);
    expect(await prompts.message('No pinned work items.')).toMatchObject({ kind: 'info' });
  });
});

describe('The command Show in Projects', () => {
  it('reveals the row of the work item with the focus', async () => {
    await run(COMMANDS.showInProjects, { target: WEB_28 });
    expect(pickerTitles).toEqual(['Show Work Item in Projects']);
    expect(views.revealed).toEqual([[{ kind: 'workItem', within: WEB_28.project, id: WEB_28.id }, { focus: true }]]);
    expect(prompts.pending).toEqual([]);
  });

  it.each([
    ['WEB-28 is not shown.', WEB_28],
    ['The work item is not shown.', { project: 'unknown', id: 'unknown' }],
  ])('explains with “%s” that the row is filtered out or not loaded', async (message, target) => {
    views.hasRow = false;
    await run(COMMANDS.showInProjects, { target });
    expect(await prompts.message(message)).toMatchObject({ kind: 'info' });
  });
});
