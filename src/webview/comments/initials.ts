// The initials of a user, which help to find their comments in a long list.

/** Returns the first characters of the first and last word of a name, in upper case; '' for a name without letters. */
export function initialsOf(name: string): string {
  const characters = [...name.matchAll(/([\p{L}\p{N}])\S*/gu)].map(([, first = '']) => first);
  return [...characters.slice(0, 1), ...characters.slice(1).slice(-1)].join('').toLocaleUpperCase();
}
