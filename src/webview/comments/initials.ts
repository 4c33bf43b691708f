// The initials of a user, which help to find their comments in a long list.

/** Returns the first characters of the first and last word of a name, in upper case; '' for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => [...(word ?? '')].slice(0, 1).join('').toLocaleUpperCase()).join('');
}
