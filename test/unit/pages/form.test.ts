// Tests the form of a record: its fields, their values and their choices.
import { describe, expect, it } from 'vitest';
import type { EstimateScale } from '../../../src/cache/estimates.ts';
import type { ItemRecord } from '../../../src/cache/record.ts';
import type { Store } from '../../../src/cache/store.ts';
import type { Fault } from '../../../src/client/apiError.ts';
import { FieldChoices } from '../../../src/pages/fields/choices.ts';
import { type FormDeps, fieldViews } from '../../../src/pages/fields/form.ts';
import { recordFormOf } from '../../../src/pages/fields/recordForm.ts';
import { fieldValuesOf } from '../../../src/pages/fields/values.ts';
import type { FieldName, FieldView } from '../../../src/pages/protocol/fields.ts';
import { item as itemWith } from '../tree/treeData.ts';

const broken: Fault = { kind: 'serverError', status: 500, detail: '' };
const PARTS: Readonly<
  Record<string, { readonly status: string; readonly records: readonly object[]; readonly fault?: Fault }>
> = {
  states: { status: 'ready', records: [{ id: 's1', name: 'Todo', color: '#aaa', group: 'unstarted' }] },
  labels: { status: 'ready', records: [{ id: 'l1', name: 'Bug', color: null }] },
  members: { status: 'ready', records: [{ id: 'u1', display_name: 'Ada', email: 'ada@contrail.example' }] },
  modules: { status: 'ready', records: [{ id: 'm1', name: 'Board' }] },
  types: { status: 'ready', records: [{ id: 't1', name: 'Task' }] },
};
const UNREAD = { status: 'unread', records: [] };
const kind = recordFormOf('workItem', false);
const item = itemWith('w1', {
  module: null,
  state: 's1',
  assignees: ['u1'],
  labels: ['l1'],
  name: 'Fix login',
  description_html: '<p>It fails.</p>',
});

interface Seen {
  readonly hasTypes?: boolean;
  readonly moduleView?: boolean;
  readonly estimates?: EstimateScale;
}

interface Setting extends Partial<Pick<FormDeps, 'touched' | 'problems' | 'isNew'>> {
  readonly item?: ItemRecord;
  readonly parts?: typeof PARTS;
  readonly seen?: Seen;
  readonly asked?: readonly FieldName[];
  /** Receives the lists that are needed but not loaded. */
  readonly missed?: Set<string>;
}

/** Only the part of the store that the choices use. Beside its lists it has one user and one type. */
function storeWith(parts: typeof PARTS, { hasTypes = true, moduleView = true, estimates = 'numbers' }: Seen): Store {
  const named = Object.fromEntries(
    Object.entries({ ...PARTS, ...parts }).map(([name, part]) => [name, { of: () => part }]),
  );
  return {
    ...named,
    user: (_: string, id: string) => (id === 'u9' ? { id, display_name: 'Somebody who left' } : undefined),
    state: () => undefined,
    label: () => undefined,
    type: (_: string, id: string) => (id === 't9' ? { id, name: 'Bug' } : undefined),
    hasTypes,
    resources: { modules: { get: () => undefined } },
    estimateScale: () => estimates,
    project: () => ({ module_view: moduleView }),
    item: () => undefined,
    identifier: () => undefined,
  } as unknown as Store;
}

function fields(setting: Setting = {}): FieldView[] {
  const {
    item: record = item,
    parts = {},
    seen = {},
    touched = {},
    problems = {},
    isNew = false,
    asked = [],
    missed = new Set(),
  } = setting;
  const found = new Map([['w2', { id: 'w2', label: 'Item w2' }]]);
  const choices = new FieldChoices(
    storeWith(parts, seen),
    { kind: 'workItem', within: 'p1', id: 'w1' },
    found,
    (source) => missed.add(source),
  );
  return fieldViews({
    kind,
    isNew,
    confirmed: fieldValuesOf(kind.fields, record),
    touched,
    problems,
    choices,
    asked: new Set(asked),
  });
}

function field(name: FieldName, setting: Setting = {}): FieldView | undefined {
  return fields(setting).find((one) => one.name === name);
}

describe('The form', () => {
  it("has every field of the operation, in one order, with the server's values", () => {
    expect(fields().map(({ name }) => name)).toEqual(kind.fields.map(({ name }) => name));
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

  it('has no module if the server does not send it or the project has no modules', () => {
    expect(field('module', { item: { ...item, module: undefined } })).toBeUndefined();
    expect(field('module', { parts: { modules: { status: 'unsupported', records: [] } } })).toBeUndefined();
  });

  it('offers estimates from 0 to 7 only if estimates are numbers, and hides the ids of other points', () => {
    const point = { ...item, estimate_point: '11111111-2222-4333-8444-555555555555' };
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
    expect(field('estimate_point', { seen: { estimates: 'none' } })).toBeUndefined();
    expect(field('estimate_point', { seen: { estimates: 'points' } })).toBeUndefined();
    expect(field('estimate_point', { seen: { estimates: 'points' }, item: point })).toMatchObject({
      readOnly: true,
      optional: false,
      hint: 'Can only be changed in Plane.',
      choices: [{ id: point.estimate_point, label: 'Set on the server' }],
    });
  });

  it('has no type if the server does not support types', () => {
    expect(field('type', { parts: { types: { status: 'unsupported', records: [] } } })).toBeUndefined();
  });

  it('has no type until it is known whether the server supports types, and requests that list', () => {
    const missed = new Set<string>();
    const parts = { types: UNREAD };
    expect(field('type', { parts, seen: { hasTypes: false }, missed })).toBeUndefined();
    expect([...missed]).toEqual(['types']);
    expect(field('type', { parts })).toMatchObject({ value: null, choices: [], pending: 'unread' });
    expect(field('type', { parts, seen: { hasTypes: false }, item: { ...item, type: 't9' } })?.choices).toEqual([
      { id: 't9', label: 'Bug' },
    ]);
  });

  it('has no module if the project has modules disabled, without a request', () => {
    const missed = new Set<string>();
    expect(field('module', { parts: { modules: UNREAD }, seen: { moduleView: false }, missed })).toBeUndefined();
    expect(missed.size).toBe(0);
  });

  it('keeps a field that was opened although there are no choices', () => {
    const setting: Setting = { parts: { modules: { status: 'unsupported', records: [] } }, asked: ['module'] };
    expect(field('module', setting)).toMatchObject({ value: null, choices: [] });
  });

  it("shows the draft of a field instead of the server's value, even if the draft clears the field", () => {
    const touched = { name: 'Fix sign-in', state: null, labels: [] };
    expect(field('name', { touched })).toMatchObject({ value: 'Fix sign-in', touched: true });
    expect(field('state', { touched })).toMatchObject({ value: null, touched: true });
    expect(field('labels', { touched })).toMatchObject({ value: [], touched: true });
    expect(field('priority', { touched })).toMatchObject({ touched: false });
  });

  it('shows a problem at its field', () => {
    const shown = fields({ problems: { target_date: 'The due date is before the start date.' } });
    expect(shown.filter(({ problem }) => problem !== undefined).map(({ name, problem }) => [name, problem])).toEqual([
      ['target_date', 'The due date is before the start date.'],
    ]);
  });

  it('shows a missing description as empty', () => {
    expect(field('description_html', { item: { ...item, description_html: undefined } })?.value).toBe('');
  });

  it('allows emptying a field if its rule allows none, and omitting one that a new record does not require', () => {
    const optional = (setting: Setting): string[] =>
      fields(setting).flatMap(({ name, optional: is }) => (is ? [name] : []));
    expect(optional({})).toEqual([
      'description_html',
      'assignees',
      'labels',
      'parent',
      'estimate_point',
      'type',
      'module',
      'start_date',
      'target_date',
    ]);
    expect(fields({ isNew: true }).flatMap(({ name, optional: is }) => (is ? [] : [name]))).toEqual(['priority']);
  });
});

describe('The choices of a field', () => {
  it('have names and colors', () => {
    expect(field('state')?.choices).toEqual([{ id: 's1', label: 'Todo', color: '#aaa', icon: 'unstarted' }]);
    expect(field('labels')?.choices).toEqual([{ id: 'l1', label: 'Bug' }]);
    expect(field('assignees')?.choices).toEqual([{ id: 'u1', label: 'Ada', detail: 'ada@contrail.example' }]);
    expect(field('priority')?.choices?.map(({ label }) => label)).toEqual(['Urgent', 'High', 'Medium', 'Low', 'None']);
    expect(field('estimate_point')?.choices?.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  it('are only the current values that have a name until the list is loaded, and a needed list is requested', () => {
    for (const status of ['unread', 'reading'] as const) {
      const missed = new Set<string>();
      const parts = {
        members: { status, records: [] },
        states: { status, records: [] },
        labels: { status, records: [] },
      };
      const shown = fields({ parts, touched: { assignees: ['u9'], labels: [] }, missed });
      const of = (name: string) => shown.find((one) => one.name === name);
      expect(of('assignees')).toMatchObject({ pending: status, choices: [{ id: 'u9', label: 'Somebody who left' }] });
      expect(of('labels')).toMatchObject({ pending: status, choices: [] });
      expect(of('state')).toMatchObject({ pending: status, choices: [] });
      expect([...missed]).toEqual(['states']);
    }
  });

  it('stay while their list is reloaded', () => {
    const shown = field('state', { parts: { states: { status: 'reading', records: PARTS['states']?.records ?? [] } } });
    expect(shown?.choices).toHaveLength(1);
    expect(shown?.pending).toBeUndefined();
  });

  it('have a hint when their list could not be loaded, and contain the current value', () => {
    const shown = field('state', { parts: { states: { status: 'failed', records: [], fault: broken } } });
    expect(shown?.hint).toBe('The options could not be loaded. Refresh to try again.');
    expect(shown?.choices).toEqual([{ id: 's1', label: 'Unknown', detail: 's1' }]);
  });

  it('contain the current values if the list does not, with their names if they are loaded', () => {
    expect(field('assignees', { touched: { assignees: ['u1', 'u9', 'u8'] } })?.choices?.slice(1)).toEqual([
      { id: 'u9', label: 'Somebody who left', detail: 'u9' },
      { id: 'u8', label: 'Unknown', detail: 'u8' },
    ]);
    const id = 'b7f2c0de-1111-4222-8333-444455556666';
    expect(field('estimate_point', { item: { ...item, estimate_point: id } })?.choices?.at(-1)).toEqual({
      id,
      label: 'Set on the server',
      detail: id,
    });
  });

  it('are the current value for the parent', () => {
    expect(field('parent')?.choices).toEqual([]);
    expect(field('parent', { touched: { parent: 'w2' } })?.choices).toEqual([{ id: 'w2', label: 'Item w2' }]);
  });
});
