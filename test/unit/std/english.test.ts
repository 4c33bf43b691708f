// Tests of English text formatting.
import { describe, expect, it } from 'vitest';
import { capitalize, formatList, humanize, withPeriod } from '../../../src/std/english.ts';

describe('capitalize', () => {
  it('changes the first letter only', () => {
    expect(['work item', 'éTÉ', 'due Date', '3 items', ''].map(capitalize)).toEqual([
      'Work item',
      'ÉTÉ',
      'Due Date',
      '3 items',
      '',
    ]);
  });
});

describe('humanize', () => {
  it('converts a constant to a label', () => {
    expect(['ACTIVE', 'ON_HOLD', 'in-progress', ''].map(humanize)).toEqual(['Active', 'On hold', 'In progress', '']);
  });
});

describe('withPeriod', () => {
  it('adds a period unless the text ends a sentence, in any language', () => {
    expect(['Too long', 'Too long.', 'Really?', 'Stop!', 'And so on…', '長すぎます。'].map(withPeriod)).toEqual([
      'Too long.',
      'Too long.',
      'Really?',
      'Stop!',
      'And so on…',
      '長すぎます。',
    ]);
  });
});

describe('formatList', () => {
  it('joins with commas and a last "and"', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(formatList)).toEqual(['', 'a', 'a and b', 'a, b, and c']);
  });
});
