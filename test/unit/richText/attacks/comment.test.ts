// @vitest-environment jsdom
// Tests that known attacks are harmless in a comment, and that most are harmful if not sanitized.
import { describe, expect, it, vi } from 'vitest';
import { sanitize } from '../../../../src/features/comments/page/sanitize.ts';
import { parseInert } from '../../../../src/richText/editor/markup/markup.ts';
import { findHarmfulMarkup } from '../../../support/hostile/harm.ts';
import { attacks, attacksWithHarm, containerWith, joinedAttacks, TIMEOUT_OPTIONS } from './setup.ts';

vi.setConfig(TIMEOUT_OPTIONS);

describe('findHarmfulMarkup', () => {
  it('finds harmful elements or attributes in more than 80% of the attacks before they are sanitized', () => {
    const harmfulCount = attacksWithHarm(parseInert).length;
    expect(attacks.length).toBeGreaterThan(1_000);
    expect(harmfulCount / attacks.length).toBeGreaterThan(0.8);
  });
});

describe('An attack in a comment', () => {
  const ALLOWED_VALUES = ['picture-place', 'mention-chip', 'visually-hidden'];

  it('is harmless once sanitized, even if parsed again, and cannot imitate the page by a class, id or role', () => {
    const results = attacks.map((attack) => {
      const container = containerWith(sanitize(attack, {}));
      const html = container.innerHTML;
      const imitations = [
        ...html.matchAll(/ (?:class|id|name|role|data-testid|data-opaque|data-source-tag)="([^"]*)"/g),
      ].filter(([, value = '']) => !ALLOWED_VALUES.includes(value));
      return {
        attack,
        harm: [...findHarmfulMarkup(container), ...findHarmfulMarkup(parseInert(html)), ...imitations.flat()],
      };
    });
    expect(results.filter(({ harm }) => harm.length > 0)).toEqual([]);
  });

  it('is harmless if the comment contains further attacks', () => {
    for (const text of joinedAttacks(40)) expect(findHarmfulMarkup(containerWith(sanitize(text, {})))).toEqual([]);
  });
});
