// Converts the HTML of a sticky to plain text and back, if it has nothing but paragraphs of text.
import {
  attributesOf,
  escapeText,
  isElement,
  isTextNode,
  type PreservedAttributes,
  parseInert,
  writeElement,
} from '../richText/markup/markup.ts';

/** Returns the text, one line per paragraph, or undefined when the HTML contains anything else. */
export function plainText(html: string): string | undefined {
  const paragraphs = paragraphsOf(html);
  return paragraphs?.map(({ textContent }) => textContent).join('\n');
}

/** Returns the HTML for a new text, with paragraphs like the existing ones. */
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
