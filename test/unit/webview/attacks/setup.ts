// Shared setup of the attack tests: the attacks, and finding those that remain harmful.
import { htmlAttacks } from '../../../support/hostile/corpus.ts';
import { harmIn } from '../../../support/hostile/harm.ts';

export const attacks = htmlAttacks();

/** A timeout in milliseconds: each of these tests runs over a thousand attacks. */
export const TIMEOUT = { testTimeout: 120_000 };

/** Returns the attacks that remain harmful, with the harm found. */
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

/** Returns texts that together contain all attacks, `size` of them in each. */
export function texts(size: number): string[] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, at) =>
    attacks.slice(at * size, (at + 1) * size).join('\n'),
  );
}
