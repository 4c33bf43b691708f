// Turns the name of an attachment into a file name that every platform can write.
// Names come from other users. A safe name does not lead out of its folder.

/** Windows device names, which are reserved with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?= *(?:\.|$))/i;
/**
 * Characters that Windows reserves, control characters, and characters that change the direction of text:
 * `a\u202egnp.exe` is displayed as `aexe.png`.
 */
const UNFIT = /[<>:"|?*\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const MOST_CHARACTERS = 120;
/** File systems allow 255 bytes. */
const MOST_BYTES = 240;

export function safeName(name: string): string {
  const last = name.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  const bare = trimmed(endOf(last.replaceAll(UNFIT, '_')));
  const named = bare === '' ? 'file' : bare;
  return DEVICE.test(named) ? `_${named}` : named;
}

/** Removes leading dots, which hide a file or mean a folder, and trailing dots and spaces, which Windows drops. */
function trimmed(name: string): string {
  return name.replace(/^\.+/, '').replace(/[. ]+$/, '');
}

/** Returns the end of a name that is too long, in whole characters, so that the extension is kept. */
function endOf(name: string): string {
  const kept: string[] = [];
  let bytes = 0;
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  for (const character of characters.reverse().slice(0, MOST_CHARACTERS)) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > MOST_BYTES) break;
    kept.push(character);
  }
  return kept.reverse().join('');
}
