// Tests the messages that preview and report a change of work items.
import { beforeAll, expect, it } from 'vitest';
import { type ChangeStep, type ItemChange, stepsOf } from '../../../../src/core/cache/changes/itemChange.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import {
  bulkOutcomeText,
  failureText,
  fieldPickerTitle,
  itemsText,
  obstacleText,
} from '../../../../src/features/quickEdit/messages.ts';
import { changedText, stepText } from '../../../../src/items/valueTexts.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const webItem = (number: number) => ({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) });

const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));
beforeAll(async () => {
  await store.resources.projects.list().read();
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  await Promise.all([
    store.resources.states.readAll(WEB_PROJECT_ID),
    store.resources.labels.readAll(WEB_PROJECT_ID),
    store.members.readAll(WEB_PROJECT_ID),
    store.resources.modules.readAll(WEB_PROJECT_ID),
    store.types.readAll(WEB_PROJECT_ID),
  ]);
  await store.resources.cycles.list(WEB_PROJECT_ID).read();
});

const step = (number: number, change: ItemChange): ChangeStep => {
  const [firstStep] = stepsOf(store, [webItem(number)], change);
  if (firstStep === undefined) throw new Error('no step');
  return firstStep;
};
const stepTextOf = (number: number, change: ItemChange): string => stepText(store, step(number, change));
const firstCycle = () => store.resources.cycles.list(WEB_PROJECT_ID).state.ids[0] ?? '';

it('stepText returns the current and the new value of the field', () => {
  expect(stepTextOf(28, { field: 'state', value: sample.state('WEB', 'Done') })).toBe('Todo → Done');
  expect(stepTextOf(28, { field: 'priority', value: 'urgent' })).toBe('Medium → Urgent');
  expect(stepTextOf(28, { field: 'priority', value: 'none' })).toBe('Medium → no priority');
  expect(stepTextOf(28, { field: 'assignees', add: [sample.user('chioma')], remove: [] })).toBe(
    'Ada Park → Ada Park, Chioma Obi',
  );
  expect(stepTextOf(28, { field: 'labels', add: [sample.label('WEB', 'Design')], remove: [] })).toBe(
    'no labels → Design',
  );
  expect(stepTextOf(28, { field: 'parent', value: webItem(10).id })).toBe('no parent → WEB-10');
  expect(stepTextOf(28, { field: 'estimate_point', value: '3' })).toMatch(/ → 3$/);
  expect(stepTextOf(28, { field: 'target_date', value: '2031-01-01' })).toMatch(/ → Wed, Jan 1, 2031$/);
  expect(stepTextOf(28, { field: 'module', value: sample.module('WEB', 'Board') })).toBe('no module → Board');
  expect(stepTextOf(28, { field: 'cycle', value: firstCycle() })).toBe(
    `→ ${store.resources.cycles.get(firstCycle(), WEB_PROJECT_ID)?.name ?? ''}`,
  );
});

it('stepText returns “Unknown estimate” for an estimate point that the server does not list', () => {
  const point = '11111111-2222-4333-8444-555555555555';
  expect(stepTextOf(28, { field: 'estimate_point', value: point })).toMatch(/ → Unknown estimate$/);
});

it('stepText marks unchanged values and impossible changes, and obstacleText explains impossible changes', () => {
  expect(stepTextOf(28, { field: 'priority', value: 'medium' })).toBe('Medium (unchanged)');
  const invalidStep = step(1, { field: 'target_date', value: '2001-01-01' });
  expect(stepText(store, invalidStep)).toBe('The due date would be before the start date.');
  expect(obstacleText(store, invalidStep)).toBe('WEB-1 was not changed. The due date would be before the start date.');
  expect(obstacleText(store, step(28, { field: 'priority', value: 'low' }))).toBeUndefined();
});

it('itemsText returns the identifier of a single work item, or the number of work items', () => {
  expect(itemsText(store, [webItem(28)])).toBe('WEB-28');
  expect(itemsText(store, [webItem(28), webItem(27)])).toBe('2 work items');
});

it('changedText and failureText return messages with the name of the field', () => {
  const stateStep = step(28, { field: 'state', value: sample.state('WEB', 'Done') });
  const dueDateStep = step(28, { field: 'target_date', value: null });
  expect(changedText(store, stateStep)).toBe('WEB-28 → Done');
  expect(changedText(store, dueDateStep)).toBe('WEB-28 → no due date');
  expect(
    failureText(store, { step: stateStep, outcome: { kind: 'failed', fault: { kind: 'timeout', afterMs: 1 } } }),
  ).toMatch(/^WEB-28 was not changed\. /);
  expect(failureText(store, { step: dueDateStep, outcome: { kind: 'ignored' } })).toBe(
    'The server accepted the change to WEB-28 but did not save its due date. This server may not support this field.',
  );
});

it('bulkOutcomeText returns a message with the number of work items that were changed or restored', () => {
  expect(bulkOutcomeText({ kind: 'change', succeeded: 2, attempted: 3, changedInTotal: 2 })).toBe(
    'Changed 2 of 3 work items.',
  );
  expect(bulkOutcomeText({ kind: 'change', succeeded: 0, attempted: 1, changedInTotal: 1 })).toBe(
    'Changed 0 of 1 work items.',
  );
  expect(bulkOutcomeText({ kind: 'change', succeeded: 1, attempted: 1, changedInTotal: 4 })).toBe(
    'Changed 4 work items in total.',
  );
  expect(bulkOutcomeText({ kind: 'undo', succeeded: 4, attempted: 4, changedInTotal: 4 })).toBe(
    'Undid the change to 4 work items.',
  );
  expect(bulkOutcomeText({ kind: 'undo', succeeded: 3, attempted: 4, changedInTotal: 4 })).toBe(
    'Undid the change to 3 of 4 work items.',
  );
  expect(bulkOutcomeText({ kind: 'undo', succeeded: 0, attempted: 1, changedInTotal: 1 })).toBe('Nothing was undone.');
});

it('fieldPickerTitle returns the identifier of a single work item, or the number of work items', () => {
  expect(fieldPickerTitle(store, [webItem(28)])).toBe('Change: WEB-28 Write the notes for the next release');
  expect(fieldPickerTitle(store, [webItem(28), webItem(27)])).toBe('Change: 2 Work Items');
});
