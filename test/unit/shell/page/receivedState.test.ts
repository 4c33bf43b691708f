// Tests that a page assembles its model from updates in any order and reuses equal objects.
import { describe, expect, it } from 'vitest';
import { ModelSender } from '../../../../src/features/recordPage/slices/modelSender.ts';
import {
  applyUpdate,
  INITIAL_RECEIVED_STATE,
  type ReceivedState,
} from '../../../../src/shell/page/model/receivedState.ts';
import { reuseEqualObjects } from '../../../../src/shell/page/model/reuseEqualObjects.ts';
import type { CommentView } from '../../../../src/shell/protocol/comments.ts';
import type { MessageFromHost, PageModel } from '../../../../src/shell/protocol/messages.ts';
import type { PageUpdate } from '../../../../src/shell/protocol/slices.ts';
import { model, modelWithValues } from '../../features/recordPage/page/modelFixture.ts';

function comment(id: string, html: string): CommentView {
  return { id, author: 'Ada', createdAt: undefined, edited: false, access: undefined, html };
}

const [C1, C2, C3] = [comment('c1', 'One'), comment('c2', 'Two'), comment('c3', 'Three')];
const COMMENTS = [C1, C2, C3];

/** Returns the updates that a page receives when the host sends these models. */
function updatesOf(...models: readonly ReturnType<typeof model>[]): PageUpdate[] {
  const sent: MessageFromHost[] = [];
  const sender = new ModelSender((message) => sent.push(structuredClone(message)));
  for (const nextModel of models) sender.show(nextModel);
  return sent.flatMap((message) => ('update' in message ? [message.update] : []));
}

function receiveUpdates(...updates: readonly (PageUpdate | undefined)[]): ReceivedState {
  return updates.reduce<ReceivedState>(
    (receivedState, update) => (update === undefined ? receivedState : applyUpdate(receivedState, update)),
    INITIAL_RECEIVED_STATE,
  );
}

const modelsWhileTyping = ['A', 'AB', 'ABC'].map((name, index) =>
  modelWithValues({ name }, { ackSequence: index + 1 }),
);

describe('applyUpdate', () => {
  it('assembles the model from its slices', () => {
    const lastModel = model({ ackSequence: 4, saving: true, comments: { status: 'ready', items: COMMENTS } });
    expect(receiveUpdates(...updatesOf(...modelsWhileTyping, lastModel)).model).toEqual(lastModel);
  });

  it('removes a value that a newer slice does not contain', () => {
    const notice = { level: 'error', message: 'No.' } as const;
    expect(receiveUpdates(...updatesOf(model({ notice, unloadedPeopleStatus: 'loading' }), model())).model).toEqual(
      model(),
    );
  });

  it('ignores a slice that is older than the received slice', () => {
    const [first, second, third] = updatesOf(...modelsWhileTyping);
    const receivedState = receiveUpdates(first, third, second);
    expect(receivedState.model?.fields[0]?.value).toBe('ABC');
    expect(receiveUpdates(first, second, third, second, first).model).toEqual(modelsWhileTyping[2]);
  });

  it('reports a missing update, and replaces `ackSequence` only when no update is missing', () => {
    const [first, , third] = updatesOf(...modelsWhileTyping);
    const receivedState = receiveUpdates(first, third);
    expect(receivedState).toMatchObject({ isUpdateMissing: true, model: { ackSequence: 1 } });
    expect(applyUpdate(receivedState, { ...(first as PageUpdate), version: 4, ackSequence: 3 })).toMatchObject({
      isUpdateMissing: false,
      model: { ackSequence: 3 },
    });
  });

  it('returns no model before the first update with all slices', () => {
    const [first, second, third] = updatesOf(...modelsWhileTyping);
    expect(receiveUpdates(second)).toMatchObject({ isUpdateMissing: true, model: undefined });
    expect(receiveUpdates(second, third, first).model?.fields).toEqual(modelsWhileTyping[2]?.fields);
  });

  it('takes `ackSequence` from the latest update, even if an update for the previous page has a higher number', () => {
    const [first] = updatesOf(model({ ackSequence: 40 }));
    const readyUpdate = { ...(first as PageUpdate), version: 2, ackSequence: 1 };
    expect(receiveUpdates(first, readyUpdate).model?.ackSequence).toBe(1);
    expect(receiveUpdates(readyUpdate, first).model?.ackSequence).toBe(1);
  });

  it('reuses the objects of unchanged parts of the previous model', () => {
    const comments = { status: 'ready', items: COMMENTS } as const;
    const changedComments = {
      status: 'ready',
      items: [comment('c0', 'New'), C1, comment('c2', 'Changed'), C3],
    } as const;
    const updates = updatesOf(
      modelWithValues({ name: 'A' }, { comments }),
      modelWithValues({ name: 'B' }, { comments, ackSequence: 2 }),
      modelWithValues({ name: 'B' }, { comments: changedComments, ackSequence: 2 }),
    );
    const models: (PageModel | undefined)[] = [];
    updates.reduce((receivedState, update) => {
      const nextState = applyUpdate(receivedState, update);
      models.push(nextState.model);
      return nextState;
    }, INITIAL_RECEIVED_STATE);
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
    expect(third?.comments.items.map((item) => second?.comments.items.includes(item))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(third?.comments).toEqual(changedComments);
  });
});

describe('reuseEqualObjects', () => {
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
  ])('returns the first of the objects %j and %j if they are equal: %s', (before, after, isReused) => {
    const result: unknown = reuseEqualObjects(before, after);
    expect(result).toEqual(after);
    expect(result === before).toBe(isReused);
  });
});
