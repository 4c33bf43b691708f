// Sets the direction of the blocks of a comment.

/** With its own direction, a name or code does not determine the direction of the text around it. */
const ELEMENTS =
  'blockquote,caption,code,dd,div,dt,h1,h2,h3,h4,h5,h6,li,ol,p,pre,summary,td,th,ul,.mention-chip,.visually-hidden';

/** Lets each block without a direction have that of its text, but shows code from left to right. */
export function setTextDirection(text: ParentNode): void {
  for (const element of text.querySelectorAll<HTMLElement>(ELEMENTS))
    element.dir ||= element.matches('code,pre') ? 'ltr' : 'auto';
}
