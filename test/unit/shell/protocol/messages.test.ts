// Tests that the host accepts the valid messages of a page and rejects all others.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageFromPage } from '../../../../src/shell/protocol/messages.ts';

describe('A message from the page', () => {
  it.each([
    [{ type: 'ready', seq: 1 }],
    [{ type: 'edit', seq: 2, field: 'labels', value: ['l1'] }],
    [{ type: 'edit', seq: 2, field: 'parent', value: null }],
    [{ type: 'edit', seq: 2, field: 'is_required', value: true }],
    [{ type: 'find', seq: 2, field: 'work_item_ids', text: 'login' }],
    [{ type: 'createChoice', seq: 2, field: 'labels', newChoice: 'label', text: 'Billing' }],
    [{ type: 'revert', seq: 3 }],
    [{ type: 'compose', seq: 4, html: '<p>x</p>', access: 'EXTERNAL' }],
    [{ type: 'act', seq: 5, action: 'openParent' }],
    [{ type: 'flushed', seq: 6, flush: 1 }],
  ])('is accepted: %j', (message) => {
    expect(messageFromPage.parse(message)).toEqual(message);
  });

  it.each([
    [undefined],
    [null],
    ['ready'],
    [{}],
    [{ type: 'ready' }],
    [{ type: 'ready', seq: 'one' }],
    [{ type: 'quit', seq: 1 }],
    [{ type: 'edit', seq: 1, field: '__proto__', value: '4' }],
    [{ type: 'edit', seq: 1, field: 'name', value: { html: 'x' } }],
    [{ type: 'edit', seq: 1, field: 'name' }],
    [{ type: 'act', seq: 1, action: 'workbench.action.terminal.new' }],
    [{ type: 'compose', seq: 1, html: '<p>x</p>', access: 'PUBLIC' }],
    [{ type: 'save', seq: 1, body: { name: 'x' } }],
  ])('is rejected: %j', (message) => {
    expect(messageFromPage.safeParse(message).success).toBe(false);
  });

  it('with arbitrary content is rejected without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(messageFromPage.safeParse(message).success).toBe(false);
      }),
    );
  });
});
