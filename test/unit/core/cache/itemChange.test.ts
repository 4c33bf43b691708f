// Tests the steps of a change: one for each work item, computed before a request is sent.
import { beforeAll, describe, expect, it } from 'vitest';
import { isSameItemFieldValue, isUnchanged, stepsOf } from '../../../../src/core/cache/changes/itemChange.ts';
import { groupIntoBatches } from '../../../../src/core/cache/changes/sendMembershipSteps.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const webItem = (number: number) => ({ project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) });

const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));
beforeAll(async () => {
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
});

describe('The change of one work item', () => {
  it('contains the old and the new value of the changed field', () => {
    const [step] = stepsOf(store, [webItem(1)], { field: 'priority', value: 'none' });
    expect(step).toEqual({
      address: webItem(1),
      field: 'priority',
      before: store.item(webItem(1))?.priority,
      after: 'none',
    });
  });

  it('has a step that changes nothing if the value stays the same, even if the ids of a list are in another order', () => {
    const labels = store.item(webItem(1))?.labels ?? [];
    expect(labels.length).toBeGreaterThan(0);
    expect(
      stepsOf(store, [webItem(1)], { field: 'labels', add: [...labels].reverse(), remove: [] }).every(isUnchanged),
    ).toBe(true);
    expect(isSameItemFieldValue(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(isSameItemFieldValue(['a'], ['a', 'b'])).toBe(false);
    expect(isSameItemFieldValue([], null)).toBe(false);
  });

  it('adds and removes single ids of a list value, and keeps the order of the other ids', () => {
    const labels = store.item(webItem(1))?.labels ?? [];
    const [step] = stepsOf(store, [webItem(1)], { field: 'labels', add: ['new'], remove: [labels[0] ?? ''] });
    expect(step?.after).toEqual([...labels.slice(1), 'new']);
  });

  it('is not possible if the item would end before it starts, or would be its own ancestor', () => {
    const item = store.item(webItem(1));
    expect(item).toMatchObject({ start_date: expect.any(String), target_date: expect.any(String) });
    expect(stepsOf(store, [webItem(1)], { field: 'target_date', value: '2001-01-01' })[0]?.obstacle).toBe(
      'endsBeforeStart',
    );
    expect(stepsOf(store, [webItem(1)], { field: 'start_date', value: '2999-01-01' })[0]?.obstacle).toBe(
      'endsBeforeStart',
    );
    expect(
      stepsOf(store, [webItem(1)], { field: 'target_date', value: item?.start_date ?? '' })[0]?.obstacle,
    ).toBeUndefined();
    expect(stepsOf(store, [webItem(1)], { field: 'parent', value: webItem(1).id })[0]?.obstacle).toBe('ownAncestor');
    expect(store.item(webItem(3))?.parent).toBe(webItem(1).id);
    expect(stepsOf(store, [webItem(1)], { field: 'parent', value: webItem(3).id })[0]?.obstacle).toBe('ownAncestor');
    expect(stepsOf(store, [webItem(3)], { field: 'parent', value: webItem(28).id })[0]?.obstacle).toBeUndefined();
  });

  it('is not possible if it would remove an item from its cycle and the cycle is not loaded', () => {
    expect(stepsOf(store, [webItem(1)], { field: 'cycle', value: null })[0]).toMatchObject({
      before: undefined,
      obstacle: 'unknownCurrentValue',
    });
  });
});

describe('A batch of a bulk change', () => {
  it('contains up to 100 items that are added to the same cycle, or one item for any other kind of change', () => {
    const step = (id: number, field: 'cycle' | 'state', after: string | null) => ({
      address: webItem(id),
      field,
      before: undefined,
      after,
    });
    const cycleSteps = Array.from({ length: 130 }, (_, index) => step(index, 'cycle', 'c1'));
    const batchList = groupIntoBatches([
      step(1, 'state', 's1'),
      ...cycleSteps,
      step(2, 'cycle', 'c2'),
      step(3, 'cycle', null),
      step(4, 'cycle', null),
    ]);
    expect(batchList.map((batch) => batch.length)).toEqual([1, 100, 30, 1, 1, 1]);
  });
});
