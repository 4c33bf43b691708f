// Tests which messages of a page the host accepts.
import { expect, it } from 'vitest';
import { parseMessage } from '../../../../src/shell/pages/parseMessage.ts';
import { messageFromPage } from '../../../../src/shell/protocol/messages.ts';

it.each([
  [{ type: 'save', seq: 1 }, undefined],
  [{ type: 'save', seq: 1, another: true, fields: ['name'] }, undefined],
  [{ type: 'save', seq: 1, another: false }, 'another: Invalid input: expected true'],
  [{ type: 'save' }, 'seq: Invalid input: expected number, received undefined'],
  [{ type: 'save', seq: 1, other: 1 }, ': Unrecognized key: "other"'],
])('The message %j of a page is accepted, or dropped with the reason %s', (message, reason) => {
  const reasons: string[] = [];
  const parsed = parseMessage(messageFromPage, message, (one) => reasons.push(one));
  expect(reasons).toEqual(reason === undefined ? [] : [reason]);
  expect(parsed).toEqual(reason === undefined ? message : undefined);
});
