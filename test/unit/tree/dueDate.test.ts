// Tests that the due dates of rows are formatted once a day, and in the display language.
import { afterEach, describe, expect, it } from 'vitest';
import { setDisplayLanguage } from '../../../src/std/displayLanguage.ts';
import { DueDateCache, dueTextsOf } from '../../../src/tree/presentation/dueDate.ts';

afterEach(() => setDisplayLanguage({ language: 'en', messages: {} }));

describe('DueDateCache', () => {
  it('formats a due date once a day', () => {
    const cache = new DueDateCache();
    const texts = cache.textsOf('2026-11-19', '2026-11-20');
    expect(texts).toEqual({ date: 'Nov 19', near: 'Nov 19 · 1 d' });
    expect(cache.textsOf('2026-11-19', '2026-11-20')).toBe(texts);
    expect(cache.textsOf('2026-11-19', '2026-11-21').near).toBe('Nov 19 · 2 d');
  });
});

describe('dueTextsOf', () => {
  it('uses the display language', () => {
    setDisplayLanguage({ language: 'de', messages: {} });
    expect(dueTextsOf('2026-11-24', '2026-11-20')).toEqual({ date: '24. Nov.', near: 'Di' });
  });
});
