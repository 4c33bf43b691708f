// Turns a title into a slug that is easy to type. Latin, Greek and Cyrillic become ASCII letters;
// other scripts stay unchanged. Pure.

/** Letters that Unicode does not decompose into an ASCII letter and a mark, with their replacements. */
const LETTERS = lettersOf(`
  ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ŋ=ng ħ=h ŧ=t ĸ=k ŀ=l α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m
  ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l
  м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=i є=ye ґ=g ў=u
  ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz
`);

/** Returns the words of a text: only letters and digits, in lower case, transliterated to ASCII where possible. */
export function slugWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    // Only the accents of Latin, Greek and Cyrillic. The vowel signs of other scripts are part of their words.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’ʼ]/g, '');
  return (
    Array.from(plain)
      .map((letter) => LETTERS.get(letter) ?? letter)
      .join('')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/**
 * Returns the words joined by hyphens, at most `longest` characters. The first word that does not fit and all words
 * after it are omitted; a first word that is too long is cut.
 */
export function slugOf(text: string, longest: number): string {
  let slug = '';
  for (const word of slugWords(text)) {
    const longer = slug === '' ? Array.from(word).slice(0, longest).join('') : `${slug}-${word}`;
    if (Array.from(longer).length > longest) break;
    slug = longer;
  }
  return slug;
}

function lettersOf(table: string): ReadonlyMap<string, string> {
  const pairs = table.trim().split(/\s+/);
  return new Map(pairs.map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]));
}
