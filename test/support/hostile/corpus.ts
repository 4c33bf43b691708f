// All attacks that the tests use: published collections, and the attacks defined in this folder.
import { knownAttacks } from './known.ts';
import { ELSEWHERE, madeAttacks, markdownAttacks } from './made.ts';
import { misleadingNames } from './misleading.ts';

/** Returns HTML that tries to run scripts or load resources. `elsewhere` is the origin of all external resources. */
export function htmlAttacks(elsewhere = ELSEWHERE): string[] {
  return replaceOrigin(elsewhere, [...knownAttacks(), ...madeAttacks()]);
}

/** Returns attacks for places that show plain text: HTML, Markdown, and misleading names. */
export function textAttacks(elsewhere = ELSEWHERE): string[] {
  return [...htmlAttacks(elsewhere), ...replaceOrigin(elsewhere, markdownAttacks()), ...misleadingNames()];
}

/** Returns the attacks, trimmed, that the server accepts as a name because they are neither empty nor too long. */
export function asNames(attacks: readonly string[], maxLength = 255): string[] {
  const names = attacks.map((attack) => attack.trim());
  return [...new Set(names.filter((name) => name !== '' && name.length <= maxLength))];
}

function replaceOrigin(elsewhere: string, attacks: readonly string[]): string[] {
  return attacks.map((attack) => attack.replaceAll(ELSEWHERE, elsewhere));
}
