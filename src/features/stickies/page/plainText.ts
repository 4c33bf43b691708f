// Converts the HTML of a sticky to plain text and back, if it consists of paragraphs of text.
import {
  attributesOf,
  escapeText,
  isElement,
  isTextNode,
  type PreservedAttributes,
  parseInert,
  writeElement,
} from '../../../richText/editor/markup/markup.ts';

/** Returns the text, one line per paragraph, or undefined if the HTML contains more than plain paragraphs. */
export function plainText(html: string): string | undefined {
  const paragraphs = paragraphsOf(html);
  return paragraphs?.map(({ textContent }) => textContent).join('\n');
}

/** Returns the HTML for a new text. Its paragraphs have the attributes of the paragraphs in `html`. */
export function withPlainText(html: string, text: string): string {
  const [first] = paragraphsOf(html) ?? [];
  const attributes: PreservedAttributes | null = first === undefined ? null : attributesOf(first);
  return text
    .split('\n')
    .map((line) => writeElement('p', attributes, escapeText(line)))
    .join('');
}

function paragraphsOf(html: string): readonly HTMLElement[] | undefined {
  const nodes = [...parseInert(html).childNodes];
  const paragraphs = nodes.filter((node): node is HTMLElement => node instanceof HTMLParagraphElement);
  const isPlain =
    paragraphs.length === nodes.length && paragraphs.every(isSingleLineText) && haveSameAttributes(paragraphs);
  return isPlain ? paragraphs : undefined;
}

function isSingleLineText(paragraph: Element): boolean {
  return [...paragraph.childNodes].every((node) => isTextNode(node) && !/[\r\n]/.test(node.data));
}

function haveSameAttributes(paragraphs: readonly Element[]): boolean {
  const serializedAttributes = paragraphs.map((paragraph) =>
    isElement(paragraph) ? JSON.stringify(attributesOf(paragraph)) : '',
  );
  return serializedAttributes.every((serialized) => serialized === serializedAttributes[0]);
}
