// Tests which data of a `message` event a page accepts as a message of the extension host.
import { describe, expect, it } from 'vitest';
import { isMessageFromHost } from '../../../../src/shell/page/model/host.ts';
import type { MessageFromHost } from '../../../../src/shell/protocol/messages.ts';

const UPDATE = { version: 1, since: 0, ackSequence: 0, slices: {} };
const MESSAGES: readonly MessageFromHost[] = [
  { type: 'show', update: UPDATE },
  { type: 'reset', update: UPDATE },
  { type: 'answer', to: 3 },
  { type: 'flush', flush: 1 },
  { type: 'focus', where: 'name' },
  { type: 'showComment', id: 'c' },
  { type: 'showKeys' },
];

describe('A page', () => {
  it.each(MESSAGES)('accepts the message $type of the host', (message) => {
    expect(isMessageFromHost(message)).toBe(true);
  });

  it.each(MESSAGES.filter(({ type }) => type !== 'showKeys'))(
    'ignores a message $type without its content',
    ({ type }) => {
      expect(isMessageFromHost({ type })).toBe(false);
    },
  );

  it.each([undefined, null, 'show', {}, { type: 1 }, { type: 'toString' }, { type: 'setImmediate$0' }])(
    'ignores the data %o, which another frame or library may send',
    (data) => {
      expect(isMessageFromHost(data)).toBe(false);
    },
  );
});
