// @vitest-environment jsdom
// Tests that each known attack is harmless in a comment, and that it is harmful without sanitizing.
import { describe, expect, it, vi } from 'vitest';
import { sanitize } from '../../../../src/webview/comments/sanitize.ts';
import { parseInert } from '../../../../src/webview/richText/markup/markup.ts';
import { harmIn } from '../../../support/hostile/harm.ts';
import { attacks, shown, surviving, TIMEOUT, texts } from './setup.ts';

vi.setConfig(TIMEOUT);

describe('harmIn', () => {
  it('finds harm in more than four of five unsanitized attacks', () => {
    const found = surviving(parseInert).length;
    expect(attacks.length).toBeGreaterThan(1_000);
    expect(found / attacks.length).toBeGreaterThan(0.8);
  });
});

describe('An attack in a comment', () => {
  const OURS = ['picture-place', 'mention-chip', 'visually-hidden'];

  it('is harmless, even when the output is parsed again, and cannot imitate the page', () => {
    const left = attacks.map((attack) => {
      const place = shown(sanitize(attack, {}));
      const html = place.innerHTML;
      const claims = [...html.matchAll(/ (?:class|id|name|role|data-testid|data-opaque|data-kept)="([^"]*)"/g)].filter(
        ([, value = '']) => !OURS.includes(value),
      );
      return { attack, harm: [...harmIn(place), ...harmIn(parseInert(html)), ...claims.flat()] };
    });
    expect(left.filter(({ harm }) => harm.length > 0)).toEqual([]);
  });

  it('is harmless in combination with other attacks', () => {
    for (const text of texts(40)) expect(harmIn(shown(sanitize(text, {})))).toEqual([]);
  });
});
