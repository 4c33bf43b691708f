// Messages that several parts of the mentions feature show.

/** `subject` is an identifier, or a word for it. */
export function goneText(subject: string): string {
  return `${subject} does not exist, or you may not see it.`;
}
