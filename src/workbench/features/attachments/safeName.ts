// Owns the names of copies of files: made of names that other people chose, so that every platform can write them and
// none leads out of its folder.

/** Names of devices on Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?= *(?:\.|$))/i;
/**
 * Reserved on Windows, control characters, and those that turn the direction of text: `a\u202egnp.exe` reads as
 * `aexe.png`.
 */
const UNFIT = /[<>:"|?*\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;
const MOST_CHARACTERS = 120;
/** File systems take 255 bytes. */
const MOST_BYTES = 240;

export function safeName(name: string): string {
  const last = name.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  const bare = trimmed(endOf(last.replaceAll(UNFIT, '_')));
  const named = bare === '' ? 'file' : bare;
  return DEVICE.test(named) ? `_${named}` : named;
}

/** Dots in front hide a file, or mean a folder; Windows drops dots and spaces at the end. */
function trimmed(name: string): string {
  return name.replace(/^\.+/, '').replace(/[. ]+$/, '');
}

/** As much of the end as is not too long, in whole characters: the extension is there. */
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
