// Owns sentences that several parts of the linking room say.

/** `subject` is an identifier, or what stands for one. */
export function goneText(subject: string): string {
  return `${subject} does not exist, or you may not see it.`;
}
