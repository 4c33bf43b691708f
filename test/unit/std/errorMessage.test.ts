// Tests the message for a thrown value.
import { expect, it } from 'vitest';
import { errorMessage } from '../../../src/std/errorMessage.ts';

it('errorMessage returns the message of an Error, and the fallback for any other value', () => {
  expect(errorMessage(new TypeError('no such row'))).toBe('no such row');
  expect(errorMessage('a secret')).toBe('unknown');
  expect(errorMessage(undefined, 'unreadable')).toBe('unreadable');
});
