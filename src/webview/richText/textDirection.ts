// The direction of shown text: each block has that of its first letter, also from right to left. It is never stored.
import type { PreservedAttributes } from './markup/markup.ts';

/** Elements with their own direction. Such an element does not determine the direction of the text around it. */
const TEXT_ELEMENTS =
  'blockquote,caption,dd,del,div,dt,h1,h2,h3,h4,h5,h6,ins,li,ol,p,summary,td,th,ul,.mention-chip,.visually-hidden';
const CODE_ELEMENTS = 'code,pre';

/** Returns the direction that the source element sets. */
export function sourceDirection(sourceAttributes: unknown): string | undefined {
  const direction = (sourceAttributes as PreservedAttributes | null)?.['dir'];
  return /^(?:ltr|rtl)$/i.test(direction ?? '') ? direction : undefined;
}

/** Sets the direction of the elements that have none. Code is never laid out from right to left. */
export function setTextDirection(text: ParentNode): void {
  for (const element of text.querySelectorAll<HTMLElement>(TEXT_ELEMENTS)) element.dir ||= 'auto';
  for (const element of text.querySelectorAll<HTMLElement>(CODE_ELEMENTS)) element.dir ||= 'ltr';
}
