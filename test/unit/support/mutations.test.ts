// Tests which changes `npm run mutate` makes.
import { expect, it } from 'vitest';
import { changedText, mutationsOf } from '../../support/mutations.ts';

const changesOf = (text: string): string[] =>
  mutationsOf('a.ts', text).map((mutation) => `${mutation.kind}: ${changedText(text, mutation)}`);

it.each([
  ['if (a) b;', ['negated condition: if (!(a)) b;']],
  ['x = a ? b : c;', ['swapped branches: x = ((a) ? (c) : (b));']],
  ['x = a && b;', ['changed operator: x = ((a) || (b));']],
  ['x = a ?? b;', ['changed operator: x = ((a) && (b));']],
  ['await this.a.b(c);', ['dropped call: ;']],
  ['void a.b();', ['dropped call: ;']],
  ['x = 60;', ['changed number: x = (60 + 1);']],
  ['x = true;', ['changed truth value: x = false;']],
])('%s is changed in each way that a test should notice', (text, changes) => {
  expect(changesOf(text)).toEqual(changes);
});

it.each(['type A = 1;', 'interface A { a?: true }', 'x = { 1: a };', "x = 'text';", 'return_ = a;'])(
  '%s is not changed',
  (text) => {
    expect(changesOf(text)).toEqual([]);
  },
);
