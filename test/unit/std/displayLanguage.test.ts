// Tests that translations, counts, lists and plurals use the same language.
import * as l10n from '@vscode/l10n';
import { afterEach, describe, expect, it } from 'vitest';
import { displayLanguage, formatCount, setDisplayLanguage } from '../../../src/std/displayLanguage.ts';
import { formatList } from '../../../src/std/formatText.ts';
import { formatRelativeTime } from '../../../src/std/formatTime.ts';
import { plural } from '../../../src/std/plural.ts';

afterEach(() => setDisplayLanguage({ language: 'en', messages: {} }));

describe('The display language', () => {
  it('is English when no translations were set', () => {
    expect(displayLanguage()).toBe('en');
    expect(formatCount(1234)).toBe('1,234');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(formatList(['a', 'b', 'c'], 'disjunction')).toBe('a, b, or c');
  });

  it('determines translations, and the format of counts, lists, ages and plurals', () => {
    setDisplayLanguage({ language: 'de', messages: { '{0} files': '{0} Dateien' } });
    expect(l10n.t('{0} files', 3)).toBe('3 Dateien');
    expect(formatCount(1234)).toBe('1.234');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b und c');
    expect(formatList(['a', 'b', 'c'], 'disjunction')).toBe('a, b oder c');
    expect(formatRelativeTime(0, 7_200_000)).toBe('vor 2 Stunden');
  });

  it('determines the plural rules, for example the singular for 0 in French', () => {
    const forms = { one: 'one', other: 'other' };
    expect(plural(0, forms)).toBe('other');
    setDisplayLanguage({ language: 'fr', messages: {} });
    expect(plural(0, forms)).toBe('one');
  });

  it('may be a language that Intl does not support', () => {
    setDisplayLanguage({ language: 'qps-ploc', messages: {} });
    expect(formatCount(12)).toBe('12');
  });
});
