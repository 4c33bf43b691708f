// Moves whitespace out of formatting: in Markdown, `**bold **` is not bold, but `**bold** ` is.
import type { HtmlElement, HtmlNode, HtmlText } from './htmlTree.ts';

/** Elements that only format their text, so that whitespace at their edges can stand outside of them. */
const FORMATTING_TAGS: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i', 's', 'del', 'u', 'a', 'mark', 'span']);
/** HTML shows a sequence of these characters as one space. A no-break space is not one of them. */
const WHITESPACE = /[ \t\r\n\f]+/g;

/**
 * Returns inline nodes that look the same, in which each run of whitespace is one space and is not at the edge of a
 * formatting element, and adjacent elements with the same formatting are one.
 */
export function normalizeInline(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const normalized: HtmlNode[] = [];
  for (const node of nodes) for (const part of normalizedParts(node)) push(normalized, part);
  return normalized;
}

/**
 * Returns the nodes of a block without whitespace at the start and the end of each line, and without a line break at the
 * end, which shows no line.
 */
export function trimLines(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const isLineBreak = (node: HtmlNode | undefined): boolean =>
    node === undefined || (node.kind === 'element' && node.tag === 'br');
  const lines = trimEachLine(nodes, isLineBreak);
  return lines.length > 0 && isLineBreak(lines.at(-1)) ? trimEachLine(lines.slice(0, -1), isLineBreak) : lines;
}

function trimEachLine(
  nodes: readonly HtmlNode[],
  isLineBreak: (node: HtmlNode | undefined) => boolean,
): readonly HtmlNode[] {
  return nodes
    .map((node, index) => {
      if (node.kind === 'element') return node;
      const withoutStart = isLineBreak(nodes[index - 1]) ? node.text.replace(/^[ \t\r\n\f]+/, '') : node.text;
      return {
        ...node,
        text: isLineBreak(nodes[index + 1]) ? withoutStart.replace(/[ \t\r\n\f]+$/, '') : withoutStart,
      };
    })
    .filter((node) => node.kind === 'element' || node.text !== '');
}

function normalizedParts(node: HtmlNode): readonly HtmlNode[] {
  if (node.kind === 'text') return [{ ...node, text: node.text.replace(WHITESPACE, ' ') }];
  if (!FORMATTING_TAGS.has(node.tag)) return [node];
  const children = [...normalizeInline(node.children)];
  const [first] = children;
  const startSpace = first?.kind === 'text' && first.text.startsWith(' ') ? spaceAt(node) : undefined;
  if (startSpace !== undefined && first?.kind === 'text') children[0] = { ...first, text: first.text.slice(1) };
  const last = children.at(-1);
  const endSpace = last?.kind === 'text' && last.text.endsWith(' ') ? spaceAt(node) : undefined;
  if (endSpace !== undefined && last?.kind === 'text')
    children[children.length - 1] = { ...last, text: last.text.slice(0, -1) };
  const content = children.filter((child) => child.kind === 'element' || child.text !== '');
  return [
    ...(startSpace === undefined ? [] : [startSpace]),
    ...(content.length === 0 ? [] : [{ ...node, children: content }]),
    ...(endSpace === undefined ? [] : [endSpace]),
  ];
}

function spaceAt({ start, end }: HtmlElement): HtmlText {
  return { kind: 'text', text: ' ', start, end };
}

function push(nodes: HtmlNode[], node: HtmlNode): void {
  const last = nodes.at(-1);
  if (last?.kind === 'text' && node.kind === 'text')
    nodes[nodes.length - 1] = { ...last, text: (last.text + node.text).replace(WHITESPACE, ' '), end: node.end };
  else if (last?.kind === 'element' && node.kind === 'element' && haveSameFormatting(last, node))
    nodes[nodes.length - 1] = {
      ...last,
      children: normalizeInline([...last.children, ...node.children]),
      end: node.end,
    };
  else nodes.push(node);
}

function haveSameFormatting(one: HtmlElement, other: HtmlElement): boolean {
  return (
    one.tag === other.tag &&
    one.tag !== 'a' &&
    FORMATTING_TAGS.has(one.tag) &&
    one.attributes.size === 0 &&
    other.attributes.size === 0
  );
}
