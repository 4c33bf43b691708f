// Tests that the host accepts the messages of its page and rejects all others.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPage } from '../../../src/pages/protocol/messages.ts';

describe('A message of the page', () => {
  it.each([
    [{ say: 'ready', seq: 1 }],
    [{ say: 'edit', seq: 2, field: 'labels', value: ['l1'] }],
    [{ say: 'edit', seq: 2, field: 'parent', value: null }],
    [{ say: 'edit', seq: 2, field: 'is_required', value: true }],
    [{ say: 'find', seq: 2, field: 'work_item_ids', text: 'login' }],
    [{ say: 'revert', seq: 3 }],
    [{ say: 'compose', seq: 4, html: '<p>x</p>', access: 'EXTERNAL' }],
    [{ say: 'act', seq: 5, action: 'openParent' }],
    [{ say: 'flushed', seq: 6, flush: 1 }],
  ])('is accepted: %j', (message) => {
    expect(fromPage.parse(message)).toEqual(message);
  });

  it.each([
    [undefined],
    [null],
    ['ready'],
    [{}],
    [{ say: 'ready' }],
    [{ say: 'ready', seq: 'one' }],
    [{ say: 'quit', seq: 1 }],
    [{ say: 'edit', seq: 1, field: '__proto__', value: '4' }],
    [{ say: 'edit', seq: 1, field: 'name', value: { html: 'x' } }],
    [{ say: 'edit', seq: 1, field: 'name' }],
    [{ say: 'act', seq: 1, action: 'workbench.action.terminal.new' }],
    [{ say: 'compose', seq: 1, html: '<p>x</p>', access: 'PUBLIC' }],
    [{ say: 'save', seq: 1, body: { name: 'x' } }],
  ])('is rejected: %j', (message) => {
    expect(fromPage.safeParse(message).success).toBe(false);
  });

  it('with any other shape is rejected without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(fromPage.safeParse(message).success).toBe(false);
      }),
    );
  });
});
