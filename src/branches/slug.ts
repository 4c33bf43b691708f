// Owns slugs: a title as a part of a name that is easy to type. Latin, Greek and Cyrillic become plain Latin letters;
// other scripts stay as they are. Pure.

/** What does not fall into a plain letter and a mark, each with what stands for it. */
const LETTERS = lettersOf(`
  ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ı=i ŋ=ng ħ=h ŧ=t ĸ=k ŀ=l α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m
  ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l
  м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=i є=ye ґ=g ў=u
  ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz
`);

/** The words of a text, of letters and digits alone, in lower case and plain letters. */
export function slugWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    // Accents of Latin, Greek and Cyrillic. The vowel signs of other scripts are other marks, and belong to their
    // words.
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
 * Words with hyphens between them, at most so many characters: a word that does not fit is left out with all after it,
 * the first one is cut.
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
