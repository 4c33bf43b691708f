// Tests the form of a record: its fields, their values and their choices.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/client/apiError.ts';
import type { RecordKind } from '../../../../src/core/cache/address.ts';
import type { EstimateScale } from '../../../../src/core/cache/estimates.ts';
import type { ItemRecord } from '../../../../src/core/cache/record.ts';
import type { Store } from '../../../../src/core/cache/store/store.ts';
import { FieldChoices } from '../../../../src/items/form/choices.ts';
import type { FieldName, FieldView } from '../../../../src/items/form/fieldProtocol.ts';
import { type FormDeps, fieldViews } from '../../../../src/items/form/form.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import { fieldValuesOf } from '../../../../src/items/form/values.ts';
import { item as itemWith } from '../../features/tree/treeData.ts';

const serverError: Fault = { kind: 'serverError', status: 500, detail: '' };
const missingRoute: Fault = { kind: 'notFound', isRouteMissing: true, detail: '' };
const LIST_STATES: Readonly<
  Record<string, { readonly status: string; readonly records: readonly object[]; readonly fault?: Fault }>
> = {
  states: { status: 'ready', records: [{ id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' }] },
  labels: { status: 'ready', records: [{ id: 'l1', name: 'Bug', color: null }] },
  members: { status: 'ready', records: [{ id: 'u1', display_name: 'Ada', email: 'ada@contrail.example' }] },
  modules: { status: 'ready', records: [{ id: 'm1', name: 'Board' }] },
  types: { status: 'ready', records: [{ id: 't1', name: 'Task' }] },
  estimatePoints: { status: 'unsupported', records: [] },
};
const NOT_LOADED = { status: 'notLoaded', records: [] };
const workItemForm = recordFormOf('workItem', false);
const item = itemWith('w1', {
  module: null,
  state: 's1',
  assignees: ['u1'],
  labels: ['l1'],
  name: 'Fix login',
  description_html: '<p>It fails.</p>',
});

interface StoreOptions {
  readonly hasTypes?: boolean;
  readonly hasModules?: boolean;
  readonly estimates?: EstimateScale;
  /** Id of the project's default state. */
  readonly defaultState?: string;
}

interface FormOptions extends Partial<Pick<FormDeps, 'touched' | 'problems' | 'isNew'>> {
  readonly item?: ItemRecord;
  readonly lists?: typeof LIST_STATES;
  readonly storeOptions?: StoreOptions;
  readonly requestedFields?: readonly FieldName[];
  /** The names of lists that are needed but not loaded are added to this set. */
  readonly missingLists?: Set<string>;
}

/**
 * Returns a store with only the members that FieldChoices uses: the lists, and a user, a type and an epic that are not
 * in the lists.
 */
function storeWith(
  lists: typeof LIST_STATES,
  { hasTypes = true, hasModules = true, estimates = 'numbers', defaultState }: StoreOptions,
): Store {
  const listsByName = Object.fromEntries(
    Object.entries({ ...LIST_STATES, ...lists }).map(([name, { status, records, fault }]) => [
      name,
      {
        list: () => ({
          state: status === 'unsupported' ? { status: 'failed', fault: missingRoute } : { status, fault },
        }),
        listed: () => records,
        get: () => undefined,
      },
    ]),
  );
  return {
    ...listsByName,
    user: (_: string, id: string) => (id === 'u9' ? { id, display_name: 'Somebody who left' } : undefined),
    state: (_: string, id: string) => (id === 's8' ? { id, name: 'Triage' } : undefined),
    label: () => undefined,
    type: (_: string, id: string) => (id === 't9' ? { id, name: 'Bug' } : undefined),
    hasTypes,
    resources: {
      ...listsByName,
      epics: { get: (id: string) => (id === 'e1' ? { id, name: 'Keys' } : undefined) },
    },
    estimateScale: () => estimates,
    estimateName: () => undefined,
    project: () => ({ module_view: hasModules, default_state: defaultState }),
    item: () => undefined,
    identifier: () => undefined,
  } as unknown as Store;
}

function fields(options: FormOptions = {}): FieldView[] {
  const {
    item: record = item,
    lists = {},
    storeOptions = {},
    touched = {},
    problems = {},
    isNew = false,
    requestedFields = [],
    missingLists = new Set(),
  } = options;
  const searchResults = new Map([['w2', { id: 'w2', label: 'Item w2' }]]);
  const choices = new FieldChoices(
    storeWith(lists, storeOptions),
    { kind: 'workItem', within: 'p1', id: 'w1' },
    searchResults,
    (source) => missingLists.add(source),
  );
  return fieldViews({
    form: workItemForm,
    isNew,
    confirmed: fieldValuesOf(workItemForm.fields, record),
    touched,
    problems,
    choices,
    requestedFields: new Set(requestedFields),
    fieldsBeingSaved: new Set(),
  });
}

function field(name: FieldName, options: FormOptions = {}): FieldView | undefined {
  return fields(options).find((fieldView) => fieldView.name === name);
}

describe('The form', () => {
  it('has the logo of a record as a secondary field, because its value is JSON', () => {
    const kinds: readonly RecordKind[] = ['initiative', 'teamspace', 'customerProperty', 'sticky'];
    const logos = kinds.map((kind) => recordFormOf(kind, false).fields.find(({ name }) => name === 'logo_props'));
    expect(logos.map((logo) => logo?.isSecondary)).toEqual([true, true, true, true]);
  });

  it.each<[RecordKind, readonly string[]]>([
    ['module', ['Members', 'Start date', 'Due date']],
    ['customerRequest', ['Link']],
    ['customerProperty', ['Relates to', 'Logo']],
  ])('of the kind %s has the secondary fields %j', (kind, labels) => {
    const secondaryFields = recordFormOf(kind, false).fields.filter(({ isSecondary }) => isSecondary === true);
    expect(secondaryFields.map(({ label }) => label)).toEqual(labels);
  });

  it.each([true, false])(
    'labels the field `name` “Title” for work items and epics, and “Name” for cycles and projects (isNew: %s)',
    (isNew) => {
      const labelOf = (kind: RecordKind) => recordFormOf(kind, isNew).fields.find(({ name }) => name === 'name')?.label;
      expect((['workItem', 'epic', 'cycle', 'project'] as const).map(labelOf)).toEqual([
        'Title',
        'Title',
        'Name',
        'Name',
      ]);
    },
  );

  it.each([
    ['module', ['lead']],
    ['cycle', ['owned_by']],
    ['initiative', ['lead']],
    ['workItem', []],
  ] as const)('of a %s sets sortsChoices only for fields whose value is a single user', (of, sorted) => {
    const form = recordFormOf(of, false);
    const store = storeWith({ workspaceUsers: { status: 'ready', records: [] } }, {});
    const views = fieldViews({
      form,
      isNew: false,
      confirmed: Object.fromEntries(form.fields.map(({ name }) => [name, null])),
      touched: {},
      problems: {},
      choices: new FieldChoices(store, { kind: of, within: 'p1', id: 'r1' }, new Map(), () => undefined),
      requestedFields: new Set(),
      fieldsBeingSaved: new Set(),
    });
    expect(views.filter(({ sortsChoices }) => sortsChoices).map(({ name }) => name)).toEqual(sorted);
  });

  it("has the fields of a work item in a fixed order, with the server's values", () => {
    expect(fields().map(({ name }) => name)).toEqual(workItemForm.fields.map(({ name }) => name));
    expect(Object.fromEntries(fields().map(({ name, value }) => [name, value]))).toEqual({
      name: 'Fix login',
      description_html: '<p>It fails.</p>',
      state: 's1',
      priority: 'none',
      assignees: ['u1'],
      labels: ['l1'],
      parent: null,
      estimate_point: null,
      type: null,
      module: null,
      start_date: null,
      target_date: null,
    });
    expect(fields().some(({ touched }) => touched)).toBe(false);
  });

  it('starts with the fields that are changed most often, and collapses only the last four fields', () => {
    expect(fields().map(({ name, isSecondary }) => `${name}${isSecondary ? ' (folded)' : ''}`)).toEqual([
      'name',
      'description_html',
      'state',
      'assignees',
      'priority',
      'target_date',
      'module',
      'labels',
      'estimate_point (folded)',
      'type (folded)',
      'parent (folded)',
      'start_date (folded)',
    ]);
  });

  it.each([
    ['unstarted', true],
    ['completed', undefined],
    ['cancelled', undefined],
  ])('for a work item with a state of the group %s marks the due date as a deadline: %s', (group, isDeadline) => {
    const lists = { states: { status: 'ready', records: [{ id: 's1', name: 'A state', color: '#aaa', group }] } };
    expect(field('target_date', { lists })?.isDeadline).toBe(isDeadline);
    expect(field('start_date', { lists })?.isDeadline).toBeUndefined();
  });

  it('has no Module field if the server sends no module or the project does not support modules', () => {
    expect(field('module', { item: { ...item, module: undefined } })).toBeUndefined();
    expect(field('module', { lists: { modules: { status: 'unsupported', records: [] } } })).toBeUndefined();
  });

  it('offers the estimates 0 to 7 only if estimates are numbers, and does not show the ids of estimate points', () => {
    const itemWithPoint = { ...item, estimate_point: '11111111-2222-4333-8444-555555555555' };
    expect(field('estimate_point')?.choices?.map(({ label }) => label)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    expect(field('estimate_point')?.readOnly).toBeUndefined();
    expect(field('estimate_point', { storeOptions: { estimates: 'none' } })).toBeUndefined();
    expect(field('estimate_point', { storeOptions: { estimates: 'points' } })).toBeUndefined();
    expect(field('estimate_point', { storeOptions: { estimates: 'points' }, item: itemWithPoint })).toMatchObject({
      readOnly: true,
      optional: false,
      hint: 'Can only be changed in Plane.',
      choices: [{ id: itemWithPoint.estimate_point, label: 'Unknown value' }],
    });
  });

  it('has no Type field if the server does not support types', () => {
    expect(field('type', { lists: { types: { status: 'unsupported', records: [] } } })).toBeUndefined();
  });

  it('has no Type field while it is unknown whether the server supports types, and requests the list of types', () => {
    const missingLists = new Set<string>();
    const lists = { types: NOT_LOADED };
    expect(field('type', { lists, storeOptions: { hasTypes: false }, missingLists })).toBeUndefined();
    expect([...missingLists]).toEqual(['types']);
    expect(field('type', { lists })).toMatchObject({ value: null, choices: [], pending: 'notLoaded' });
    expect(field('type', { lists, storeOptions: { hasTypes: false }, item: { ...item, type: 't9' } })?.choices).toEqual(
      [{ id: 't9', label: 'Bug' }],
    );
  });

  it('has no Module field if modules are disabled in the project, and does not request the list of modules', () => {
    const missingLists = new Set<string>();
    expect(
      field('module', { lists: { modules: NOT_LOADED }, storeOptions: { hasModules: false }, missingLists }),
    ).toBeUndefined();
    expect(missingLists.size).toBe(0);
  });

  it('keeps a field that the user opened even if it has no choices', () => {
    const options: FormOptions = {
      lists: { modules: { status: 'unsupported', records: [] } },
      requestedFields: ['module'],
    };
    expect(field('module', options)).toMatchObject({ value: null, choices: [] });
  });

  it("shows the draft of a field instead of the server's value, even if the draft clears the field", () => {
    const touched = { name: 'Fix sign-in', state: null, labels: [] };
    expect(field('name', { touched })).toMatchObject({ value: 'Fix sign-in', touched: true });
    expect(field('state', { touched })).toMatchObject({ value: null, touched: true });
    expect(field('labels', { touched })).toMatchObject({ value: [], touched: true });
    expect(field('priority', { touched })).toMatchObject({ touched: false });
  });

  it('shows an error message at the field with the invalid value', () => {
    const shownFields = fields({ problems: { target_date: 'The due date is before the start date.' } });
    expect(
      shownFields.filter(({ problem }) => problem !== undefined).map(({ name, problem }) => [name, problem]),
    ).toEqual([['target_date', 'The due date is before the start date.']]);
  });

  it('shows a missing description as empty', () => {
    expect(field('description_html', { item: { ...item, description_html: undefined } })?.value).toBe('');
  });

  it('lets the user clear the optional fields, and every field except Priority in a new record', () => {
    const optionalFields = (options: FormOptions): string[] =>
      fields(options).flatMap(({ name, optional: isOptional }) => (isOptional ? [name] : []));
    expect(optionalFields({})).toEqual([
      'description_html',
      'assignees',
      'target_date',
      'module',
      'labels',
      'estimate_point',
      'type',
      'parent',
      'start_date',
    ]);
    expect(fields({ isNew: true }).flatMap(({ name, optional: isOptional }) => (isOptional ? [] : [name]))).toEqual([
      'priority',
    ]);
  });
});

describe('The placeholder of the state of a new work item', () => {
  const placeholderWith = (records: readonly object[], defaultState?: string) =>
    field('state', {
      isNew: true,
      lists: { states: { status: 'ready', records } },
      storeOptions: defaultState === undefined ? {} : { defaultState },
    })?.placeholder;

  it('is the name of the default state, or Default if no default state is loaded', () => {
    const todo = { id: 's1', name: 'Todo' };
    expect(placeholderWith([todo, { id: 's2', name: 'Backlog', default: true }])).toBe('Backlog');
    expect(placeholderWith([todo], 's8')).toBe('Triage');
    expect(placeholderWith([todo])).toBe('Default');
    expect(placeholderWith([])).toBe('Default');
  });

  it('is absent for an existing work item and for other fields', () => {
    expect(field('state', {})?.placeholder).toBeUndefined();
    expect(field('module', { isNew: true })?.placeholder).toBeUndefined();
  });
});

describe('The choices of a field', () => {
  it('show started states with circles that are filled according to the order of the states', () => {
    const records = ['s1', 's2'].map((id) => ({ id, name: id, color: '', group: 'started' }));
    expect(field('state', { lists: { states: { status: 'ready', records } } })?.choices).toEqual([
      { id: 's1', label: 's1', icon: 'started', filledQuarters: 1 },
      { id: 's2', label: 's2', icon: 'started', filledQuarters: 3 },
    ]);
  });

  it('have names and colors, with an empty color for a label without a color', () => {
    expect(field('state')?.choices).toEqual([{ id: 's1', label: 'Todo', color: '#aaa', icon: 'unstarted' }]);
    expect(field('labels')?.choices).toEqual([{ id: 'l1', label: 'Bug', color: '' }]);
    expect(field('assignees')?.choices).toEqual([
      { id: 'u1', label: 'Ada', person: 'Ada', detail: 'ada@contrail.example' },
    ]);
    expect(field('priority')?.choices?.map(({ label }) => label)).toEqual(['Urgent', 'High', 'Medium', 'Low', 'None']);
    expect(field('estimate_point')?.choices?.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('are only the current values with loaded names until the list is loaded', () => {
    for (const status of ['notLoaded', 'loading'] as const) {
      const missingLists = new Set<string>();
      const lists = {
        members: { status, records: [] },
        states: { status, records: [] },
        labels: { status, records: [] },
      };
      const shownFields = fields({ lists, touched: { assignees: ['u9'], labels: [] }, missingLists });
      const findShownField = (name: string) => shownFields.find((fieldView) => fieldView.name === name);
      expect(findShownField('assignees')).toMatchObject({
        pending: status,
        choices: [{ id: 'u9', label: 'Somebody who left' }],
      });
      expect(findShownField('labels')).toMatchObject({ pending: status, choices: [] });
      expect(findShownField('state')).toMatchObject({ pending: status, choices: [] });
      expect([...missingLists]).toEqual(['states']);
    }
  });

  it('stay while their list is reloaded', () => {
    const stateField = field('state', {
      lists: { states: { status: 'loading', records: LIST_STATES['states']?.records ?? [] } },
    });
    expect(stateField?.choices).toHaveLength(1);
    expect(stateField?.pending).toBeUndefined();
  });

  it('are only the current value if the list could not be loaded, and the field has a hint', () => {
    const stateField = field('state', { lists: { states: { status: 'failed', records: [], fault: serverError } } });
    expect(stateField?.hint).toBe('The options could not be loaded. Refresh to try again.');
    expect(stateField?.choices).toEqual([{ id: 's1', label: 'Unknown', detail: 's1' }]);
  });

  it('contain current values that are not in the list, with their names if the names are loaded', () => {
    expect(field('assignees', { touched: { assignees: ['u1', 'u9', 'u8'] } })?.choices?.slice(1)).toEqual([
      { id: 'u9', label: 'Somebody who left', detail: 'u9' },
      { id: 'u8', label: 'Unknown', detail: 'u8' },
    ]);
    const id = 'b7f2c0de-1111-4222-8333-444455556666';
    expect(field('estimate_point', { item: { ...item, estimate_point: id } })?.choices?.at(-1)).toEqual({
      id,
      label: 'Unknown value',
      detail: id,
    });
  });

  it('contain only the current value if the field is Parent, whose values are found by a search', () => {
    expect(field('parent')?.choices).toEqual([]);
    expect(field('parent', { touched: { parent: 'w2' } })?.choices).toEqual([{ id: 'w2', label: 'Item w2' }]);
  });

  it('contain the name of the epic in the field Parent only if the epic is loaded', () => {
    const choicesOf = (parent: string) => field('parent', { touched: { parent } })?.choices;
    expect(choicesOf('e1')).toEqual([{ id: 'e1', label: 'Keys' }]);
    expect(choicesOf('e2')).toEqual([{ id: 'e2', label: 'Unknown work item' }]);
  });
});
