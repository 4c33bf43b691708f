// Finds the lines of a text that lead to code, as those of stack traces do. The text itself stays as it is.
import { isElement, isTextNode, walk } from './markup/markup.ts';

/** By `lineKey`: the id of the row of the Code section that opens the file. */
export type LineLinks = ReadonlyMap<string, string>;

const SCHEME = 'contrail-line:';
/** The extension host reads no more of a line. */
const MAX_LINE_LENGTH = 500;
const LINE_BREAKS: ReadonlySet<string> = new Set(
  'blockquote br dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table td th tr ul'.split(' '),
);

/** Returns a line without differences in spaces, which HTML and the text of a page have. */
export function lineKey(line: string): string {
  return line.slice(0, MAX_LINE_LENGTH).replace(/\s+/g, ' ').trim();
}

function lineLinkUrl(id: string): string {
  return `${SCHEME}${id}`;
}

/** Returns the id of the row if the URL is that of a line. */
export function rowOfLineLink(url: string): string | undefined {
  return url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
}

interface LinkedLine {
  /** The range of the line in the text, without spaces around it. */
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Takes time in proportion to the length of the text. */
export function findLinkedLines(text: string, links: LineLinks): readonly LinkedLine[] {
  const lines: LinkedLine[] = [];
  let start = 0;
  for (const line of links.size === 0 ? [] : text.split('\n')) {
    const id = links.get(lineKey(line));
    const shown = line.trim();
    const shownStart = start + line.length - line.trimStart().length;
    if (id !== undefined) lines.push({ start: shownStart, end: shownStart + shown.length, url: lineLinkUrl(id) });
    start += line.length + 1;
  }
  return lines;
}

/** Makes links of the lines of a read-only text. */
export function linkLines(root: Node, links: LineLinks): void {
  if (links.size === 0) return;
  let text = '';
  const parts: { readonly node: Text; readonly start: number }[] = [];
  const addLineBreak = (node: Node): void => {
    if (isElement(node) && LINE_BREAKS.has(node.localName)) text += '\n';
  };
  const add = (node: Node): boolean => {
    addLineBreak(node);
    if (isTextNode(node)) {
      parts.push({ node, start: text.length });
      text += node.data;
    }
    return true;
  };
  walk(root, add, addLineBreak);
  const lines = findLinkedLines(text, links);
  let first = 0;
  for (const { node, start } of parts) {
    const { length } = node;
    while (first < lines.length && (lines[first]?.end ?? 0) <= start) first += 1;
    let next = first;
    while (next < lines.length && (lines[next]?.start ?? 0) < start + length) next += 1;
    if (next === first || node.parentElement?.closest('a')) continue;
    const pieces = document.createDocumentFragment();
    let at = 0;
    for (const line of lines.slice(first, next)) {
      const end = Math.min(line.end - start, length);
      const link = document.createElement('a');
      link.href = line.url;
      link.append(node.data.slice(Math.max(line.start - start, 0), end));
      pieces.append(node.data.slice(at, Math.max(line.start - start, 0)), link);
      at = end;
    }
    pieces.append(node.data.slice(at));
    node.replaceWith(pieces);
  }
}
