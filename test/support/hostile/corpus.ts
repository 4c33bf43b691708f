// Owns the corpus of attacks: what others have collected, and what is made here.
import { knownAttacks } from './known.ts';
import { ELSEWHERE, madeAttacks, markdownAttacks } from './made.ts';
import { misleadingNames } from './misleading.ts';

/** Attacks by HTML. What lies elsewhere is asked for at this origin. */
export function htmlAttacks(elsewhere = ELSEWHERE): string[] {
  return at(elsewhere, [...knownAttacks(), ...madeAttacks()]);
}

/** Attacks by text in which nothing should be markup: those by HTML, too. */
export function textAttacks(elsewhere = ELSEWHERE): string[] {
  return [...htmlAttacks(elsewhere), ...at(elsewhere, markdownAttacks()), ...misleadingNames()];
}

/** Payloads reach the places of a name only while the service takes them as one. */
export function asNames(attacks: readonly string[], longest = 255): string[] {
  return [...new Set(attacks.map((one) => one.trim()).filter((one) => one !== '' && one.length <= longest))];
}

function at(elsewhere: string, attacks: readonly string[]): string[] {
  return attacks.map((one) => one.replaceAll(ELSEWHERE, elsewhere));
}
