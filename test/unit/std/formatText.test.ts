// Tests formatting of text for the user interface.
import { describe, expect, it } from 'vitest';
import { capitalize, formatList, humanize, withPeriod } from '../../../src/std/formatText.ts';

describe('capitalize', () => {
  it('changes only the first letter', () => {
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
  it('returns a label for a constant of the API', () => {
    expect(['ACTIVE', 'ON_HOLD', 'in-progress', ''].map(humanize)).toEqual(['Active', 'On hold', 'In progress', '']);
  });
});

describe('withPeriod', () => {
  it('adds a period unless the text ends with a punctuation mark of any language', () => {
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
  it('joins names with commas, and with "and" before the last name', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => formatList(items))).toEqual([
      '',
      'a',
      'a and b',
      'a, b, and c',
    ]);
  });
});
