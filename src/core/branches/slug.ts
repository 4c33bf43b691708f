// Turns a title into a slug: Latin, Greek and Cyrillic in ASCII, other scripts unchanged. Pure.

/** Replacements for the letters that Unicode does not decompose into an ASCII letter and an accent. */
const ASCII_LETTERS = parseLetterTable(`
  ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ŋ=ng ħ=h ŧ=t ĸ=k ŀ=l α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m
  ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l
  м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=i є=ye ґ=g ў=u
  ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz
`);

/** Returns the words of a text: only letters and digits, in lower case, transliterated to ASCII where possible. */
export function slugWords(text: string): string[] {
  const withoutAccents = text
    .normalize('NFKD')
    .toLowerCase()
    // Removes only the accents of Latin, Greek and Cyrillic. In other scripts, vowel signs are part of a word.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’ʼ]/g, '');
  return (
    Array.from(withoutAccents)
      .map((letter) => ASCII_LETTERS.get(letter) ?? letter)
      .join('')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/**
 * Returns the words of a text joined by hyphens, at most `maxLength` characters. Ends before the first word that does
 * not fit. If the first word of the text does not fit, truncates it.
 */
export function slugOf(text: string, maxLength: number): string {
  let slug = '';
  for (const word of slugWords(text)) {
    const extendedSlug = slug === '' ? Array.from(word).slice(0, maxLength).join('') : `${slug}-${word}`;
    if (Array.from(extendedSlug).length > maxLength) break;
    slug = extendedSlug;
  }
  return slug;
}

function parseLetterTable(table: string): ReadonlyMap<string, string> {
  const letterPairs = table.trim().split(/\s+/);
  return new Map(letterPairs.map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]));
}
