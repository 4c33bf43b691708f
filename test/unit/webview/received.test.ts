// Tests that a page assembles its model from updates in any order and reuses equal objects.
import { describe, expect, it } from 'vitest';
import type { CommentView } from '../../../src/pages/protocol/discussion.ts';
import type { EditorModel, FromHost } from '../../../src/pages/protocol/messages.ts';
import type { PageUpdate } from '../../../src/pages/protocol/slices.ts';
import { ModelSender } from '../../../src/pages/slices/modelSender.ts';
import { NOTHING_RECEIVED, type Received, receive } from '../../../src/webview/model/received.ts';
import { reuse } from '../../../src/webview/model/reuse.ts';
import { holding, model } from './modelFixture.ts';

function comment(id: string, html: string): CommentView {
  return { id, author: 'Ada', createdAt: undefined, edited: false, access: undefined, html };
}

const [C1, C2, C3] = [comment('c1', 'One'), comment('c2', 'Two'), comment('c3', 'Three')];
const COMMENTS = [C1, C2, C3];

/** Returns the updates that a page receives when the host shows it these models. */
function updatesOf(...models: readonly ReturnType<typeof model>[]): PageUpdate[] {
  const sent: FromHost[] = [];
  const sender = new ModelSender((message) => sent.push(structuredClone(message)));
  for (const one of models) sender.show(one);
  return sent.flatMap((message) => ('update' in message ? [message.update] : []));
}

function received(...updates: readonly (PageUpdate | undefined)[]): Received {
  return updates.reduce<Received>(
    (known, update) => (update === undefined ? known : receive(known, update)),
    NOTHING_RECEIVED,
  );
}

const typed = ['A', 'AB', 'ABC'].map((name, index) => holding({ name }, { ackSequence: index + 1 }));

describe('receive', () => {
  it('assembles the model from its slices', () => {
    const last = model({ ackSequence: 4, saving: true, comments: { status: 'ready', items: COMMENTS } });
    expect(received(...updatesOf(...typed, last)).model).toEqual(last);
  });

  it('removes what a newer slice does not contain', () => {
    const notice = { level: 'error', message: 'No.' } as const;
    expect(received(...updatesOf(model({ notice, peoplePending: 'reading' }), model())).model).toEqual(model());
  });

  it('ignores a slice that is older than the known one', () => {
    const [first, second, third] = updatesOf(...typed);
    const known = received(first, third, second);
    expect(known.model?.fields[0]?.value).toBe('ABC');
    expect(received(first, second, third, second, first).model).toEqual(typed[2]);
  });

  it('reports a missing update, and takes over `ackSequence` only when none is missing', () => {
    const [first, , third] = updatesOf(...typed);
    const known = received(first, third);
    expect(known).toMatchObject({ isMissing: true, model: { ackSequence: 1 } });
    expect(receive(known, { ...(first as PageUpdate), version: 4, ackSequence: 3 })).toMatchObject({
      isMissing: false,
      model: { ackSequence: 3 },
    });
  });

  it('returns no model before the first update with every slice', () => {
    const [first, second, third] = updatesOf(...typed);
    expect(received(second)).toMatchObject({ isMissing: true, model: undefined });
    expect(received(second, third, first).model?.fields).toEqual(typed[2]?.fields);
  });

  it('takes `ackSequence` from the latest update, even if an update for the previous page has a higher one', () => {
    const [first] = updatesOf(model({ ackSequence: 40 }));
    const ready = { ...(first as PageUpdate), version: 2, ackSequence: 1 };
    expect(received(first, ready).model?.ackSequence).toBe(1);
    expect(received(ready, first).model?.ackSequence).toBe(1);
  });

  it('keeps the objects of unchanged parts', () => {
    const comments = { status: 'ready', items: COMMENTS } as const;
    const changed = { status: 'ready', items: [comment('c0', 'New'), C1, comment('c2', 'Changed'), C3] } as const;
    const updates = updatesOf(
      holding({ name: 'A' }, { comments }),
      holding({ name: 'B' }, { comments, ackSequence: 2 }),
      holding({ name: 'B' }, { comments: changed, ackSequence: 2 }),
    );
    const models: (EditorModel | undefined)[] = [];
    updates.reduce((known, update) => {
      const next = receive(known, update);
      models.push(next.model);
      return next;
    }, NOTHING_RECEIVED);
    const [first, second, third] = models;
    expect(second?.comments).toBe(first?.comments);
    expect(second?.people).toBe(first?.people);
    expect(second?.fields.map((field, index) => field === first?.fields[index])).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(third?.comments.items.map((one) => second?.comments.items.includes(one))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(third?.comments).toEqual(changed);
  });
});

describe('reuse', () => {
  it.each([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [null, {}, false],
    [{ a: undefined }, { b: undefined }, false],
    [{}, { constructor: 'x' }, false],
    [[{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], false],
  ])('of %j and %j returns the first object: %s', (before, after, isKept) => {
    const result: unknown = reuse(before, after);
    expect(result).toEqual(after);
    expect(result === before).toBe(isKept);
  });
});
