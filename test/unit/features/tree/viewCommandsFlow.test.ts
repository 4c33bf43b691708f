// Tests the commands that group, sort and filter the views, and that pin work items.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemAddress, RecordAddress } from '../../../../src/core/cache/address.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { createFilters, type FilterDeps } from '../../../../src/features/filters/feature.ts';
import type { PinDeps } from '../../../../src/features/tree/pinCommands.ts';
import { type ViewCommandDeps, viewCommands } from '../../../../src/features/tree/workbench/viewCommands.ts';
import {
  type FilterTerm,
  NO_FILTER,
  selectedValues,
  typedText,
  withTypedText,
  withValues,
} from '../../../../src/items/filter/filter.ts';
import { loadedFilterNames } from '../../../../src/items/filter/loadedFilterNames.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { formatQuery } from '../../../../src/items/query/formatQuery.ts';
import { parseQuery } from '../../../../src/items/query/parseQuery.ts';
import { COMMANDS, VIEWS } from '../../../../src/shell/commands/contributions.ts';
import { createPinnedRecords } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';
import { type ScriptedList, ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup, type Window } from '../../core/session/setup.ts';

const WEB_28: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };
const WEB_1: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 1) };

const server = forAllTests(startTestServer);
const sessionsSetup = forAllTests(() => SessionsSetup.open());
const window = forAllTests(() => sessionsSetup.window());
const session = forAllTests(() => signInToServer(window, server));
beforeAll(async () => {
  await session.store.list({ of: 'items', owner: sample.project('WEB') }).read();
});

async function signInToServer({ sessions }: Pick<Window, 'sessions'>, target: TestServer): Promise<Session> {
  await sessions.signIn(answersFor(target), new AbortController().signal);
  if (sessions.current === undefined) throw new Error('The server rejected the key.');
  return sessions.current;
}

/** Applies choices as the views do, and lists the choices that are stored. */
class FakeViews {
  choices: ViewChoices = DEFAULT_CHOICES;
  readonly storedChoices: Partial<ViewChoices>[] = [];
  readonly pins = createPinnedRecords(new InMemoryMemento());
  readonly revealArguments: unknown[] = [];
  /** Whether `reveal` finds the row of the record. */
  hasRow = true;

  async choose(changes: Partial<ViewChoices>, { isStored = true } = {}): Promise<void> {
    this.choices = { ...this.choices, ...changes };
    if (isStored) this.storedChoices.push(changes);
  }

  async reveal(...args: readonly unknown[]): Promise<boolean> {
    this.revealArguments.push(args);
    return this.hasRow;
  }

  async loadMoreAssignedItems(): Promise<void> {
    throw new Error('No test of this file runs this command.');
  }
}

const itemRecord = ({ project, id }: ItemAddress): RecordAddress => ({ kind: 'workItem', within: project, id });

let pickerTitles: string[];
const prompts = forEachTest(() => new ScriptedPrompts());
const views = forEachTest(() => new FakeViews());
beforeEach(() => {
  pickerTitles = [];
});

const commandsOf = (deps: ViewCommandDeps & FilterDeps) => ({ ...viewCommands(deps), ...createFilters(deps).commands });
type CommandName = keyof ReturnType<typeof commandsOf>;

/** Runs a command. `active` is the work item whose page is active. The picker of work items is canceled. */
function run(
  id: CommandName,
  {
    target,
    selection,
    active,
    sessions = window.sessions,
  }: { target?: unknown; selection?: readonly unknown[]; active?: ItemAddress; sessions?: Window['sessions'] } = {},
): Promise<void> {
  return runWith(id, { target, selection }, active && { item: active, address: itemRecord(active) }, sessions);
}

/** Runs a command while the page of a record that is not a work item is active. */
function runOnPage(id: CommandName, address: RecordAddress): Promise<void> {
  return runWith(id, {}, { item: undefined, address }, window.sessions);
}

function runWith(
  id: CommandName,
  { target, selection }: { readonly target?: unknown; readonly selection?: readonly unknown[] | undefined },
  active: PinDeps['panels']['active'],
  sessions: Window['sessions'],
): Promise<void> {
  const items = {
    choose: async (item: ItemAddress | undefined, title: string) => {
      pickerTitles.push(title);
      return item && { session, address: item };
    },
  };
  return commandsOf({ prompts, sessions, items, panels: { active }, views })[id].run(target, selection);
}

describe('The command Group By', () => {
  it('lists each grouping, marks the current grouping, and stores the selected grouping', async () => {
    const command = run(COMMANDS.groupBy);
    const list = await prompts.list('Group Work Items By');
    expect(list.visible).toEqual([
      'None ✓',
      'State',
      'Assignee',
      'Priority',
      'Due date',
      'Module',
      'Cycle',
      'Label',
      'Type',
      'Created by',
    ]);
    list.pick('Cycle');
    await command;
    expect(views.storedChoices).toEqual([{ groupBy: 'cycle' }]);
  });

  it('does not list “Type” if the server has no work item types, unless “Type” is the current grouping', async () => {
    const community = await startTestServer({ dialect: 'community' });
    await using setup = await SessionsSetup.open();
    const { sessions } = setup.window();
    const { client } = await signInToServer({ sessions }, community);
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
    expect(await labels()).toContain('Type ✓');
    const filter = run(COMMANDS.filter, { sessions });
    const fields = await prompts.list('Filter by words');
    expect(fields.visible.join()).not.toContain('Type');
    fields.escape();
    await filter;
    await community.stop();
  });
});

describe('The command Group Initiatives By', () => {
  it('stores the selected grouping of initiatives', async () => {
    const command = run(COMMANDS.groupInitiatives);
    const list = await prompts.list('Group Initiatives By');
    expect(list.visible).toEqual(['None ✓', 'State']);
    list.pick('State');
    await command;
    expect(views.storedChoices).toEqual([{ initiativesBy: 'state' }]);
  });
});

describe('The command Sort By', () => {
  it('lists both directions of each order, marks the current order, and stores the selected order', async () => {
    const command = run(COMMANDS.sortBy);
    const list = await prompts.list('Sort Work Items By');
    expect(list.visible).toHaveLength(12);
    expect(list.visible).toEqual(
      expect.arrayContaining(['Created: newest first ✓', 'Title: A to Z | among the work items shown so far']),
    );
    expect(list.visible.filter((row) => row.includes('✓'))).toHaveLength(1);
    list.pick('Priority: most urgent first');
    await command;
    expect(views.storedChoices).toEqual([{ sortBy: 'priority', descending: false }]);
  });
});

describe.each([
  [COMMANDS.groupBy, 'Group Work Items By', { groupBy: 'state' }, 'State'],
  [COMMANDS.sortBy, 'Sort Work Items By', { sortBy: 'priority', descending: true }, 'Priority: least urgent first'],
] as const)('The list of the command %s', (id, title, choices, label) => {
  it('has the focus on the current choice, and changes nothing if the user cancels', async () => {
    views.choices = { ...DEFAULT_CHOICES, ...choices };
    const command = run(id);
    const list = await prompts.list(title);
    expect(list.focusedRow).toMatchObject({ label, isCurrent: true });
    list.escape();
    await command;
    expect(views.storedChoices).toEqual([]);
  });
});

const FIELD_ROWS = [
  'Open or closed',
  'State',
  'Assignee',
  'Priority',
  'Due date',
  'Module',
  'Cycle',
  'Label',
  'Type',
  'Start date',
  'Created by',
  'Created',
  'Updated',
];

describe('The command Filter', () => {
  it('filters the views while the user types, and stores the trimmed text when the user presses Enter', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('the ');
    expect([views.choices.filter, views.storedChoices]).toEqual([withTypedText(NO_FILTER, 'the'), []]);
    list.type(' the guide ');
    expect(list.focusedRow).toMatchObject({ label: 'Show Matching Work Items' });
    list.enter();
    await command;
    expect(views.storedChoices).toEqual([{ filter: withTypedText(NO_FILTER, 'the guide') }]);
  });

  it('stores the typed text if the user closes the list with Escape', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('guide');
    list.escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: withTypedText(NO_FILTER, 'guide') }]);
  });

  it('applies typed conditions while the user types, keeps those of other fields, and stores them on Enter', async () => {
    const base = withValues(withValues(NO_FILTER, 'priority', ['high']), 'is', ['done']);
    views.choices = { ...DEFAULT_CHOICES, filter: base };
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('guide is:open assignee:me sort:priority');
    expect(list.focusedRow).toMatchObject({ label: 'Show Matching Work Items' });
    expect(list.visible).toContain('Assignee… | Me');
    list.enter();
    await command;
    const { filter, sortBy } = views.choices;
    expect([
      typedText(filter),
      ...(['is', 'priority', 'assignee'] as const).map((f) => selectedValues(filter, f)),
    ]).toEqual(['guide', ['open'], ['high'], ['me']]);
    expect([sortBy, views.storedChoices.length]).toEqual(['priority', 1]);
  });

  it('removes typed conditions again when the user removes them from the text', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('is:open sort:due');
    list.type('is');
    expect(views.choices).toEqual({ ...DEFAULT_CHOICES, filter: withTypedText(NO_FILTER, 'is') });
    list.type('');
    list.escape();
    await command;
    expect(views.choices).toEqual(DEFAULT_CHOICES);
  });

  it('does not accept a typed condition with a mistake, but says what is wrong and offers the correction', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('is:open priority:hgh guide');
    expect(list.visible[0]).toBe('Unknown value “hgh” | Did you mean “high”? · Character 18');
    expect(typedText(views.choices.filter)).toBe('guide');
    expect(selectedValues(views.choices.filter, 'is')).toEqual(['open']);
    list.enter();
    await list.handled();
    expect(list.text).toBe('is:open priority:high guide');
    expect(list.focusedRow).toMatchObject({ label: 'Show Matching Work Items' });
    list.enter();
    await command;
    expect(selectedValues(views.choices.filter, 'priority')).toEqual(['high']);
  });

  it.each([
    ['guide assigne:me', 'Unknown field “assigne” | Did you mean “assignee”? · Character 7', 'guide assignee:me'],
    ['status:done guide', 'Unknown field “status” | Did you mean “state”? · Character 1', 'state:done guide'],
    ['guide no:assignee', 'Unknown field “no” | Did you mean “assignee:none”? · Character 7', 'guide assignee:none'],
    ['guide NOT is:open', '“NOT” is not used in filters | Did you mean “-”? · Character 7', 'guide -is:open'],
  ])('does not search for the misspelled condition in “%s”, but says “%s”', async (typed, problem, corrected) => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type(typed);
    expect(list.visible[0]).toBe(problem);
    expect(typedText(views.choices.filter)).toBe('guide');
    list.enter();
    await list.handled();
    expect(list.text).toBe(corrected);
    list.escape();
    await command;
  });

  it('suggests the values of a condition that the user is typing', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('priority:');
    expect(list.visible.slice(0, 2)).toEqual(['urgent | Urgent', 'high | High']);
    list.pick('high');
    await list.handled();
    expect(list.text).toBe('priority:high');
    list.enter();
    await command;
    expect(selectedValues(views.choices.filter, 'priority')).toEqual(['high']);
  });

  it.each([
    'https://plane.example.com/acme',
    'TODO: write',
    'note:12',
    '"is:open"',
    'C: drive',
    'a:b',
    'std::vector',
    'labels://x',
    'core:api',
    'test:unit',
    'this AND that',
    'a = b',
  ])('takes %s as words', async (text) => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type(text);
    list.enter();
    await command;
    expect(views.choices.filter).toEqual(withTypedText(NO_FILTER, text));
  });

  it.each([
    'is:open',
    'is:overdue',
    'due:today',
    'due:week',
    'due:overdue',
    'due:none',
    'due:<7d',
    'priority:high,urgent',
    '-label:bug',
    'state:"In Progress"',
    'assignee:none',
    'creator:me',
    'IS:Open',
    '  is:open  ',
  ])('takes %s as the filter that Edit as Text accepts', async (text) => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type(text);
    list.enter();
    await command;
    const parsed = parseQuery(text, loadedFilterNames(session.store, session.me));
    if (!('query' in parsed)) throw new Error('The text is not valid.');
    expect(views.choices.filter).toEqual(parsed.query.filter);
    expect(views.choices.filter[0]?.field).not.toBe('text');
  });

  it('returns to the fields after the user has checked values, and shows the values beside the field', async () => {
    const command = run(COMMANDS.filter);
    const fields = await prompts.list('Filter by words');
    fields.type('guide');
    expect(fields.visible).toEqual([
      'Clear Filter',
      'Show Matching Work Items',
      'Save as View…',
      'Open',
      'Assigned to Me',
      'Created by Me',
      'Overdue',
      ...FIELD_ROWS.map((field) => `${field}… | any`),
      'Edit as Text…',
    ]);
    fields.pick('Priority…');
    const priorities = await prompts.list('Filter: Priority');
    expect(priorities.visible).toEqual(['Urgent', 'High', 'Medium', 'Low', 'No priority']);
    expect(priorities.checkedLabels).toEqual([]);
    priorities.check('High', 'No priority');
    priorities.enter();
    const reopenedList = await prompts.list('Filter by words');
    expect(reopenedList.text).toBe('guide');
    expect(reopenedList.visible).toContain('Priority… | High, No priority');
    expect(views.storedChoices).toEqual([]);
    reopenedList.pick('Priority…');
    const reopenedPriorities = await prompts.list('Filter: Priority');
    expect(reopenedPriorities.checkedLabels).toEqual(['High', 'No priority']);
    reopenedPriorities.press(BACK_BUTTON.id);
    (await prompts.list('Filter by words')).enter();
    await command;
    expect(views.storedChoices).toEqual([
      { filter: withValues(withTypedText(NO_FILTER, 'guide'), 'priority', ['high', 'none']) },
    ]);
  });

  it.each([
    [
      'State…',
      ['Backlog', 'Todo', 'In Progress', 'In Review', 'Done', 'Cancelled'],
      'Todo',
      withValues(NO_FILTER, 'state', ['Todo']),
    ],
    [
      'Assignee…',
      expect.arrayContaining(['Unassigned', 'Ada Park (you)']),
      'Ada Park (you)',
      withValues(NO_FILTER, 'assignee', ['me']),
    ],
    ['Label…', expect.arrayContaining(['No label']), 'No label', withValues(NO_FILTER, 'label', [''])],
  ])('lists the values of loaded work items for the field %s', async (field, rows, checked, filter) => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick(field);
    const values = await prompts.list('Filter: ');
    expect(values.visible).toEqual(rows);
    expect(values.visible.length).toBeGreaterThan(1);
    values.check(checked);
    values.enter();
    (await prompts.list('Filter by words')).pick('Show Matching Work Items');
    await command;
    expect(views.storedChoices).toEqual([{ filter }]);
  });

  it.each([
    ['Open or closed', 'Filter: Open or Closed', 'Open or closed'],
    ['State', 'Filter: State', 'Any state'],
    ['Priority', 'Filter: Priority', 'Any priority'],
    ['Assignee', 'Filter: Assignee', 'Any assignee'],
    ['Label', 'Filter: Label', 'Any label'],
    ['Type', 'Filter: Type', 'Any type'],
    ['Module', 'Filter: Module', 'Any module'],
    ['Cycle', 'Filter: Cycle', 'Any cycle'],
    ['Created by', 'Filter: Creator', 'Any creator'],
  ])('names the field %s in the title and the placeholder of its values', async (field, title, placeholder) => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick(`${field}…`);
    const values = await prompts.list(title);
    expect([values.options.title, values.placeholder]).toEqual([title, placeholder]);
    values.escape();
    await command;
  });

  it('closes if the user presses Escape in the values of a field, and keeps earlier selections', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Priority…');
    const priorities = await prompts.list('Filter: Priority');
    priorities.check('High');
    priorities.enter();
    (await prompts.list('Filter by words')).pick('State…');
    (await prompts.list('Filter: State')).escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: withValues(NO_FILTER, 'priority', ['high']) }]);
    expect(prompts.pending).toEqual([]);
  });

  it('applies each check of a value at once, and keeps it if the user presses Back or Escape', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Priority…');
    const priorities = await prompts.list('Filter: Priority');
    priorities.check('High', 'Low');
    await priorities.handled();
    const checkedFilter = withValues(NO_FILTER, 'priority', ['high', 'low']);
    expect([views.choices.filter, views.storedChoices]).toEqual([checkedFilter, []]);
    priorities.press(BACK_BUTTON.id);
    const fields = await prompts.list('Filter by words');
    expect(fields.visible).toContain('Priority… | High, Low');
    fields.pick('State…');
    const states = await prompts.list('Filter: State');
    states.check('Todo');
    states.escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: withValues(checkedFilter, 'state', ['Todo']) }]);
  });

  it('focuses the first preset if there is no filter, or else “Show Matching Work Items”', async () => {
    const focusedLabel = async (): Promise<string | undefined> => {
      const command = run(COMMANDS.filter);
      const list = await prompts.list('Filter by words');
      list.escape();
      await command;
      return list.focusedRow?.label;
    };
    expect(await focusedLabel()).toBe('Open');
    views.choices = { ...DEFAULT_CHOICES, filter: withValues(NO_FILTER, 'priority', ['high']) };
    expect(await focusedLabel()).toBe('Show Matching Work Items');
  });

  it('shows the states with their icons', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('State…');
    const states = await prompts.list('Filter: State');
    expect(states.rows.map(({ icon }) => icon?.id)).toEqual([
      'issue-draft',
      'circle-large-outline',
      'contrail-started-half',
      'contrail-started-half',
      'pass-filled',
      'circle-slash',
    ]);
    states.escape();
    await command;
  });

  it('lists a selected value that no loaded work item has', async () => {
    views.choices = { ...DEFAULT_CHOICES, filter: withValues(NO_FILTER, 'label', ['gone']) };
    const command = run(COMMANDS.filter);
    const fields = await prompts.list('Filter by words');
    expect(fields.visible).toContain('Label… | gone');
    fields.pick('Label…');
    const labels = await prompts.list('Filter: Label');
    expect(labels.checkedLabels).toEqual(['gone']);
    labels.check();
    labels.enter();
    (await prompts.list('Filter by words')).escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: NO_FILTER }]);
  });

  const shownQuery = (): string => formatQuery(views.choices, loadedFilterNames(session.store, session.me));

  it('switches presets on and off without closing, combines them with each other and with words, and stores them on Escape', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    const presets = (): readonly unknown[] =>
      list.visible.filter((row) => /^(?:Open|Assigned|Overdue)\b(?! or)/.test(row));
    list.type('guide');
    list.pick('Assigned to Me');
    list.pick('Open');
    list.pick('Overdue');
    await list.handled();
    expect([list.isOpen, list.text, list.focusedRow?.label]).toEqual([true, 'guide', 'Overdue']);
    expect(shownQuery()).toBe('guide assignee:me is:open is:overdue');
    expect(presets()).toEqual(['Open ✓', 'Assigned to Me ✓', 'Overdue ✓']);
    list.pick('Overdue');
    await list.handled();
    expect(shownQuery()).toBe('guide assignee:me is:open');
    expect(presets()).toEqual(['Open ✓', 'Assigned to Me ✓', 'Overdue']);
    expect(views.storedChoices).toEqual([]);
    list.escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: views.choices.filter }]);
  });

  it('takes the typed name of a preset as a search for its row, and typed conditions as presets', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    list.type('overd');
    list.pick('Overdue');
    await list.handled();
    expect([list.text, shownQuery()]).toEqual(['', 'is:overdue']);
    list.type('is:open guide');
    list.pick('Open');
    await list.handled();
    expect([list.text, shownQuery()]).toEqual(['guide', 'guide']);
    list.type('priority:hgh');
    list.pick('Assigned to Me');
    await list.handled();
    expect([list.text, shownQuery()]).toEqual(['priority:hgh', 'assignee:me']);
    list.escape();
    await command;
  });

  it('ticks a preset that names the user by id, and unticks it', async () => {
    views.choices = { ...DEFAULT_CHOICES, filter: withValues(NO_FILTER, 'assignee', [session.me.id]) };
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    expect(list.visible).toContain('Assigned to Me ✓');
    list.pick('Assigned to Me');
    await list.handled();
    expect(views.choices.filter).toEqual(NO_FILTER);
    list.escape();
    await command;
  });

  it('starts with “Clear Filter” and “Save as View…”, which stores the filter and asks for a name', async () => {
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    expect(list.visible).not.toContain('Save as View…');
    list.pick('Open');
    await list.handled();
    expect(list.visible.slice(0, 3)).toEqual(['Clear Filter', 'Show Matching Work Items', 'Save as View…']);
    list.pick('Save as View…');
    await command;
    expect(views.storedChoices).toEqual([{ filter: withValues(NO_FILTER, 'is', ['open']) }]);
    expect(prompts.commands).toEqual([[COMMANDS.saveView]]);
  });

  it('filters by a suggested range of dates', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Due date…');
    const dateList = await prompts.list('Filter: Due Date');
    expect(dateList.visible).toEqual([
      'Any Date',
      'Overdue',
      'Today',
      'This week',
      '<7d | in less than 7 days, or in the past',
      '<30d | in less than 30 days, or in the past',
      'No due date',
      'Enter a Date…',
    ]);
    dateList.pick('This week');
    const reopenedList = await prompts.list('Filter by words');
    expect(reopenedList.visible).toContain('Due date… | This week');
    reopenedList.pick('Due date…');
    const reopenedDates = await prompts.list('Filter: Due Date');
    expect(reopenedDates.focusedRow).toMatchObject({ label: 'This week' });
    reopenedDates.pick('Any Date');
    (await prompts.list('Filter by words')).escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: NO_FILTER }]);
  });

  it('filters by an entered date, and asks again if the text is not a date', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Created…');
    const dateList = await prompts.list('Filter: Created');
    expect(dateList.visible).toContain('<7d | less than 7 days ago');
    expect(dateList.visible.join()).not.toContain('Overdue');
    dateList.pick('Enter a Date…');
    const box = await prompts.textBox('Enter a day');
    box.type('soon');
    box.enter();
    await box.handled();
    expect(box.message).toContain('This is not a date');
    box.type(' >2W ');
    box.enter();
    (await prompts.list('Filter by words')).pick('Show Matching');
    await command;
    expect(views.storedChoices).toEqual([{ filter: withValues(NO_FILTER, 'created', ['>2w']) }]);
  });

  it('keeps the filter if the user presses Back in the list of dates or in the box for a date, or cancels the box for a date', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Start date…');
    (await prompts.list('Start Date')).press(BACK_BUTTON.id);
    (await prompts.list('Filter by words')).pick('Start date…');
    (await prompts.list('Start Date')).pick('Enter a Date…');
    (await prompts.textBox('Enter a day')).press(BACK_BUTTON.id);
    (await prompts.list('Start Date')).pick('Enter a Date…');
    (await prompts.textBox('Enter a day')).escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: NO_FILTER }]);
    expect(prompts.pending).toEqual([]);
  });

  it('keeps excluded values of a field when the user selects other values of the same field', async () => {
    const excludedTerm: FilterTerm = { field: 'state', values: ['Done'], isExcluded: true };
    views.choices = { ...DEFAULT_CHOICES, filter: [excludedTerm] };
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('State…');
    const states = await prompts.list('Filter: State');
    expect(states.checkedLabels).toEqual([]);
    states.check('Todo');
    states.enter();
    (await prompts.list('Filter by words')).pick('Show Matching');
    await command;
    expect(views.storedChoices).toEqual([
      { filter: [excludedTerm, { field: 'state', values: ['Todo'], isExcluded: false }] },
    ]);
  });

  it('has a text editor with suggestions that complete the last word', async () => {
    views.choices = { ...DEFAULT_CHOICES, groupBy: 'state', filter: withValues(NO_FILTER, 'is', ['open']) };
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Edit as Text…');
    const editor = await prompts.list('For example');
    expect(editor.text).toBe('is:open group:state');
    editor.type('is:open prio');
    editor.pick('priority:');
    await editor.handled();
    expect(editor.text).toBe('is:open priority:');
    editor.type('is:open priority:hi');
    expect(editor.focusedRow).toMatchObject({ label: 'high' });
    editor.enter();
    await editor.handled();
    expect([editor.text, editor.focusedRow]).toMatchObject([
      'is:open priority:high',
      { label: 'Show Matching Work Items' },
    ]);
    editor.type('is:open priority:high sort:due-desc');
    editor.pick('Show Matching');
    await command;
    expect(views.storedChoices).toEqual([
      {
        filter: withValues(withValues(NO_FILTER, 'is', ['open']), 'priority', ['high']),
        groupBy: 'none',
        sortBy: 'target',
        descending: true,
      },
    ]);
  });

  it('shows the position of an error in the filter text, and corrects the text if the error is selected', async () => {
    const command = run(COMMANDS.filter);
    (await prompts.list('Filter by words')).pick('Edit as Text…');
    const editor = await prompts.list('For example');
    editor.type('is:open prioritty:high words');
    expect(editor.visible[0]).toBe('Unknown field “prioritty” | Did you mean “priority”? · Character 9');
    expect(editor.visible.join()).not.toContain('Show Matching');
    editor.enter();
    await editor.handled();
    expect([editor.isOpen, editor.text]).toEqual([true, 'is:open priority:high words']);
    editor.type('-sort:name');
    editor.pick('Only one value');
    await editor.handled();
    expect([editor.isOpen, editor.text]).toEqual([true, '-sort:name']);
    editor.escape();
    (await prompts.list('Filter by words')).escape();
    await command;
    expect(views.storedChoices).toEqual([{ filter: NO_FILTER }]);
  });

  it('keeps the filter text if the user presses Back or Escape, until the filter is changed', async () => {
    const command = run(COMMANDS.filter);
    const leaveEditor = async (leave: (editor: ScriptedList) => void, text: string): Promise<string> => {
      (await prompts.list('Filter by words')).pick('Edit as Text…');
      const editor = await prompts.list('For example');
      const shownText = editor.text;
      editor.type(text);
      leave(editor);
      return shownText;
    };
    expect(await leaveEditor((editor) => editor.press(BACK_BUTTON.id), 'is:op')).toBe('');
    expect(await leaveEditor((editor) => editor.escape(), 'is:opn')).toBe('is:op');
    const fields = await prompts.list('Filter by words');
    fields.type('guide');
    fields.pick('Edit as Text…');
    const editor = await prompts.list('For example');
    expect(editor.text).toBe('guide');
    editor.escape();
    (await prompts.list('Filter by words')).escape();
    await command;
  });

  it('clears the filter if the user selects “Clear Filter”, like the command Clear Filter', async () => {
    views.choices = { ...DEFAULT_CHOICES, filter: withValues(withTypedText(NO_FILTER, 'guide'), 'priority', ['high']) };
    const command = run(COMMANDS.filter);
    const list = await prompts.list('Filter by words');
    expect(list.text).toBe('guide');
    list.pick('Clear Filter');
    await command;
    await run(COMMANDS.clearFilter);
    expect(views.storedChoices).toEqual([{ filter: NO_FILTER }, { filter: NO_FILTER }]);
  });
});

describe('The command Filter with the text of a filter', () => {
  it('applies the text in place of the filter, and shows the Projects view', async () => {
    views.choices = { ...DEFAULT_CHOICES, groupBy: 'priority', filter: withTypedText(NO_FILTER, 'board') };
    await run(COMMANDS.filter, { target: 'is:overdue assignee:me' });
    const names = loadedFilterNames(session.store, session.me);
    expect(formatQuery(views.choices, names)).toBe('is:overdue assignee:me group:priority');
    expect(views.storedChoices).toHaveLength(1);
    expect(prompts.commands).toEqual([[`${VIEWS.projects}.focus`]]);
    expect(prompts.pending).toEqual([]);
  });
});

describe('The command Pin', () => {
  it('pins the work item of the row or of the active page, and shows a status bar message', async () => {
    await run(COMMANDS.pin, { target: { kind: 'workItem', ...WEB_28 }, active: WEB_1 });
    await run(COMMANDS.pin, { active: WEB_1 });
    expect(views.pins.entriesOf(session.account)).toMatchObject([
      { ...WEB_1, identifier: 'WEB-1', name: 'Use the board with the keyboard alone' },
      { ...WEB_28, identifier: 'WEB-28' },
    ]);
    expect(prompts.statusMessages).toEqual(['Pinned WEB-28', 'Pinned WEB-1']);
  });

  it('pins all selected rows that can be pinned, and Unpin unpins them', async () => {
    const [first, second] = [WEB_28, WEB_1].map((address) => ({ kind: 'workItem', ...address, under: undefined }));
    const group = { kind: 'group', project: WEB_1.project, by: 'state', value: 's1', under: undefined };
    await run(COMMANDS.pin, { target: first, selection: [first, group, second] });
    expect(views.pins.entriesOf(session.account).map(({ identifier }) => identifier)).toEqual(['WEB-1', 'WEB-28']);
    expect(prompts.statusMessages).toEqual(['Pinned 2 rows']);
    await run(COMMANDS.unpin, { target: first, selection: [first, second] });
    expect(views.pins.entriesOf(session.account)).toEqual([]);
  });

  it('pins nothing if the user cancels the picker', async () => {
    await run(COMMANDS.pin);
    expect(pickerTitles).toEqual(['Pin Work Item']);
    expect([views.pins.entriesOf(session.account), prompts.statusMessages]).toEqual([[], []]);
  });

  it('loads the name of a work item that is not in the cache', async () => {
    const other = { project: sample.project('API'), id: sample.workItem('API', 12) };
    expect(session.store.item(other)).toBeUndefined();
    await run(COMMANDS.pin, { target: other });
    expect(views.pins.entriesOf(session.account)).toMatchObject([
      { identifier: 'API-12', name: session.store.item(other)?.name },
    ]);
  });
});

describe('The command Pin for records other than work items', () => {
  const project: RecordAddress = { kind: 'project', within: '', id: sample.project('WEB') };
  const cycle: RecordAddress = {
    kind: 'cycle',
    within: sample.project('WEB'),
    id: sample.cycle('WEB', 'Board by keyboard'),
  };

  it('pins the record of a project row or a cycle row with its name, and loads the cycle if necessary', async () => {
    await run(COMMANDS.pin, { target: { kind: 'project', project: project.id, under: undefined } });
    await run(COMMANDS.pin, {
      target: { kind: 'group', by: 'cycle', project: cycle.within, value: cycle.id, under: undefined },
    });
    expect(views.pins.entriesOf(session.account)).toEqual([
      { kind: 'cycle', project: cycle.within, id: cycle.id, identifier: '', name: 'Board by keyboard' },
      { kind: 'project', project: '', id: project.id, identifier: 'WEB', name: 'Atlas Web' },
    ]);
    expect(prompts.statusMessages).toEqual(['Pinned WEB', 'Pinned Board by keyboard']);
  });

  it('pins the record of the active page, and Unpin unpins the record', async () => {
    await runOnPage(COMMANDS.pin, project);
    expect(views.pins.entriesOf(session.account)).toMatchObject([{ kind: 'project', id: project.id }]);
    await runOnPage(COMMANDS.unpin, project);
    expect(views.pins.entriesOf(session.account)).toEqual([]);
  });

  it('keeps the position of a record that is already pinned', async () => {
    await run(COMMANDS.pin, { target: WEB_1 });
    await run(COMMANDS.pin, { target: WEB_28 });
    await run(COMMANDS.pin, { target: WEB_1 });
    expect(views.pins.entriesOf(session.account).map(({ identifier }) => identifier)).toEqual(['WEB-28', 'WEB-1']);
  });

  it('pins at most 100 records, and shows a warning if the user pins another record', async () => {
    for (let number = 1; number <= 100; number += 1)
      await views.pins.add(session.account, { project: 'p', id: `${number}`, identifier: `P-${number}`, name: 'P' });
    await run(COMMANDS.pin, { target: WEB_28 });
    expect(await prompts.message('WEB-28 was not pinned.')).toMatchObject({ kind: 'warning' });
    expect(views.pins.entriesOf(session.account).some(({ id }) => id === WEB_28.id)).toBe(false);
  });
});

describe('The command Unpin', () => {
  const pinItem = (address: ItemAddress, identifier: string, name: string) =>
    views.pins.add(session.account, { ...address, identifier, name });

  it('lists the pinned records in pinning order, finds records by name, and unpins the selected record', async () => {
    await pinItem(WEB_28, 'WEB-28', 'Release notes');
    await pinItem(WEB_1, 'WEB-1', 'Keyboard');
    const command = run(COMMANDS.unpin);
    const list = await prompts.list('Select what to unpin');
    expect(list.visible).toEqual(['WEB-28 | Release notes', 'WEB-1 | Keyboard']);
    list.type('notes');
    expect(list.visible).toEqual(['WEB-28 | Release notes']);
    list.enter();
    await command;
    expect(views.pins.entriesOf(session.account)).toMatchObject([{ identifier: 'WEB-1' }]);
  });

  it('unpins the work item of the row without a prompt', async () => {
    await pinItem(WEB_28, 'WEB-28', 'Release notes');
    await run(COMMANDS.unpin, { target: WEB_28 });
    expect([views.pins.entriesOf(session.account), prompts.pending]).toEqual([[], []]);
  });

  it('unpins nothing if the user cancels', async () => {
    await pinItem(WEB_28, 'WEB-28', 'Release notes');
    const command = run(COMMANDS.unpin);
    (await prompts.list('Select what to unpin')).escape();
    await command;
    expect(views.pins.entriesOf(session.account)).toHaveLength(1);
  });

  it('shows a message if nothing is pinned', async () => {
    await run(COMMANDS.unpin);
    expect(await prompts.message('Nothing is pinned.')).toMatchObject({ kind: 'info' });
  });
});

describe('The command Show in Projects', () => {
  it('reveals the row of the work item and moves the focus to it', async () => {
    await run(COMMANDS.showInProjects, { target: WEB_28 });
    expect(pickerTitles).toEqual(['Show Work Item in Projects']);
    expect(views.revealArguments).toEqual([
      [{ kind: 'workItem', within: WEB_28.project, id: WEB_28.id }, { focus: true }],
    ]);
    expect(prompts.pending).toEqual([]);
  });

  it.each([
    ['WEB-28 is not shown.', WEB_28],
    ['The work item is not shown.', { project: 'unknown', id: 'unknown' }],
  ])('shows the message “%s” if the view does not contain the row', async (message, target) => {
    views.hasRow = false;
    await run(COMMANDS.showInProjects, { target });
    expect(await prompts.message(message)).toMatchObject({ kind: 'info' });
  });
});
