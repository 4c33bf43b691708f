// The corpus of attacks: published collections, and the attacks defined in this folder.
import { knownAttacks } from './known.ts';
import { ELSEWHERE, madeAttacks, markdownAttacks } from './made.ts';
import { misleadingNames } from './misleading.ts';

/** Returns attacks by HTML. Their external resources point to this origin. */
export function htmlAttacks(elsewhere = ELSEWHERE): string[] {
  return at(elsewhere, [...knownAttacks(), ...madeAttacks()]);
}

/** Returns attacks by text in which nothing must be treated as markup; includes the attacks by HTML. */
export function textAttacks(elsewhere = ELSEWHERE): string[] {
  return [...htmlAttacks(elsewhere), ...at(elsewhere, markdownAttacks()), ...misleadingNames()];
}

/** Returns the attacks that the server accepts as a name: trimmed, not empty and not too long. */
export function asNames(attacks: readonly string[], longest = 255): string[] {
  return [...new Set(attacks.map((one) => one.trim()).filter((one) => one !== '' && one.length <= longest))];
}

function at(elsewhere: string, attacks: readonly string[]): string[] {
  return attacks.map((one) => one.replaceAll(ELSEWHERE, elsewhere));
}
