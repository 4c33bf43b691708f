// Limits of texts that the page edits. Texts beyond them could freeze the window and are shown
// plain.
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../../std/displayLanguage.ts';
import { isElement, isTextNode, parseInert, walk } from '../markup/markup.ts';
import { readableText } from '../markup/readable.ts';

const MOST_CHARACTERS = 500_000;
/** Elements, comments, texts, and line breaks within texts: each becomes a node of the editor's document. */
const MOST_PARTS = 10_000;
const DEEPEST = 200;
const MOST_ATTRIBUTES = 100;
/** The number of characters that are shown of a text beyond the limits. */
const MOST_SHOWN = 50_000;

/** Why a text is beyond the limits, and its plain text. */
export interface ExceededLimit {
  /** A sentence, for example "The text is longer than …". */
  readonly reason: string;
  readonly text: string;
  /** Whether the text is truncated. */
  readonly isCut: boolean;
}

/** Returns undefined for a text within the limits. Linear in the size of the text, whatever it contains. */
export function exceededLimit(html: string): ExceededLimit | undefined {
  const isLong = html.length > MOST_CHARACTERS;
  const body = parseInert(isLong ? html.slice(0, MOST_CHARACTERS) : html);
  const reason = isLong
    ? l10n.t('The text is longer than {0} characters.', formatCount(MOST_CHARACTERS))
    : reasonIn(body);
  if (reason === undefined) return undefined;
  const { text, isCut } = readableText(body, MOST_SHOWN);
  return { reason, text, isCut: isCut || isLong };
}

function reasonIn(body: HTMLElement): string | undefined {
  let [parts, deepest, attributes] = [0, 0, 0];
  walk(body, (node, depth) => {
    parts += 1 + (isTextNode(node) ? breaksIn(node) : 0);
    deepest = Math.max(deepest, depth);
    if (isElement(node)) attributes = Math.max(attributes, node.attributes.length);
    return parts <= MOST_PARTS && deepest <= DEEPEST;
  });
  if (parts > MOST_PARTS)
    return l10n.t('The text is too complex: it has more than {0} HTML elements and lines.', formatCount(MOST_PARTS));
  if (deepest > DEEPEST)
    return l10n.t('The text is too complex: HTML elements are nested more than {0} levels deep.', DEEPEST);
  return attributes > MOST_ATTRIBUTES
    ? l10n.t('The text is too complex: an HTML element has more than {0} attributes.', MOST_ATTRIBUTES)
    : undefined;
}

/** Returns 0 for text in a code block, whose lines are in one node. */
function breaksIn({ data, parentElement }: Text): number {
  return parentElement?.closest('pre') ? 0 : data.split('\n').length - 1;
}
