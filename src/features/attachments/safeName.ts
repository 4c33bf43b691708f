// Turns the name of an attachment into a file name that every platform can write.
// Attachments are named by other users. A safe name has no path separators, so it cannot refer to another folder.
import { plainName } from '../../std/displayName.ts';

/** Windows device names, which are reserved with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?= *(?:\.|$))/i;
/**
 * Characters that Windows reserves, control characters, and characters that change the direction of text:
 * `a\u202egnp.exe` is displayed as `aexe.png`.
 */
const FORBIDDEN_CHARACTERS = /[<>:"|?*\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const MAX_CHARACTERS = 120;
/** Less than 255 bytes, the maximum length of a file name in most file systems. */
const MAX_BYTES = 240;

export function safeName(name: string): string {
  const lastPart = name.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  const trimmedName = trimName(shortenFromStart(plainName(lastPart.replaceAll(FORBIDDEN_CHARACTERS, '_'))));
  const nonEmptyName = trimmedName === '' ? 'file' : trimmedName;
  return RESERVED_NAME.test(nonEmptyName) ? `_${nonEmptyName}` : nonEmptyName;
}

/** Removes leading dots (hidden files, `.` and `..`), and trailing dots and spaces, which Windows removes. */
function trimName(name: string): string {
  return name.replace(/^\.+/, '').replace(/[. ]+$/, '');
}

/**
 * Shortens a name that is too long. Removes characters at the start, so that the extension remains, and never splits a
 * character.
 */
function shortenFromStart(name: string): string {
  const keptCharacters: string[] = [];
  let bytes = 0;
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  for (const character of characters.reverse().slice(0, MAX_CHARACTERS)) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > MAX_BYTES) break;
    keptCharacters.push(character);
  }
  return keptCharacters.reverse().join('');
}
