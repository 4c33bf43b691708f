// Shared setup of the attack tests: the attacks, and functions that prepare and check them.
import { htmlAttacks } from '../../../support/hostile/corpus.ts';
import { findHarmfulMarkup } from '../../../support/hostile/harm.ts';

export const attacks = htmlAttacks();

/** The timeout of a test in milliseconds. Each test runs more than a thousand attacks. */
export const TIMEOUT_OPTIONS = { testTimeout: 120_000 };

/** Returns the attacks that are harmful in the result of `show`, with the harm found in the result. */
export function attacksWithHarm(
  show: (attack: string) => ParentNode,
): { readonly attack: string; readonly harm: readonly string[] }[] {
  return attacks
    .map((attack) => ({ attack, harm: findHarmfulMarkup(show(attack)) }))
    .filter(({ harm }) => harm.length > 0);
}

export function containerWith(content: Node): HTMLElement {
  const container = document.createElement('div');
  container.append(content);
  return container;
}

/** Returns texts that together contain all attacks, each with up to `size` attacks. */
export function joinedAttacks(size: number): string[] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, index) =>
    attacks.slice(index * size, (index + 1) * size).join('\n'),
  );
}
