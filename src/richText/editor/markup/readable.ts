// Converts markup to plain text, for places that cannot show the markup itself.

import { oneLine } from '../../../std/truncate.ts';
import { isElement, isTextNode, walk } from './markup.ts';

/** Elements that start a new line, and after which a new line starts. */
const TAGS_WITH_LINE_BREAK = new Set(
  (
    'address article aside blockquote br dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre ' +
    'section summary table tr ul'
  ).split(' '),
);
const TAGS_WITHOUT_TEXT = new Set(
  'iframe noembed noframes noscript script select style svg template textarea title video'.split(' '),
);

/**
 * Returns the lines that are not blank, cut to `maxCharacters` characters. Takes linear time in the size of the markup,
 * even if it is deeply nested.
 */
export function readableText(
  root: Node,
  maxCharacters: number,
): { readonly text: string; readonly isTruncated: boolean } {
  const lines: string[] = [];
  let [length, line] = [0, ''];
  const endLine = (): void => {
    const trimmedLine = oneLine(line);
    line = '';
    if (trimmedLine === '') return;
    lines.push(trimmedLine);
    length += trimmedLine.length + 1;
  };
  const endLineAt = (node: Node): void => {
    if (isElement(node) && TAGS_WITH_LINE_BREAK.has(node.localName)) endLine();
  };
  walk(
    root,
    (node) => {
      endLineAt(node);
      if (isTextNode(node) && length <= maxCharacters) line += node.data;
      return length <= maxCharacters && !(isElement(node) && TAGS_WITHOUT_TEXT.has(node.localName));
    },
    endLineAt,
  );
  endLine();
  const text = lines.join('\n');
  return { text: text.slice(0, maxCharacters), isTruncated: text.length > maxCharacters };
}
