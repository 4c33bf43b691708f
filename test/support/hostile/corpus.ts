// All attacks that the tests use: published collections, and the attacks defined in this folder.

import { misleadingNames } from './misleading.ts';
import { ATTACKER_ORIGIN, markdownAttacks, ownAttacks } from './ownAttacks.ts';
import { publishedAttacks } from './publishedAttacks.ts';

/** Returns HTML that tries to run scripts or load resources. `attackerOrigin` is the attacker's origin. */
export function htmlAttacks(attackerOrigin = ATTACKER_ORIGIN): string[] {
  return replaceOrigin(attackerOrigin, [...publishedAttacks(), ...ownAttacks()]);
}

/** Returns attacks for places that show plain text: HTML, Markdown, and misleading names. */
export function textAttacks(attackerOrigin = ATTACKER_ORIGIN): string[] {
  return [...htmlAttacks(attackerOrigin), ...replaceOrigin(attackerOrigin, markdownAttacks()), ...misleadingNames()];
}

/** Returns the attacks, trimmed, that the server accepts as a name because they are neither empty nor too long. */
export function toNames(attacks: readonly string[], maxLength = 255): string[] {
  const names = attacks.map((attack) => attack.trim());
  return [...new Set(names.filter((name) => name !== '' && name.length <= maxLength))];
}

function replaceOrigin(attackerOrigin: string, attacks: readonly string[]): string[] {
  return attacks.map((attack) => attack.replaceAll(ATTACKER_ORIGIN, attackerOrigin));
}
