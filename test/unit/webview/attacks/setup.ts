// Owns what the proofs share that other people's HTML is harmless on a page: the attacks, and what is left of them.
import { htmlAttacks } from '../../../support/hostile/corpus.ts';
import { harmIn } from '../../../support/hostile/harm.ts';

export const attacks = htmlAttacks();

/** Over a thousand attacks each: no test of a moment. In milliseconds. */
export const PATIENCE = { testTimeout: 120_000 };

/** Those attacks of which something harmful is left, with what it is. */
export function surviving(
  show: (attack: string) => ParentNode,
): { readonly attack: string; readonly harm: readonly string[] }[] {
  return attacks.map((attack) => ({ attack, harm: harmIn(show(attack)) })).filter(({ harm }) => harm.length > 0);
}

export function shown(content: Node): HTMLElement {
  const place = document.createElement('div');
  place.append(content);
  return place;
}

/** All attacks, so many in a text. */
export function texts(size: number): string[] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, at) =>
    attacks.slice(at * size, (at + 1) * size).join('\n'),
  );
}
