// Tests how a date and its distance from today are written.
import { describe, expect, it } from 'vitest';
import { dateText, deadlineStatusOf } from '../../../../src/shell/page/controls/dateText.ts';

const TODAY = '2026-11-20';

describe('A deadline', () => {
  it.each([
    ['2026-11-15', 'overdue', 'Nov 15 · 5 days overdue'],
    ['2026-11-19', 'overdue', 'Nov 19 · 1 day overdue'],
    ['2026-11-20', 'soon', 'Nov 20 · today'],
    ['2026-11-21', 'soon', 'Nov 21 · tomorrow'],
    ['2026-11-22', 'soon', 'Nov 22 · in 2 days'],
    ['2026-11-23', undefined, 'Nov 23'],
    ['someday', undefined, 'someday'],
  ])('on %s is %s, and is written as “%s”', (day, status, text) => {
    expect(deadlineStatusOf(day, TODAY)).toBe(status);
    expect(dateText(day, TODAY, true)).toBe(text);
  });
});

it('A date that is no deadline is written without its distance', () => {
  expect(dateText('2026-11-19', TODAY, false)).toBe('Nov 19');
});
