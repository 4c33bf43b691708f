// Writes inline content as HTML and determines how its marks are nested.
import type { Node as DocNode, Mark } from '@tiptap/pm/model';
import { MARK_TAGS } from '../markup/elements.ts';
import { escapeText, type PreservedAttributes, writeElement, writeStartTag } from '../markup/markup.ts';
import type { AttributeWriter } from './attributeWriter.ts';

function sourceAttributesOf(mark: Mark, attributeWriter: AttributeWriter): PreservedAttributes | null {
  const attributes = attributeWriter(mark.attrs['sourceAttributes'] as PreservedAttributes | null);
  if (mark.type.name !== 'link' || attributes?.['href'] === mark.attrs['href']) return attributes;
  return { ...attributes, href: String(mark.attrs['href']) };
}

function tagOf(mark: Mark): string {
  const sourceTag = mark.attrs['tag'] as string | null;
  return sourceTag ?? MARK_TAGS[mark.type.name as keyof typeof MARK_TAGS]?.[0] ?? 'span';
}

/** Returns whether the list contains the mark. Compares attributes only if the positions in the source are equal. */
function hasMark(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some(
    (candidate) => candidate === mark || (candidate.attrs['at'] === mark.attrs['at'] && candidate.eq(mark)),
  );
}

/** Returns the number of consecutive nodes that have the mark, starting at the index `from`. */
function countNodesWithMark(mark: Mark, nodes: readonly DocNode[], from: number): number {
  let end = from;
  for (let node = nodes[end]; node !== undefined && hasMark(node.marks, mark); node = nodes[end]) end += 1;
  return end - from;
}

function positionOf(mark: Mark): number {
  return (mark.attrs['at'] as number | null) ?? Number.POSITIVE_INFINITY;
}

/**
 * Returns the marks that start at a node, outermost first. The mark that extends over the most nodes is the outermost.
 */
function sortByLength(marks: readonly Mark[], nodes: readonly DocNode[], from: number): readonly Mark[] {
  const lengthByMark = new Map(marks.map((mark) => [mark, countNodesWithMark(mark, nodes, from)]));
  const length = (mark: Mark) => lengthByMark.get(mark) ?? 0;
  return marks.toSorted(
    (first, second) => length(second) - length(first) || (positionOf(first) < positionOf(second) ? -1 : 1),
  );
}

function serializeInlineNode(node: DocNode, attributeWriter: AttributeWriter): string {
  if (node.isText) return escapeText(node.text ?? '');
  if (node.type.name === 'hardBreak')
    return writeElement('br', attributeWriter(node.attrs['sourceAttributes'] as PreservedAttributes | null), '');
  const raw = String(node.attrs['raw']);
  return node.type.name === 'preservedSpace' ? escapeText(raw) : raw;
}

/** Returns the markup of inline nodes. */
export function serializeInline(nodes: readonly DocNode[], attributeWriter: AttributeWriter): string {
  const openMarks: Mark[] = [];
  let markup = '';
  const closeMarksAfter = (count: number) => {
    for (const mark of openMarks.splice(count).toReversed()) markup += `</${tagOf(mark)}>`;
  };
  nodes.forEach((node, index) => {
    const firstEndedMarkIndex = openMarks.findIndex((mark) => !hasMark(node.marks, mark));
    if (firstEndedMarkIndex >= 0) closeMarksAfter(firstEndedMarkIndex);
    const newMarks = node.marks.filter((mark) => !hasMark(openMarks, mark));
    for (const mark of sortByLength(newMarks, nodes, index)) {
      openMarks.push(mark);
      markup += writeStartTag(tagOf(mark), sourceAttributesOf(mark, attributeWriter));
    }
    markup += serializeInlineNode(node, attributeWriter);
  });
  closeMarksAfter(0);
  return markup;
}
