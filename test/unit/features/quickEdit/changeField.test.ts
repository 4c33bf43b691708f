// Tests the commands that change a field: which work items they change, and the list of fields.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import {
  changeAnyField,
  type QuickEditDeps,
  runQuickEdit,
  undoLastChange,
} from '../../../../src/features/quickEdit/changeField.ts';
import { ROW_ARGUMENT } from '../../../../src/shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const setup = forEachTest(() => QuickEditSetup.open());

const row = (number: number): object => ({ kind: 'workItem', ...webItem(number) });

const itemNode = (number: number): Node => ({ kind: 'workItem', ...webItem(number), under: undefined });

interface WorkbenchState {
  /** The selected rows of the trees. */
  readonly selected?: readonly number[];
  /** The work item of the active page. */
  readonly active?: number;
  /** The work item that the user picks when asked. */
  readonly picked?: number;
}

/** The titles of all work item pickers that were shown. */
let pickerTitles: string[];
beforeEach(() => {
  pickerTitles = [];
});

function depsOf({ selected = [], active, picked }: WorkbenchState): QuickEditDeps {
  const { session, sessions, prompts, quickEdits } = setup;
  return {
    prompts,
    quickEdits,
    sessions,
    views: { ...setup.views, selection: selected.map(itemNode) },
    panels: { active: active === undefined ? undefined : { item: webItem(active) } },
    items: {
      choose: async (_target: ItemAddress | undefined, title: string) => {
        pickerTitles.push(title);
        return picked === undefined ? undefined : { session, address: webItem(picked) };
      },
    },
  };
}

/** Opens and cancels the priority picker, and resolves with its title. */
async function pickerTitle(workbench: WorkbenchState, target?: unknown, selection?: unknown): Promise<string> {
  const done = runQuickEdit(depsOf(workbench), 'priority', target, selection);
  const list = await setup.list('Change Priority: ');
  list.escape();
  await done;
  return list.title;
}

describe('A command that changes a field', () => {
  it('applies to the selected rows that the tree passes, or else to the row of the context menu', async () => {
    const workbench = { selected: [20, 21], active: 22 };
    expect(await pickerTitle(workbench, row(28), [row(28), row(27)])).toBe('Change Priority: 2 Work Items');
    expect(await pickerTitle(workbench, row(28))).toContain('Change Priority: WEB-28 ');
    expect(pickerTitles).toEqual([]);
  });

  it('prefers several selected rows to the active page, and the active page to a single selected row', async () => {
    expect(await pickerTitle({ selected: [27, 28, 26], active: 1 })).toBe('Change Priority: 3 Work Items');
    expect(await pickerTitle({ selected: [28], active: 1 })).toContain('Change Priority: WEB-1 ');
    expect(await pickerTitle({ selected: [28] })).toContain('Change Priority: WEB-28 ');
  });

  it('applies to the row that has the focus, and not to a selected row or the active page, if a key runs it', async () => {
    const workbench = { selected: [27], active: 1 };
    expect(await pickerTitle(workbench, itemNode(28), [itemNode(28)])).toContain('Change Priority: WEB-28 ');
  });

  it('asks for a work item if the row that has the focus is none', async () => {
    const project: Node = { kind: 'project', project: WEB_PROJECT_ID, under: undefined };
    const workbench = { selected: [27], active: 1, picked: 28 };
    expect(await pickerTitle(workbench, project, [project])).toContain('Change Priority: WEB-28 ');
    expect(await pickerTitle(workbench, ROW_ARGUMENT, [])).toContain('Change Priority: WEB-28 ');
    expect(pickerTitles).toEqual(['Change Priority: Work Item', 'Change Priority: Work Item']);
  });

  it('asks for a work item if no row is selected, and does nothing if the user cancels', async () => {
    const stateGroupRow = { kind: 'group', project: WEB_PROJECT_ID, by: 'state', value: sample.state('WEB', 'Todo') };
    expect(await pickerTitle({ picked: 28 }, stateGroupRow)).toContain('Change Priority: WEB-28 ');
    await runQuickEdit(depsOf({}), 'labels', undefined, undefined);
    expect(pickerTitles).toEqual(['Change Priority: Work Item', 'Change Labels: Work Item']);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows a warning for work items of different projects unless the values are the same in all projects', async () => {
    const selection = [row(28), { kind: 'workItem', project: sample.project('API'), id: sample.workItem('API', 4) }];
    const deps = depsOf({});
    await runQuickEdit(deps, 'state', undefined, selection);
    expect(await setup.prompts.message('The selected work items are in different projects')).toMatchObject({
      kind: 'warning',
    });
    const done = runQuickEdit(deps, 'priority', undefined, selection);
    (await setup.list('Change Priority: 2 Work Items')).pick('Low');
    const preview = await setup.list('Change Priority: Preview of 2 Work Items');
    expect(preview.visible.map((text) => text.slice(text.indexOf(' | ')))).toEqual([
      ' | Medium → Low',
      ' | Urgent → Low',
    ]);
    preview.escape();
    await done;
  });

  it('rejects if the work item does not exist', async () => {
    const deletedRow = { kind: 'workItem', project: WEB_PROJECT_ID, id: sample.workItem('WEB', 4711) };
    await expect(runQuickEdit(depsOf({}), 'state', deletedRow, undefined)).rejects.toMatchObject({
      fault: { kind: 'notFound' },
    });
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Change Work Item', () => {
  it.each<[string, Node, string]>([
    ['project', { kind: 'project', project: WEB_PROJECT_ID, under: undefined }, COMMANDS.edit],
    ['cycle', { kind: 'group', project: WEB_PROJECT_ID, by: 'cycle', value: 'c', under: undefined }, COMMANDS.edit],
    ['epic', { kind: 'epic', within: WEB_PROJECT_ID, id: 'e', under: undefined }, COMMANDS.edit],
    ['saved view', { kind: 'savedView', name: 'Mine', origin: 'account', under: undefined }, COMMANDS.renameView],
  ])('edits what the row that has the focus stands for: a %s', async (_, node, command) => {
    await changeAnyField(depsOf({ selected: [28] }), node, [node]);
    expect(setup.prompts.commands).toEqual([[command, node]]);
    expect([setup.prompts.pending, pickerTitles]).toEqual([[], []]);
  });

  it.each<[string, Node]>([
    ['state', { kind: 'group', project: WEB_PROJECT_ID, by: 'state', value: 's', under: undefined }],
    ['folder of epics', { kind: 'folder', folder: 'epics', owner: WEB_PROJECT_ID, under: undefined }],
    ['view of the settings', { kind: 'savedView', name: 'Team', origin: 'folder', under: undefined }],
  ])('asks for a work item if the row that has the focus is a %s', async (_, node) => {
    await changeAnyField(depsOf({ selected: [28] }), node, [node]);
    expect([setup.prompts.commands, pickerTitles]).toEqual([[], ['Change Work Item']]);
  });

  it('lists the fields of a work item with their values, and then asks for the value of the picked field', async () => {
    const { store } = setup.session;
    await store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await store.resources.states.readAll(WEB_PROJECT_ID);
    const done = changeAnyField(depsOf({}), row(28), undefined);
    const fields = await setup.list('Change: WEB-28');
    expect(fields.placeholder).toBe('Search fields');
    expect(fields.visible).toEqual([
      'Change State | Todo',
      'Change Assignees | Ada Park',
      'Change Priority | Medium',
      'Change Due Date | Mon, Nov 23, 2026',
      'Change Module | no module',
      'Change Cycle',
      'Change Labels | no labels',
      'Change Estimate | no estimate',
      'Change Type | Task',
      'Change Parent | no parent',
      'Change Start Date | Fri, Nov 20, 2026',
      'Assign to Me',
    ]);
    fields.pick('Change Priority');
    (await setup.list('Change Priority: WEB-28')).pick('High');
    await done;
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['high']);
  });

  it('lists the fields of several work items without values, and does nothing if the user cancels', async () => {
    for (const { id } of [webItem(28), webItem(27)])
      await setup.session.store.resources.workItems.readOne(id, WEB_PROJECT_ID);
    const done = changeAnyField(depsOf({ selected: [28, 27] }), undefined, undefined);
    const fields = await setup.list('Change: 2 Work Items');
    expect(fields.visible).toHaveLength(12);
    expect(fields.visible.filter((text) => text.includes(' | '))).toEqual([]);
    fields.escape();
    await done;
    expect(setup.prompts.pending).toEqual([]);
  });

  it('asks for a work item if no row is selected, and does nothing if the user cancels', async () => {
    await changeAnyField(depsOf({}), undefined, undefined);
    expect(pickerTitles).toEqual(['Change Work Item']);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('The Back button of a quick edit', () => {
  it('returns from the values to the fields, and from the fields to the picker of work items', async () => {
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    const done = changeAnyField(depsOf({ picked: 28 }), undefined, undefined);
    (await setup.list('Change: WEB-28')).pick('Change Priority');
    (await setup.list('Change Priority: WEB-28')).press(BACK_BUTTON.id);
    (await setup.list('Change: WEB-28')).press(BACK_BUTTON.id);
    const reopenedList = await setup.list('Change: WEB-28');
    expect(pickerTitles).toEqual(['Change Work Item', 'Change Work Item']);
    reopenedList.escape();
    await done;
    expect(setup.prompts.pending).toEqual([]);
  });

  it('returns from the values to the picker of work items if the command determines the field', async () => {
    const done = runQuickEdit(depsOf({ picked: 28 }), 'priority', undefined, undefined);
    (await setup.list('Change Priority: WEB-28')).press(BACK_BUTTON.id);
    (await setup.list('Change Priority: WEB-28')).escape();
    await done;
    expect(pickerTitles).toEqual(['Change Priority: Work Item', 'Change Priority: Work Item']);
  });

  it('is not shown in the first list if the user did not pick the work item', async () => {
    const done = changeAnyField(depsOf({}), row(28), undefined);
    const fields = await setup.list('Change');
    expect(fields.title).toBe('Change');
    expect(fields.buttons).toEqual([]);
    fields.escape();
    await done;
  });
});

it('A command on a single row asks the views to follow the row when it is moved, but not for several rows or a page', async () => {
  const change = async (target: unknown, selection?: unknown): Promise<void> => {
    const done = runQuickEdit(depsOf({ active: 25 }), 'priority', target, selection);
    (await setup.list('Change Priority: ')).pick('Low');
    await done;
  };
  await change(itemNode(28), [itemNode(28)]);
  expect(setup.followedRows).toEqual([[itemNode(28), webItem(28)]]);
  const several = change(itemNode(27), [itemNode(27), itemNode(26)]);
  (await setup.list('Preview of 2 Work Items')).escape();
  await several;
  expect(setup.followedRows).toHaveLength(1);
  await change(undefined);
  expect(setup.followedRows[1]).toEqual([undefined, webItem(25)]);
});

it('Undo Last Change undoes the latest change, and does nothing while the user is signed out', async () => {
  const done = setup.run('assignToMe', 25, 24);
  (await setup.list('Assign to Me: Preview of 2 Work Items')).enter();
  await done;
  const deps = depsOf({});
  await undoLastChange({ ...deps, sessions: { current: undefined } });
  expect(setup.prompts.pending).toEqual([]);
  await undoLastChange(deps);
  expect(await setup.valuesOnServer('assignees', 25, 24)).toEqual([[], []]);
});
