// Limits for rich text. A text that exceeds a limit could freeze the window, so it is shown as plain text.
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../../std/displayLanguage.ts';
import { isElement, isTextNode, parseInert, walk } from '../markup/markup.ts';
import { readableText } from '../markup/readable.ts';

const MAX_CHARACTERS = 500_000;
/**
 * The maximum number of elements, comments, text nodes, and line breaks in text nodes: each of them becomes a node of
 * the editor's document.
 */
const MAX_PARTS = 10_000;
const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 100;
/** The number of characters that are shown of a text that exceeds a limit. */
const MAX_SHOWN_CHARACTERS = 50_000;

/** The limit that a text exceeds, and its plain text. */
export interface ExceededLimit {
  /** A sentence that names the limit, for example "The text is longer than …". */
  readonly reason: string;
  readonly text: string;
  /** Whether the plain text contains only the start of the original text. */
  readonly isTruncated: boolean;
}

/**
 * Returns the limit that the text exceeds, or undefined for a text within all limits. Takes linear time in the length
 * of the text.
 */
export function exceededLimit(html: string): ExceededLimit | undefined {
  const isTooLong = html.length > MAX_CHARACTERS;
  const body = parseInert(isTooLong ? html.slice(0, MAX_CHARACTERS) : html);
  const reason = isTooLong
    ? l10n.t('The text is longer than {0} characters.', formatCount(MAX_CHARACTERS))
    : reasonFor(body);
  if (reason === undefined) return undefined;
  const { text, isTruncated } = readableText(body, MAX_SHOWN_CHARACTERS);
  return { reason, text, isTruncated: isTruncated || isTooLong };
}

function reasonFor(body: HTMLElement): string | undefined {
  let [parts, maxDepth, attributes] = [0, 0, 0];
  walk(body, (node, depth) => {
    parts += 1 + (isTextNode(node) ? lineBreaksIn(node) : 0);
    maxDepth = Math.max(maxDepth, depth);
    if (isElement(node)) attributes = Math.max(attributes, node.attributes.length);
    return parts <= MAX_PARTS && maxDepth <= MAX_DEPTH;
  });
  if (parts > MAX_PARTS)
    return l10n.t('The text is too complex: it has more than {0} HTML elements and lines.', formatCount(MAX_PARTS));
  if (maxDepth > MAX_DEPTH)
    return l10n.t('The text is too complex: HTML elements are nested more than {0} levels deep.', MAX_DEPTH);
  return attributes > MAX_ATTRIBUTES
    ? l10n.t('The text is too complex: an HTML element has more than {0} attributes.', MAX_ATTRIBUTES)
    : undefined;
}

/** Returns the number of line breaks; 0 in a code block, because all its lines are in one node. */
function lineBreaksIn({ data, parentElement }: Text): number {
  return parentElement?.closest('pre') ? 0 : data.split('\n').length - 1;
}
