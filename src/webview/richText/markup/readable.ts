// The plain text of markup, for places where the markup itself cannot be shown.

import { oneLine } from '../../../std/truncate.ts';
import { isElement, isTextNode, walk } from './markup.ts';

/** A line ends before and after each of these elements. */
const LINE_TAGS = new Set(
  (
    'address article aside blockquote br dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre ' +
    'section summary table tr ul'
  ).split(' '),
);
const SILENT_TAGS = new Set(
  'iframe noembed noframes noscript script select style svg template textarea title video'.split(' '),
);

/**
 * Returns the lines that are not blank, at most `most` characters. Linear in the size of the markup, however deeply
 * nested.
 */
export function readableText(root: Node, most: number): { readonly text: string; readonly isCut: boolean } {
  const lines: string[] = [];
  let [length, line] = [0, ''];
  const endLine = (): void => {
    const words = oneLine(line);
    line = '';
    if (words === '') return;
    lines.push(words);
    length += words.length + 1;
  };
  const endLineAt = (node: Node): void => {
    if (isElement(node) && LINE_TAGS.has(node.localName)) endLine();
  };
  walk(
    root,
    (node) => {
      endLineAt(node);
      if (isTextNode(node) && length <= most) line += node.data;
      return length <= most && !(isElement(node) && SILENT_TAGS.has(node.localName));
    },
    endLineAt,
  );
  endLine();
  const text = lines.join('\n');
  return { text: text.slice(0, most), isCut: text.length > most };
}
