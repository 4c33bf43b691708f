// Tests the text of a thrown value.
import { expect, it } from 'vitest';
import { errorMessage } from '../../../src/std/errorMessage.ts';

it('errorMessage returns the message of an error and nothing of other values', () => {
  expect(errorMessage(new TypeError('no such row'))).toBe('no such row');
  expect(errorMessage('a secret')).toBe('unknown');
  expect(errorMessage(undefined, 'unreadable')).toBe('unreadable');
});
