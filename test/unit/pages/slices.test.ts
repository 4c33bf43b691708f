// Tests that a page receives only what changed since the last update.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EditorModel, FromHost } from '../../../src/pages/protocol/messages.ts';
import type { PageUpdate } from '../../../src/pages/protocol/slices.ts';
import { changedSlices, slicesOf } from '../../../src/pages/slices/changedSlices.ts';
import { ModelSender } from '../../../src/pages/slices/modelSender.ts';
import { settled } from '../../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';
import { field, model } from '../webview/modelFixture.ts';

const COMMENT = { id: 'c1', author: 'Ada', createdAt: undefined, edited: false, access: undefined, html: '<p>One</p>' };
const UNREAD = { status: 'unread', rows: [] } as const;
const discussion: NonNullable<EditorModel['discussion']> = {
  comments: { mine: ['c1'], edits: {}, orphans: [], problems: {} },
  attachments: { status: 'ready', items: [], more: false, uploads: [] },
  activity: { status: 'unread', items: [], more: false },
  code: { isOpen: false, places: UNREAD, branches: UNREAD, commits: UNREAD, mentions: UNREAD },
};

function item(more: Partial<EditorModel> = {}): EditorModel {
  return model({ comments: { status: 'ready', items: [COMMENT] }, discussion, ...more });
}

function changed(more: Partial<EditorModel>): object {
  return changedSlices(slicesOf(item()), slicesOf(structuredClone(item(more))));
}

describe('changedSlices', () => {
  it('returns every slice when nothing was sent', () => {
    expect(Object.keys(changedSlices({}, slicesOf(item()))).toSorted()).toEqual([
      'activity',
      'attachments',
      'code',
      'commentEdits',
      'comments',
      'composer',
      'fieldNames',
      'fields',
      'ownComments',
      'people',
      'record',
    ]);
  });

  it('returns nothing for an equal model with other objects', () => {
    expect(changed({ ackSequence: 9 })).toEqual({});
  });

  it('returns the one field that changed', () => {
    const fields = item().fields.map((one) => (one.name === 'name' ? { ...one, value: 'B', touched: true } : one));
    expect(changed({ fields })).toEqual({ fields: { name: { ...fields[0] } } });
  });

  it('returns the names of the fields when one is added or removed', () => {
    const estimate = field('estimate_point', 'text', null);
    expect(changed({ fields: [...item().fields, estimate] })).toEqual({
      fieldNames: [...item().fields.map(({ name }) => name), 'estimate_point'],
      fields: { estimate_point: estimate },
    });
    expect(changed({ fields: item().fields.slice(1) })).toEqual({
      fieldNames: item()
        .fields.slice(1)
        .map(({ name }) => name),
    });
  });

  it("returns the text of an edited comment without the ids of the user's own comments", () => {
    const edits = { c1: { html: '<p>Two</p>', saving: false, overtaken: false } };
    const comments = { ...discussion.comments, edits };
    expect(changed({ discussion: { ...discussion, comments } })).toEqual({
      commentEdits: { edits, orphans: [], problems: {} },
    });
  });

  it('returns a slice from which something was removed', () => {
    expect(changedSlices(slicesOf(item({ waitingUntil: 5 })), slicesOf(item()))).toEqual({
      record: slicesOf(item()).record,
    });
  });
});

describe('ModelSender', () => {
  function open(): { readonly sender: ModelSender; readonly sent: FromHost[] } {
    const sent: FromHost[] = [];
    return { sender: new ModelSender((message) => sent.push(message)), sent };
  }

  it('numbers its updates without gaps, and sends none if nothing changed', () => {
    const { sender, sent } = open();
    sender.show(item());
    sender.show(item());
    sender.show(item({ ackSequence: 2 }));
    sender.show(item({ ackSequence: 2, saving: true }));
    expect(sent).toMatchObject([
      { type: 'show', update: { version: 1, since: 0, ackSequence: 1 } },
      { type: 'show', update: { version: 2, since: 1, ackSequence: 2, slices: {} } },
      { type: 'show', update: { version: 3, since: 2, ackSequence: 2, slices: { record: { saving: true } } } },
    ]);
  });

  it('sends a reset also if nothing changed', () => {
    const { sender, sent } = open();
    sender.show(item());
    sender.reset(item());
    expect(sent[1]).toEqual({ type: 'reset', update: { version: 2, since: 1, ackSequence: 1, slices: {} } });
  });

  it('sends every slice with a later version after it has forgotten what was sent', () => {
    const { sender, sent } = open();
    sender.show(item());
    sender.forget();
    sender.show(item());
    expect(sent[1]).toEqual({
      type: 'show',
      update: { version: 2, since: 0, ackSequence: 1, slices: slicesOf(item()) },
    });
  });
});

describe('The page of a work item', () => {
  let setup: Setup;
  let page: Page;
  beforeEach(async () => {
    setup = await createSetup();
    page = await openPage(setup);
  });
  afterEach(async () => {
    page[Symbol.dispose]();
    await setup[Symbol.asyncDispose]();
  });

  function updatesSince(count: number): PageUpdate[] {
    return page.posted.slice(count).flatMap((message) => ('update' in message ? [message.update] : []));
  }

  it('receives only the field when the user continues to type in the title', async () => {
    await page.edit('name', 'A');
    await settled();
    const before = page.posted.length;
    await page.edit('name', 'AB');
    await settled();
    const name = expect.objectContaining({ name: 'name', value: 'AB', touched: true });
    expect(updatesSince(before)).toEqual([
      { version: expect.any(Number), since: expect.any(Number), ackSequence: 3, slices: { fields: { name } } },
    ]);
  });

  it('receives only the composer when the user continues to type in a comment', async () => {
    await page.send({ type: 'compose', html: '<p>A</p>', access: 'INTERNAL' });
    await settled();
    const before = page.posted.length;
    await page.send({ type: 'compose', html: '<p>AB</p>', access: 'INTERNAL' });
    await settled();
    expect(updatesSince(before).map(({ slices }) => Object.keys(slices))).toEqual([['composer']]);
  });

  it.each(['ready', 'resend'] as const)('receives every slice when it sends “%s”', async (type) => {
    await page.edit('name', 'A');
    await settled();
    const before = page.posted.length;
    await page.send({ type });
    await settled();
    const [update] = updatesSince(before);
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
