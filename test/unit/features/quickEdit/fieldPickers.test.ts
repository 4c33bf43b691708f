// Tests the picker of each field that a quick edit changes, with one and with several work items.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { QUICK_EDITS } from '../../../../src/features/quickEdit/edits.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const setup = forEachTest(() => QuickEditSetup.open());

/** Returns the visible rows without the email addresses of members. */
const rowsWithoutEmail = (list: ScriptedList): readonly string[] =>
  list.visible.map((row) => row.replace(/ \| \S+@\S+$/, ''));

describe('The picker of a quick edit', () => {
  it('lists the states, focuses the current state, and sends the state that the user picks', async () => {
    const done = setup.run('state', 28);
    const list = await setup.list('Change State: WEB-28');
    expect(list.visible).toEqual(['Backlog', 'Todo ✓', 'In Progress', 'In Review', 'Done', 'Cancelled']);
    expect(list.focusedRow).toMatchObject({ label: 'Todo', icon: { id: 'circle-large-outline' } });
    list.pick('In Review');
    await done;
    expect(list.isOpen).toBe(false);
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → In Review · Undo']);
    expect(await setup.valuesOnServer('state', 28)).toEqual([sample.state('WEB', 'In Review')]);
  });

  it('marks no value as current if the work items have different values', async () => {
    const done = setup.run('priority', 28, 27);
    const list = await setup.list('Change Priority: 2 Work Items');
    expect(list.visible).toEqual(['Urgent', 'High', 'Medium', 'Low', 'None']);
    expect(list.focusedRow).toMatchObject({ label: 'Urgent' });
    list.escape();
    await done;
  });

  it('sends nothing if the user cancels or picks the current value', async () => {
    const canceledRun = setup.run('priority', 28);
    (await setup.list('Change Priority: WEB-28')).escape();
    await canceledRun;
    const unchangedRun = setup.run('priority', 28);
    (await setup.list('Change Priority: WEB-28')).pick('Medium');
    await unchangedRun;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 is already Medium']);
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('has no row if no value matches the typed text, and stays open if the user presses Enter', async () => {
    const done = setup.run('priority', 28);
    const list = await setup.list('Change Priority: WEB-28');
    list.type('critical ');
    expect(list.visible).toEqual([]);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.type('urg');
    expect(list.visible).toEqual(['Urgent']);
    list.enter();
    await done;
    expect(await setup.valuesOnServer('priority', 28)).toEqual(['urgent']);
  });

  it('opens before the values are loaded, and has no row to clear the field until they are loaded', async () => {
    const response = deferred<void>();
    setup.proxy.inject(matchRequest('GET', '/modules/'), { kind: 'delayed', until: response.promise });
    const done = setup.run('module', 27);
    const list = await setup.prompts.list('Change Module: WEB-27');
    expect([list.isBusy, list.placeholder, list.rows]).toEqual([true, 'Loading…', []]);
    list.enter();
    response.resolve();
    await list.waitUntilIdle();
    expect(list).toMatchObject({ isOpen: true, placeholder: 'Search modules' });
    expect(list.focusedRow).toMatchObject({ label: 'Board' });
    list.escape();
    await done;
  });

  it('removes the module if the user picks “No Module”, and lists cycles with their dates', async () => {
    const clearingRun = setup.run('module', 27);
    const modules = await setup.list('Change Module: WEB-27');
    expect(modules.visible).toEqual(['Offline', 'Sign-in', 'Board ✓', 'No Module']);
    expect(modules.rows.at(-1)?.icon).toBeUndefined();
    modules.pick('No Module');
    await clearingRun;
    expect(await setup.valuesOnServer('module', 27)).toEqual([null]);

    const addingRun = setup.run('cycle', 28);
    const cycles = await setup.list('Change Cycle: WEB-28');
    expect(cycles.visible[0]).toMatch(/^Offline first steps \| \w{3}, \w{3} \d+, 202\d to \w{3}, \w{3} \d+, 202\d$/);
    expect(cycles.visible.at(-1)).toBe('No Cycle');
    cycles.pick('Offline first steps');
    await addingRun;
    expect(setup.prompts.statusMessages).toEqual([
      'WEB-27 → no module · Undo',
      'WEB-28 → cycle Offline first steps · Undo',
    ]);
  });

  it('sends the type that the user picks', async () => {
    const done = setup.run('type', 28);
    const list = await setup.list('Change Type: WEB-28');
    expect(list.visible).toEqual(['Task ✓', 'Bug', 'Story', 'No Type']);
    list.pick('Bug');
    await done;
    expect(await setup.valuesOnServer('type', 28)).toEqual([sample.type('WEB', 'Bug')]);
  });

  it('accepts only whole numbers from 0 to 7 as an estimate', async () => {
    const done = setup.run('estimate_point', 28);
    const list = await setup.list('Change Estimate: WEB-28');
    expect(list.visible).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'No Estimate ✓']);
    list.type('9');
    expect(list.visible).toEqual(['“9” is not an estimate. Use a whole number from 0 to 7.']);
    list.type('5');
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → estimate 5 · Undo']);
    expect(await setup.valuesOnServer('estimate_point', 28)).toEqual(['5']);
  });

  it('lists the estimate points of the project, and shows the name of the picked point in the status bar', async () => {
    const project = sample.project('NOTES');
    const addresses = [{ project, id: sample.workItem('NOTES', 1) }];
    const done = setup.quickEdits.run(QUICK_EDITS.estimate_point, { session: setup.session, addresses });
    const list = await setup.list('Change Estimate: NOTES-1');
    expect(list.visible).toEqual(['1', '2', '3', '5', '8', '13', 'No Estimate ✓']);
    list.pick('8');
    await done;
    expect(setup.prompts.statusMessages).toEqual(['NOTES-1 → estimate 8 · Undo']);
  });

  it('lists no estimates for work items of projects with different estimate points', async () => {
    const addresses = [{ project: sample.project('NOTES'), id: sample.workItem('NOTES', 1) }, webItem(28)];
    const done = setup.quickEdits.run(QUICK_EDITS.estimate_point, { session: setup.session, addresses });
    const list = await setup.list('Change Estimate: 2 Work Items');
    expect(list.placeholder).toContain('Select work items of one project.');
    expect(list.visible).toEqual([]);
    list.escape();
    await done;
  });

  it('cannot change the estimate if the server does not list the estimate points of the project', async () => {
    setup.proxy.inject(matchRequest('GET', '/estimate-points/'), answerWith(404, { error: 'Page not found.' }));
    const addresses = [{ project: sample.project('NOTES'), id: sample.workItem('NOTES', 1) }];
    const done = setup.quickEdits.run(QUICK_EDITS.estimate_point, { session: setup.session, addresses });
    const list = await setup.list('Change Estimate: NOTES-1');
    expect(list.placeholder).toContain('can only be changed in Plane');
    expect(list.visible).not.toContain('No Estimate ✓');
    list.escape();
    await done;
  });

  it.each([
    ['module', 'The project “Field Notes” has no modules.'],
    ['cycle', 'The project “Field Notes” has no cycles.'],
    ['type', 'The project “Field Notes” has no work item types.'],
  ] as const)(
    'says in the placeholder that the project has no %s, and shows no notification',
    async (name, message) => {
      const project = sample.project('NOTES');
      const id = sample.workItem('NOTES', 1);
      const chosen = { session: setup.session, addresses: [{ project, id }] };
      const done = setup.quickEdits.run(QUICK_EDITS[name], chosen);
      const list = await setup.list(`${QUICK_EDITS[name].title()}: NOTES-1`);
      expect(list.placeholder).toBe(message);
      expect(list.rows).toHaveLength(1);
      list.escape();
      await done;
      expect(setup.prompts.pending).toEqual([]);
    },
  );

  it.each([
    ['state', 'Change State'],
    ['labels', 'Change Labels'],
    ['target_date', 'Change Due Date'],
    ['parent', 'Change Parent'],
  ] as const)('for the field %s has a Back button if there is a previous step', async (name, title) => {
    const run = async (onBack?: () => void): Promise<ScriptedList> => {
      const chosen = { session: setup.session, addresses: [webItem(28)] };
      const done = setup.quickEdits.run(QUICK_EDITS[name], chosen, onBack);
      const list = await setup.list(`${title}: WEB-28`);
      if (onBack === undefined) list.escape();
      else list.press(BACK_BUTTON.id);
      await done;
      return list;
    };
    expect((await run()).buttons).toEqual([]);
    let backButtonCount = 0;
    await run(() => {
      backButtonCount += 1;
    });
    expect(backButtonCount).toBe(1);
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });

  it('closes and rejects if the list of values cannot be loaded', async () => {
    setup.proxy.inject((_, path) => path.includes('/states/'), answerWith(403, { detail: 'Not for you.' }));
    const done = setup.run('state', 28);
    const list = await setup.prompts.list('Change State: WEB-28');
    await expect(done).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(list.isOpen).toBe(false);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('The picker of a date', () => {
  it('lists suggestions, and parses what the user types', async () => {
    const done = setup.run('target_date', 27);
    const list = await setup.list('Change Due Date: WEB-27');
    expect(list.placeholder).toBe('Enter a date such as 2026-11-20, friday, +3d or +2w');
    expect(list.visible).toEqual([
      'Today | Fri, Nov 20, 2026',
      'Tomorrow | Sat, Nov 21, 2026',
      'Next Monday | Mon, Nov 23, 2026',
      'In Two Weeks | Fri, Dec 4, 2026',
      'No Date',
    ]);
    list.type('tom');
    expect(list.visible).toEqual(['Tomorrow | Sat, Nov 21, 2026']);
    list.type('+2w');
    expect(list.visible).toEqual(['Fri, Dec 4, 2026 | 2026-12-04']);
    list.type('2027-02-28');
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 → due date Sun, Feb 28, 2027 · Undo']);
    expect(await setup.valuesOnServer('target_date', 27)).toEqual(['2027-02-28']);
  });

  it.each([
    ['2027-02-30', 'The date 2027-02-30 does not exist. Check the month and the day.'],
    ['whenever', '“whenever” is not a date. Enter a date such as 2026-11-20, friday, +3d or +2w.'],
  ])('explains why %s is not a date, and stays open if the user presses Enter', async (text, message) => {
    const done = setup.run('target_date', 28);
    const list = await setup.list('Change Due Date: WEB-28');
    list.type(text);
    expect(list.rows).toEqual([{ label: message, icon: { id: 'warning' }, alwaysShow: true }]);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    await done;
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });

  it('rejects a due date before the start date, and a start date after the due date', async () => {
    await setup.changeOnServer(28, { start_date: '2026-11-24', target_date: '2026-11-27' });
    const dueDateRun = setup.run('target_date', 28);
    const dueList = await setup.list('Change Due Date: WEB-28');
    expect(dueList.visible).toEqual([
      'Fri, Nov 20, 2026 is before the start date, Tue, Nov 24, 2026. Change the start date first.',
      'Sat, Nov 21, 2026 is before the start date, Tue, Nov 24, 2026. Change the start date first.',
      'Mon, Nov 23, 2026 is before the start date, Tue, Nov 24, 2026. Change the start date first.',
      'In Two Weeks | Fri, Dec 4, 2026',
      'No Date',
    ]);
    dueList.escape();
    await dueDateRun;
    const startDateRun = setup.run('start_date', 28);
    const startList = await setup.list('Change Start Date: WEB-28');
    startList.type('2026-11-28');
    expect(startList.visible).toEqual([
      'Sat, Nov 28, 2026 is after the due date, Fri, Nov 27, 2026. Change the due date first.',
    ]);
    startList.enter();
    await startList.handled();
    expect(startList.isOpen).toBe(true);
    startList.type('2026-11-27');
    startList.enter();
    await startDateRun;
    expect(await setup.valuesOnServer('start_date', 28)).toEqual(['2026-11-27']);
  });

  it('focuses the current date, and clears the field if the user picks “No Date”', async () => {
    await setup.changeOnServer(27, { target_date: '2026-11-21' });
    const done = setup.run('target_date', 27);
    const list = await setup.list('Change Due Date: WEB-27');
    expect(list.focusedRow).toMatchObject({ label: 'Tomorrow', description: 'Sat, Nov 21, 2026', isCurrent: true });
    expect(list.rows.find(({ label }) => label === 'No Date')?.icon).toEqual({ id: 'blank' });
    list.pick('No Date');
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 → no due date · Undo']);
    expect(await setup.valuesOnServer('target_date', 27)).toEqual([null]);
  });
});

describe('The cycle picker', () => {
  const shownCycles = async (dialect: Dialect, cycleOfItem?: string): Promise<readonly string[]> => {
    await using oneSetup = await QuickEditSetup.open(dialect);
    const { project, id } = webItem(28);
    await oneSetup.session.store.resources.workItems.readOne(id, project);
    if (cycleOfItem !== undefined)
      oneSetup.session.store.localMemberships.set('cycle', webItem(28), sample.cycle('WEB', cycleOfItem));
    const done = oneSetup.run('cycle', 28);
    const list = await oneSetup.list('Change Cycle: WEB-28');
    const labels = list.rows.map(({ label }) => label);
    list.escape();
    await done;
    return labels;
  };

  it('leaves out cycles that have ended if the server would reject them, but not the current value', async () => {
    const all = ['Offline first steps', 'Board by keyboard', 'Keys and focus', 'No Cycle'];
    expect(await shownCycles('spec')).toEqual(all);
    expect(await shownCycles('community')).toEqual(all.filter((name) => name !== 'Keys and focus'));
    expect(await shownCycles('community', 'Keys and focus')).toEqual(all);
  });
});

describe('The module picker on an open-source server', () => {
  const communitySetup = forEachTest(() => QuickEditSetup.open('community'));

  const [offline, board, signIn] = ['Offline', 'Board', 'Sign-in'].map((name) => sample.module('WEB', name)) as [
    string,
    string,
    string,
  ];
  const isInModule = async (module: string, number: number): Promise<boolean> =>
    (await communitySetup.idsIn(`projects/${WEB_PROJECT_ID}/modules/${module}/module-issues/`)).includes(
      webItem(number).id,
    );
  const changes = (): readonly string[] =>
    communitySetup.proxy
      .matchingRequests((method) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.split('/').slice(-4).join('/')}`);

  it('shows the modules of the work item as checked, and sends one request for each changed module', async () => {
    const done = communitySetup.run('module', 27);
    const list = await communitySetup.list('Change Modules: WEB-27');
    expect(list.checkedLabels).toEqual(['Board']);
    const before = changes().length;
    list.check('Offline', 'Sign-in');
    list.enter();
    await done;
    expect(changes().slice(before)).toHaveLength(3);
    expect(await Promise.all([offline, board, signIn].map((module) => isInModule(module, 27)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(communitySetup.prompts.statusMessages).toEqual(['WEB-27 → modules Offline, Sign-in · Undo']);

    const unchangedRun = communitySetup.run('module', 27);
    const second = await communitySetup.list('Change Modules: WEB-27');
    expect(second.checkedLabels).toEqual(['Offline', 'Sign-in']);
    second.enter();
    await unchangedRun;
    expect(changes().slice(before)).toHaveLength(3);
  });

  it('sends changes that Undo Last Change undoes, and a later change by another client is kept', async () => {
    for (const isDeletedBeforeUndo of [false, true]) {
      const done = communitySetup.run('module', 27);
      const list = await communitySetup.list('Change Modules: WEB-27');
      list.check('Board', 'Offline');
      list.enter();
      await done;
      expect(await isInModule(offline, 27)).toBe(true);
      const path = `projects/${WEB_PROJECT_ID}/modules/${offline}/module-issues/${webItem(27).id}/`;
      if (isDeletedBeforeUndo) await communitySetup.server.ask('DELETE', path);
      await communitySetup.quickEdits.undo(communitySetup.session);
      expect([await isInModule(offline, 27), await isInModule(board, 27)]).toEqual([false, true]);
    }
    expect(communitySetup.prompts.statusMessages.at(1)).toBe('WEB-27 → modules Board');
  });

  it('adds several work items to a module in one request, and keeps the other modules of the work items', async () => {
    const done = communitySetup.run('module', 27, 28);
    const list = await communitySetup.list('Change Modules: 2 Work Items');
    const before = changes().length;
    list.check('Offline');
    list.enter();
    (await communitySetup.prompts.list('Preview of 2 Work Items')).enter();
    await done;
    expect(changes().slice(before)).toHaveLength(1);
    expect(await Promise.all([isInModule(offline, 27), isInModule(offline, 28), isInModule(board, 27)])).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('adds the remaining checked modules if the server rejects one module', async () => {
    communitySetup.proxy.inject(
      matchRequest('POST', `/modules/${offline}/module-issues/`),
      answerWith(403, { detail: 'Not for you.' }),
      1,
    );
    const done = communitySetup.run('module', 27);
    const list = await communitySetup.list('Change Modules: WEB-27');
    list.check('Board', 'Offline', 'Sign-in');
    list.enter();
    await done;
    const store = communitySetup.session.store;
    const names = (): readonly string[] =>
      store.resources.modules
        .listed(WEB_PROJECT_ID)
        .flatMap(({ id, name }) =>
          store.associations.moduleItems.list(`${WEB_PROJECT_ID}/${id}`).state.ids.includes(webItem(27).id) ? name : [],
        );
    expect(names().toSorted()).toEqual(['Board', 'Sign-in']);
    expect(await Promise.all([isInModule(offline, 27), isInModule(signIn, 27)])).toEqual([false, true]);
  });
});

describe('The picker of a field with one value', () => {
  it('creates a cycle or a module from the typed text if no value matches, and sends the new value', async () => {
    for (const [edit, title, row] of [
      ['cycle', 'Change Cycle: WEB-28', 'Create Cycle “Winter”'],
      ['module', 'Change Module: WEB-28', 'Create Module “Winter”'],
    ] as const) {
      const done = setup.run(edit, 28);
      const list = await setup.list(title);
      list.type(' Winter ');
      expect(list.visible).toEqual([row]);
      list.enter();
      await done;
    }
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → cycle Winter · Undo', 'WEB-28 → module Winter · Undo']);
    const [cycle] = await setup.idsIn(`projects/${WEB_PROJECT_ID}/cycles/`);
    expect(await setup.idsIn(`projects/${WEB_PROJECT_ID}/cycles/${String(cycle)}/cycle-issues/`)).toEqual([
      webItem(28).id,
    ]);
  });

  it('creates a state in the group that the user picks if no state matches the typed text', async () => {
    const done = setup.run('state', 28);
    const list = await setup.list('Change State: WEB-28');
    list.type('Shipped');
    expect(list.visible).toEqual([
      'Create State “Shipped” | Started',
      'Create State “Shipped” | Not started',
      'Create State “Shipped” | Backlog',
      'Create State “Shipped” | Completed',
      'Create State “Shipped” | Canceled',
    ]);
    list.focusedRow = list.rows.find(({ description }) => description === 'Completed');
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → Shipped · Undo']);
    const state = setup.session.store.resources.states.listed(WEB_PROJECT_ID).find(({ name }) => name === 'Shipped');
    expect(state).toMatchObject({ group: 'completed', color: '#46a758' });
    expect(await setup.valuesOnServer('state', 28)).toEqual([state?.id]);
  });

  it('keeps the typed text and shows the reason if the value cannot be created', async () => {
    const done = setup.run('cycle', 28);
    const list = await setup.list('Change Cycle: WEB-28');
    setup.proxy.inject((method) => method === 'POST', answerWith(403, { detail: 'Not for you.' }), 1);
    list.type('Winter');
    list.enter();
    await list.waitUntilIdle();
    expect([list.isOpen, list.text]).toEqual([true, 'Winter']);
    expect(list.visible).toEqual([expect.stringMatching(/^Create Cycle “Winter” \| .*Not for you/)]);
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → cycle Winter · Undo']);
  });

  it('has no row to create a value if the user is a guest, or to create a module if modules are off in the project', async () => {
    vi.spyOn(setup.session.store, 'isGuest').mockReturnValue(true);
    for (const [edit, title] of [
      ['state', 'Change State: WEB-28'],
      ['cycle', 'Change Cycle: WEB-28'],
    ] as const) {
      const done = setup.run(edit, 28);
      const list = await setup.list(title);
      list.type('Winter');
      expect(list.visible).toEqual([]);
      list.escape();
      await done;
    }
    vi.restoreAllMocks();
    const body = { module_view: false };
    expect((await setup.server.ask('PATCH', `projects/${WEB_PROJECT_ID}/`, { body })).ok).toBe(true);
    const done = setup.run('module', 28);
    const list = await setup.list('Change Module: WEB-28');
    list.type('Winter');
    expect(list.visible).toEqual([]);
    list.escape();
    await done;
  });
});

describe('The picker of labels or assignees', () => {
  const designLabel = sample.label('WEB', 'Design');
  const customerLabel = sample.label('WEB', 'Customer');

  it('shows current values of the work item as checked, and sends the values that are checked on Enter', async () => {
    await setup.changeOnServer(28, { labels: [customerLabel] });
    const done = setup.run('labels', 28);
    const list = await setup.list('Change Labels: WEB-28');
    expect(rowsWithoutEmail(list)).toEqual([
      'Customer',
      'Good first item',
      'Regression',
      'Design',
      'Performance',
      'Accessibility',
    ]);
    expect(list.checkedLabels).toEqual(['Customer']);
    list.check('Design', 'Performance');
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → labels Design, Performance · Undo']);
    expect(await setup.valuesOnServer('labels', 28)).toEqual([[designLabel, sample.label('WEB', 'Performance')]]);
  });

  const billingLabelColors = async (): Promise<readonly unknown[]> => {
    const { results } = (await (await setup.server.ask('GET', `projects/${WEB_PROJECT_ID}/labels/`)).json()) as {
      readonly results: readonly { readonly name: string; readonly color: string }[];
    };
    return results.map(({ name, color }) => (name === 'Billing' ? color : []));
  };

  it('creates and checks a label if no label matches the text, and sends all checked labels', async () => {
    await setup.changeOnServer(28, { labels: [customerLabel] });
    const done = setup.run('labels', 28);
    const list = await setup.list('Change Labels: WEB-28');
    list.type('desi');
    expect(rowsWithoutEmail(list)).toEqual(['Design']);
    list.type(' Billing ');
    expect(rowsWithoutEmail(list)).toEqual(['Create Label “Billing”']);
    const before = setup.proxy.requests.length;
    list.enter();
    await list.waitUntilIdle();
    expect(setup.proxy.requests.length).toBe(before + 1);
    expect(list.text).toBe('');
    expect(list.checkedLabels).toEqual(['Customer', 'Billing']);
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → labels Customer, Billing · Undo']);
    const colors = (await billingLabelColors()).flat();
    expect(colors).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/)]);
  });

  it('keeps the text and shows the reason if the label cannot be created, and the user can try again', async () => {
    const done = setup.run('labels', 28);
    const list = await setup.list('Change Labels: WEB-28');
    setup.proxy.inject((method) => method === 'POST', answerWith(403, { detail: 'Not for you.' }), 1);
    list.type('Billing');
    list.check('Create Label “Billing”');
    await list.waitUntilIdle();
    expect(list.text).toBe('Billing');
    expect(list.visible).toEqual([expect.stringMatching(/^Create Label “Billing” \| .*Not for you/)]);
    expect(list.checkedLabels).toEqual([]);
    list.check('Create Label “Billing”');
    await list.waitUntilIdle();
    expect(list.checkedLabels).toContain('Billing');
    list.escape();
    await done;
    expect((await billingLabelColors()).flat()).toHaveLength(1);
  });

  it('has no row to create a label for a guest of the project, or to create an assignee', async () => {
    vi.spyOn(setup.session.store, 'isGuest').mockReturnValue(true);
    for (const [edit, title] of [
      ['labels', 'Change Labels: WEB-28'],
      ['assignees', 'Change Assignees: WEB-28'],
    ] as const) {
      const done = setup.run(edit, 28);
      const list = await setup.list(title);
      list.type('Billing');
      expect(list.visible).toEqual([]);
      list.escape();
      await done;
    }
  });

  it('clears the field if the user unchecks every row, and sends nothing if the user cancels', async () => {
    const canceledRun = setup.run('assignees', 28);
    const first = await setup.list('Change Assignees: WEB-28');
    expect(rowsWithoutEmail(first)).toEqual([
      'Ada Park (you)',
      'Bruno Keller',
      'Chioma Obi',
      'Dmitri Volkov',
      'Elif Aydin',
    ]);
    expect(first.rows.map(({ icon }) => icon?.id)).toEqual(['account', 'person', 'person', 'person', 'person']);
    first.check();
    first.escape();
    await canceledRun;
    expect(await setup.valuesOnServer('assignees', 28)).toEqual([[sample.user('ada')]]);
    const clearingRun = setup.run('assignees', 28);
    const second = await setup.list('Change Assignees: WEB-28');
    expect(second.checkedLabels).toEqual(['Ada Park (you)']);
    second.check();
    second.enter();
    await clearingRun;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → no assignees · Undo']);
    expect(await setup.valuesOnServer('assignees', 28)).toEqual([[]]);
  });

  it('does not change a value that only some of the work items have, unless the user checks the value', async () => {
    await setup.changeOnServer(28, { labels: [customerLabel, designLabel] });
    await setup.changeOnServer(27, { labels: [customerLabel] });
    const done = setup.run('labels', 28, 27);
    const list = await setup.list('Change Labels: 2 Work Items');
    expect(list.checkedLabels).toEqual(['Customer']);
    expect(list.visible).toContain('Design | set on 1 of 2 work items; unchanged unless selected');
    list.check('Performance');
    list.enter();
    const preview = await setup.list('Change Labels: Preview of 2 Work Items');
    preview.enter();
    await done;
    const performanceLabel = sample.label('WEB', 'Performance');
    expect(await setup.valuesOnServer('labels', 28, 27)).toEqual([[designLabel, performanceLabel], [performanceLabel]]);
  });

  it('keeps a label that another client has added since the work item was loaded', async () => {
    await setup.session.store.resources.workItems.readOne(webItem(28).id, WEB_PROJECT_ID);
    await setup.changeOnServer(28, { labels: [customerLabel] });
    const done = setup.run('labels', 28);
    const list = await setup.list('Change Labels: WEB-28');
    list.check(...list.checkedLabels, 'Design');
    list.enter();
    await done;
    expect(await setup.valuesOnServer('labels', 28)).toEqual([[customerLabel, designLabel]]);
  });

  it('shows the cached labels at once, and keeps checks, focus and text when the list is reloaded', async () => {
    const { store } = setup.session;
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    const path = `projects/${WEB_PROJECT_ID}/labels/`;
    await setup.server.ask('POST', path, { body: { name: 'From elsewhere' } });
    await setup.server.ask('PATCH', `${path}${sample.label('WEB', 'Regression')}/`, { body: { name: 'Renamed' } });
    await setup.server.ask('DELETE', `${path}${sample.label('WEB', 'Accessibility')}/`);
    store.resources.labels.list(WEB_PROJECT_ID).expire();
    const delayedResponse = deferred<void>();
    setup.proxy.inject(matchRequest('GET', '/labels/'), { kind: 'delayed', until: delayedResponse.promise });
    const done = setup.run('labels', 28);
    const list = await setup.prompts.list('Change Labels: WEB-28');
    expect(list.isBusy).toBe(true);
    list.type('e');
    expect(list.visible).toEqual([
      'Customer',
      'Good first item',
      'Regression',
      'Design',
      'Performance',
      'Accessibility',
    ]);
    list.check('Design', 'Performance');
    list.focus('Performance');
    const labelsPromise = store.resources.labels.readAll(WEB_PROJECT_ID);
    delayedResponse.resolve();
    await labelsPromise;
    await list.waitUntilIdle();
    expect(list.visible).toEqual(['From elsewhere', 'Customer', 'Good first item', 'Renamed', 'Design', 'Performance']);
    expect(list.checkedLabels).toEqual(['Design', 'Performance']);
    expect(list.focusedRow?.label).toBe('Performance');
    expect(list.text).toBe('e');
    list.enter();
    await done;
    expect(await setup.valuesOnServer('labels', 28)).toEqual([[designLabel, sample.label('WEB', 'Performance')]]);
    expect(setup.proxy.matchingRequests(matchRequest('GET', '/labels/'))).toHaveLength(2);
  });

  it('lists the name of a label of the work item that the cached list of labels does not contain', async () => {
    const { store } = setup.session;
    await store.resources.labels.readAll(WEB_PROJECT_ID);
    const createdLabel = await setup.server.ask('POST', `projects/${WEB_PROJECT_ID}/labels/`, {
      body: { name: 'From elsewhere' },
    });
    const { id } = (await createdLabel.json()) as { readonly id: string };
    await setup.changeOnServer(28, { labels: [id] });
    const delayedResponse = deferred<void>();
    setup.proxy.inject(matchRequest('GET', '/labels/'), { kind: 'delayed', until: delayedResponse.promise });
    const done = setup.run('labels', 28);
    const list = await setup.prompts.list('Change Labels: WEB-28');
    expect(list.isBusy).toBe(true);
    expect(list.checkedLabels).toEqual(['From elsewhere']);
    delayedResponse.resolve();
    list.check('Design', 'From elsewhere');
    list.enter();
    await done;
    expect(await setup.valuesOnServer('labels', 28)).toEqual([[id, designLabel]]);
  });

  it('says in the placeholder that the project has no labels, and does not accept Enter', async () => {
    const project = sample.project('NOTES');
    for (const name of ['Website', 'Pictures', 'Editorial'])
      await setup.server.ask('DELETE', `projects/${project}/labels/${sample.label('NOTES', name)}/`);
    const addresses = [{ project, id: sample.workItem('NOTES', 1) }];
    const done = setup.quickEdits.run(QUICK_EDITS.labels, { session: setup.session, addresses });
    const list = await setup.list('Change Labels: NOTES-1');
    expect([list.placeholder, list.rows]).toEqual(['The project “Field Notes” has no labels.', []]);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    await done;
    expect(setup.prompts.pending).toEqual([]);
  });
});

it('The status bar shows the identifier of a new parent even if the parent was not in the cache', async () => {
  const done = setup.run('parent', 28);
  const list = await setup.list('Change Parent: WEB-28');
  list.type('passkey');
  await setup.clock.advance(250);
  await list.waitUntilIdle();
  list.pick('WEB-10');
  await done;
  expect(setup.prompts.statusMessages).toEqual(['WEB-28 → parent WEB-10 · Undo']);
});

describe('The picker of a parent', () => {
  const canceledPicker = async (...numbers: readonly number[]): Promise<ScriptedList> => {
    const done = setup.run('parent', ...numbers);
    const list = await setup.list('Change Parent: ');
    list.escape();
    await done;
    return list;
  };
  const identifiers = ({ rows }: ScriptedList): readonly string[] => rows.map(({ label }) => label);

  beforeEach(async () => {
    const { store } = setup.session;
    await store.resources.projects.list().read();
    await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  });

  it('lists loaded work items of the project, except the work item itself and its descendants', async () => {
    await setup.session.store.list({ of: 'items', owner: sample.project('API') }).read();
    const list = await canceledPicker(1);
    // WEB-2, WEB-3 and WEB-4 are sub-items of WEB-1; WEB-5 and WEB-6 are sub-items of WEB-4.
    expect(identifiers(list)).toEqual(Array.from({ length: 22 }, (_, index) => `WEB-${28 - index}`));
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });

  it('focuses the current parent, and removes the parent if the user picks “No Parent”', async () => {
    const done = setup.run('parent', 2);
    const list = await setup.list('Change Parent: WEB-2');
    expect(list.rows[0]).toMatchObject({ label: 'No Parent', icon: { id: 'blank' } });
    expect(list.focusedRow).toMatchObject({ label: 'WEB-1', isCurrent: true });
    list.pick('No Parent');
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-2 → no parent · Undo']);
    expect(await setup.valuesOnServer('parent', 2)).toEqual([null]);
  });

  it('is not shown when a page removes a sub-item from its parent, and Undo restores the parent', async () => {
    const chosen = { session: setup.session, addresses: [webItem(2)] };
    await setup.quickEdits.change(chosen, { field: 'parent', value: null });
    expect(setup.prompts.statusMessages).toEqual(['WEB-2 → no parent · Undo']);
    expect(await setup.valuesOnServer('parent', 2)).toEqual([null]);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('parent', 2)).toEqual([webItem(1).id]);
  });

  it('sends as parent the work item whose identifier the user has typed', async () => {
    const done = setup.run('parent', 28);
    const list = await setup.list('Change Parent: WEB-28');
    list.type('web-10');
    list.enter();
    await done;
    expect(setup.prompts.statusMessages).toEqual(['WEB-28 → parent WEB-10 · Undo']);
    expect(await setup.valuesOnServer('parent', 28)).toEqual([webItem(10).id]);
  });

  it('rejects the typed identifier of a descendant, and says that a descendant cannot be the parent', async () => {
    const done = setup.run('parent', 1);
    const list = await setup.list('Change Parent: WEB-1');
    list.type('WEB-2');
    await setup.clock.advance(250);
    await list.waitUntilIdle();
    expect(list.visible[0]).toBe('WEB-2 | No work item of this project with this identifier can be the parent');
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    await done;
  });

  it('excludes the descendants of each of several work items', async () => {
    const listedIdentifiers = identifiers(await canceledPicker(1, 10));
    for (const descendant of ['WEB-2', 'WEB-11', 'WEB-12']) expect(listedIdentifiers).not.toContain(descendant);
  });
});

it('Assign to Me adds the user to the assignees without a picker', async () => {
  await setup.changeOnServer(28, { assignees: [sample.user('bruno')] });
  await setup.run('assignToMe', 28);
  expect(setup.prompts.statusMessages).toEqual(['WEB-28 → assignees Bruno Keller, Ada Park · Undo']);
  expect(await setup.valuesOnServer('assignees', 28)).toEqual([[sample.user('bruno'), sample.user('ada')]]);
});
