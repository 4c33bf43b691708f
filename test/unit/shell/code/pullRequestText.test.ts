// Tests the words for the state of a pull request.
import { expect, it } from 'vitest';
import { pullRequestText } from '../../../../src/shell/code/pullRequestText.ts';

it.each([
  ['open', false, 'open'],
  ['draft', true, 'draft, checks failing'],
  ['merged', false, 'merged'],
  ['closed', true, 'closed, checks failing'],
] as const)('A pull request that is %s (checks fail: %s) is called “%s”', (state, hasFailingChecks, text) => {
  expect(pullRequestText({ state, hasFailingChecks, at: 0 })).toBe(text);
});
