// Tests the text in which a change is previewed and reported.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangeStep, type ItemChange, stepsOf } from '../../../src/cache/changes/itemChange.ts';
import { Store } from '../../../src/cache/store.ts';
import {
  bulkText,
  changedText,
  changeTitle,
  failureText,
  itemsText,
  obstacleText,
  stepText,
} from '../../../src/workbench/features/quickEdit/messages.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const web = (number: number) => ({ project: WEB, id: sample.workItem('WEB', number) });

let setup: Setup;
let store: Store;
beforeAll(async () => {
  setup = await createSetup();
  store = new Store(setup.client);
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB }).read();
  await Promise.all([
    store.states.read(WEB),
    store.labels.read(WEB),
    store.members.read(WEB),
    store.modules.read(WEB),
    store.types.read(WEB),
  ]);
  await store.resources.cycles.list(WEB).read();
});
afterAll(() => setup[Symbol.asyncDispose]());

const step = (number: number, change: ItemChange): ChangeStep => {
  const [only] = stepsOf(store, [web(number)], change);
  if (only === undefined) throw new Error('no step');
  return only;
};
const words = (number: number, change: ItemChange): string => stepText(store, step(number, change));
const firstCycle = () => store.resources.cycles.list(WEB).state.ids[0] ?? '';

it('stepText shows the current and the new value', () => {
  expect(words(28, { field: 'state', value: sample.state('WEB', 'Done') })).toBe('Todo → Done');
  expect(words(28, { field: 'priority', value: 'urgent' })).toBe('Medium → Urgent');
  expect(words(28, { field: 'priority', value: 'none' })).toBe('Medium → no priority');
  expect(words(28, { field: 'assignees', add: [sample.user('chioma')], remove: [] })).toBe(
    'Ada Park → Ada Park, Chioma Obi',
  );
  expect(words(28, { field: 'labels', add: [sample.label('WEB', 'Design')], remove: [] })).toBe('no labels → Design');
  expect(words(28, { field: 'parent', value: web(10).id })).toBe('no parent → WEB-10');
  expect(words(28, { field: 'estimate_point', value: '3' })).toMatch(/ → 3$/);
  expect(words(28, { field: 'target_date', value: '2031-01-01' })).toMatch(/ → Wed, Jan 1, 2031$/);
  expect(words(28, { field: 'module', value: sample.module('WEB', 'Board') })).toBe('no module → Board');
  expect(words(28, { field: 'cycle', value: firstCycle() })).toBe(
    `→ ${store.resources.cycles.get(firstCycle(), WEB)?.name ?? ''}`,
  );
});

it('stepText does not show the id of an estimate point of the project’s own system', () => {
  const point = '11111111-2222-4333-8444-555555555555';
  expect(words(28, { field: 'estimate_point', value: point })).toMatch(/ → set on the server$/);
});

it('stepText describes a step that changes nothing, and obstacleText one that is not possible', () => {
  expect(words(28, { field: 'priority', value: 'medium' })).toBe('Medium (unchanged)');
  const late = step(1, { field: 'target_date', value: '2001-01-01' });
  expect(stepText(store, late)).toBe('$(warning) The due date would be before the start date.');
  expect(obstacleText(store, late)).toBe('WEB-1 was not changed. The due date would be before the start date.');
  expect(obstacleText(store, step(28, { field: 'priority', value: 'low' }))).toBeUndefined();
});

it('itemsText returns the identifier of one work item, and the count of several', () => {
  expect(itemsText(store, [web(28)])).toBe('WEB-28');
  expect(itemsText(store, [web(28), web(27)])).toBe('2 work items');
});

it('changedText and failureText name the field', () => {
  const done = step(28, { field: 'state', value: sample.state('WEB', 'Done') });
  const bare = step(28, { field: 'target_date', value: null });
  expect(changedText(store, done)).toBe('WEB-28: state Done');
  expect(changedText(store, bare)).toBe('WEB-28: no due date');
  expect(
    failureText(store, { step: done, outcome: { kind: 'failed', fault: { kind: 'timeout', afterMs: 1 } } }),
  ).toMatch(/^WEB-28 was not changed\. /);
  expect(failureText(store, { step: bare, outcome: { kind: 'ignored' } })).toBe(
    'The server accepted the change to WEB-28 but did not save its due date. This server may not support this field.',
  );
});

it('bulkText names how many work items were changed or undone', () => {
  expect(bulkText({ kind: 'change', done: 1, all: 1, total: 1 })).toBe('Changed 1 work item.');
  expect(bulkText({ kind: 'change', done: 2, all: 3, total: 2 })).toBe('Changed 2 of 3 work items.');
  expect(bulkText({ kind: 'change', done: 1, all: 1, total: 4 })).toBe('Changed 4 work items in total.');
  expect(bulkText({ kind: 'undo', done: 4, all: 4, total: 4 })).toBe('Undid the change to 4 work items.');
  expect(bulkText({ kind: 'undo', done: 0, all: 1, total: 1 })).toBe('Undid the change to 0 of 1 work item.');
});

it('changeTitle names one work item, and counts several', () => {
  expect(changeTitle(store, [web(28)])).toBe('Change WEB-28');
  expect(changeTitle(store, [web(28), web(27)])).toBe('Change 2 Work Items');
});
