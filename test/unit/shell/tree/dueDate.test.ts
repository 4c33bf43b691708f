// Tests that the due dates of rows are formatted once a day, and in the display language.
import { afterEach, describe, expect, it } from 'vitest';
import { DueDateCache, dueTextsOf } from '../../../../src/shell/tree/dueDate.ts';
import { setDisplayLanguage } from '../../../../src/std/displayLanguage.ts';

afterEach(() => setDisplayLanguage({ language: 'en', messages: {} }));

describe('DueDateCache', () => {
  it('formats a due date once a day', () => {
    const cache = new DueDateCache();
    const texts = cache.textsOf('2026-11-19', '2026-11-20');
    expect(texts).toEqual({ date: 'Nov 19', near: 'Nov 19 · 1 d', badge: '1d' });
    expect(cache.textsOf('2026-11-19', '2026-11-20')).toBe(texts);
    expect(cache.textsOf('2026-11-19', '2026-11-21').near).toBe('Nov 19 · 2 d');
  });
});

describe('dueTextsOf', () => {
  it('uses the display language', () => {
    setDisplayLanguage({ language: 'de', messages: {} });
    expect(dueTextsOf('2026-11-24', '2026-11-20')).toEqual({ date: '24. Nov.', near: 'Di', badge: '4d' });
  });

  it.each([
    ['2026-11-28', undefined],
    ['2026-11-27', '7d'],
    ['2026-11-20', '0d'],
    ['2026-11-11', '9d'],
    ['2026-11-10', '1w'],
    ['2026-09-12', '9w'],
    ['2026-09-11', '2m'],
    ['2026-01-25', '9m'],
    ['2026-01-24', '1y'],
    ['2000-01-01', '9y'],
    ['soon', undefined],
  ])('has for the due date %s the badge %s', (day, badge) => {
    expect(dueTextsOf(day, '2026-11-20').badge).toBe(badge);
  });
});
