// Owns the plain bodies of stickies: HTML that is nothing but paragraphs of text is edited as text, and comes back as
// the same paragraphs.
import {
  attributesOf,
  escapeText,
  isElement,
  isTextNode,
  type PreservedAttributes,
  parseInert,
  writeElement,
} from '../richText/markup/markup.ts';

/** Lines of text, one for each paragraph; undefined when the HTML holds anything more than that. */
export function plainText(html: string): string | undefined {
  const paragraphs = paragraphsOf(html);
  return paragraphs?.map(({ textContent }) => textContent).join('\n');
}

/** The HTML of other lines, in paragraphs like those that were there. */
export function withPlainText(html: string, text: string): string {
  const [first] = paragraphsOf(html) ?? [];
  const kept: PreservedAttributes | null = first === undefined ? null : attributesOf(first);
  return text
    .split('\n')
    .map((line) => writeElement('p', kept, escapeText(line)))
    .join('');
}

function paragraphsOf(html: string): readonly HTMLElement[] | undefined {
  const nodes = [...parseInert(html).childNodes];
  const paragraphs = nodes.filter((node): node is HTMLElement => node instanceof HTMLParagraphElement);
  const isPlain = paragraphs.length === nodes.length && paragraphs.every(holdsOneLine) && areAlike(paragraphs);
  return isPlain ? paragraphs : undefined;
}

function holdsOneLine(paragraph: Element): boolean {
  return [...paragraph.childNodes].every((node) => isTextNode(node) && !/[\r\n]/.test(node.data));
}

function areAlike(paragraphs: readonly Element[]): boolean {
  const shells = paragraphs.map((one) => (isElement(one) ? JSON.stringify(attributesOf(one)) : ''));
  return shells.every((shell) => shell === shells[0]);
}
