// Tests that a page receives only the slices that changed since the last update.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedSlices, toSlices } from '../../../../src/features/recordPage/slices/changedSlices.ts';
import { ModelSender } from '../../../../src/features/recordPage/slices/modelSender.ts';
import type { MessageFromHost, PageModel } from '../../../../src/shell/protocol/messages.ts';
import type { PageUpdate } from '../../../../src/shell/protocol/slices.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page } from '../../../support/pageSetup.ts';
import { EMPTY_DISCUSSION, field, model } from './page/modelFixture.ts';

const COMMENT = { id: 'c1', author: 'Ada', createdAt: undefined, edited: false, access: undefined, html: '<p>One</p>' };
const discussion: NonNullable<PageModel['discussion']> = {
  ...EMPTY_DISCUSSION,
  comments: { ...EMPTY_DISCUSSION.comments, mine: ['c1'] },
};

function itemModel(changes: Partial<PageModel> = {}): PageModel {
  return model({ comments: { status: 'ready', items: [COMMENT] }, discussion, ...changes });
}

function changesAfter(changes: Partial<PageModel>): object {
  return changedSlices(toSlices(itemModel()), toSlices(structuredClone(itemModel(changes))));
}

describe('changedSlices', () => {
  it('returns all slices of the model when no slices were sent before', () => {
    expect(Object.keys(changedSlices({}, toSlices(itemModel()))).toSorted()).toEqual([
      'activity',
      'attachments',
      'code',
      'commentEdits',
      'comments',
      'composer',
      'fieldNames',
      'fields',
      'links',
      'ownComments',
      'people',
      'record',
      'relations',
    ]);
  });

  it('returns an empty object for a copy of the model with equal values', () => {
    expect(changesAfter({ ackSequence: 9 })).toEqual({});
  });

  it('returns only the field that changed', () => {
    const fields = itemModel().fields.map((fieldView) =>
      fieldView.name === 'name' ? { ...fieldView, value: 'B', touched: true } : fieldView,
    );
    expect(changesAfter({ fields })).toEqual({ fields: { name: { ...fields[0] } } });
  });

  it('returns the names of the fields when a field is added or removed', () => {
    const estimate = field('estimate_point', 'text', null);
    expect(changesAfter({ fields: [...itemModel().fields, estimate] })).toEqual({
      fieldNames: [...itemModel().fields.map(({ name }) => name), 'estimate_point'],
      fields: { estimate_point: estimate },
    });
    expect(changesAfter({ fields: itemModel().fields.slice(1) })).toEqual({
      fieldNames: itemModel()
        .fields.slice(1)
        .map(({ name }) => name),
    });
  });

  it('returns only the slice `commentEdits` when the text of an edited comment changes', () => {
    const edits = { c1: { html: '<p>Two</p>', saving: false, isChangedOnServer: false } };
    const comments = { ...discussion.comments, edits };
    expect(changesAfter({ discussion: { ...discussion, comments } })).toEqual({
      commentEdits: { edits, orphans: [], problems: {} },
    });
  });

  it('returns a slice from which a property was removed', () => {
    expect(changedSlices(toSlices(itemModel({ waitingUntil: 5 })), toSlices(itemModel()))).toEqual({
      record: toSlices(itemModel()).record,
    });
  });
});

describe('ModelSender', () => {
  function openSender(): { readonly sender: ModelSender; readonly sent: MessageFromHost[] } {
    const sent: MessageFromHost[] = [];
    return { sender: new ModelSender((message) => sent.push(message)), sent };
  }

  it('numbers its updates without gaps, and sends no update for an equal model', () => {
    const { sender, sent } = openSender();
    sender.show(itemModel());
    sender.show(itemModel());
    sender.show(itemModel({ ackSequence: 2 }));
    sender.show(itemModel({ ackSequence: 2, saving: true }));
    expect(sent).toMatchObject([
      { type: 'show', update: { version: 1, since: 0, ackSequence: 1 } },
      { type: 'show', update: { version: 2, since: 1, ackSequence: 2, slices: {} } },
      { type: 'show', update: { version: 3, since: 2, ackSequence: 2, slices: { record: { saving: true } } } },
    ]);
  });

  it('sends a reset even if no slice changed', () => {
    const { sender, sent } = openSender();
    sender.show(itemModel());
    sender.reset(itemModel());
    expect(sent[1]).toEqual({ type: 'reset', update: { version: 2, since: 1, ackSequence: 1, slices: {} } });
  });

  it('sends all slices in the next update after a call of `invalidate`', () => {
    const { sender, sent } = openSender();
    sender.show(itemModel());
    sender.invalidate();
    sender.show(itemModel());
    expect(sent[1]).toEqual({
      type: 'show',
      update: { version: 2, since: 0, ackSequence: 1, slices: toSlices(itemModel()) },
    });
  });
});

describe('The page of a work item', () => {
  let page: Page;
  const setup = forEachTest(createSetup);
  beforeEach(async () => {
    page = await openPage(setup);
  });
  afterEach(async () => {
    page[Symbol.dispose]();
  });

  function updatesSince(count: number): PageUpdate[] {
    return page.postedMessages.slice(count).flatMap((message) => ('update' in message ? [message.update] : []));
  }

  it('receives only the field Title when the user continues to type in it', async () => {
    await page.edit('name', 'A');
    await flushPromises();
    const messageCount = page.postedMessages.length;
    await page.edit('name', 'AB');
    await flushPromises();
    const name = expect.objectContaining({ name: 'name', value: 'AB', touched: true });
    expect(updatesSince(messageCount)).toEqual([
      { version: expect.any(Number), since: expect.any(Number), ackSequence: 3, slices: { fields: { name } } },
    ]);
  });

  it('receives only the state of the composer when the user continues to type a comment', async () => {
    await page.send({ type: 'compose', html: '<p>A</p>', access: 'INTERNAL' });
    await flushPromises();
    const messageCount = page.postedMessages.length;
    await page.send({ type: 'compose', html: '<p>AB</p>', access: 'INTERNAL' });
    await flushPromises();
    expect(updatesSince(messageCount).map(({ slices }) => Object.keys(slices))).toEqual([['composer']]);
  });

  it.each(['ready', 'resend'] as const)('receives all slices when it sends a “%s” message', async (type) => {
    await page.edit('name', 'A');
    await flushPromises();
    const messageCount = page.postedMessages.length;
    await page.send({ type });
    await flushPromises();
    const [update] = updatesSince(messageCount);
    expect(update?.since).toBe(0);
    expect(update?.slices).toMatchObject({
      fields: { name: { value: 'A' } },
      comments: { status: 'ready' },
      composer: {},
      people: {},
    });
    expect(Object.keys(update?.slices.fields ?? {})).toEqual(update?.slices.fieldNames);
  });
});
