// Writes inline content and determines how its marks nest.
import type { Node as DocNode, Mark } from '@tiptap/pm/model';
import { MARK_TAGS } from '../markup/elements.ts';
import { escapeText, openTag, type PreservedAttributes, writeElement } from '../markup/markup.ts';
import type { UniqueIds } from './dedupeIds.ts';

function keptOf(mark: Mark, once: UniqueIds): PreservedAttributes | null {
  const kept = once(mark.attrs['kept'] as PreservedAttributes | null);
  if (mark.type.name !== 'link' || kept?.['href'] === mark.attrs['href']) return kept;
  return { ...kept, href: String(mark.attrs['href']) };
}

function tagOf(mark: Mark): string {
  const written = mark.attrs['tag'] as string | null;
  return written ?? MARK_TAGS[mark.type.name as keyof typeof MARK_TAGS]?.[0] ?? 'span';
}

/** Compares the content of marks only if their positions in the source are equal. */
function has(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((one) => one === mark || (one.attrs['at'] === mark.attrs['at'] && one.eq(mark)));
}

/** Returns how many of these nodes, from `from` on, have the mark. The longest mark is the outermost. */
function reach(mark: Mark, nodes: readonly DocNode[], from: number): number {
  let end = from;
  for (let node = nodes[end]; node !== undefined && has(node.marks, mark); node = nodes[end]) end += 1;
  return end - from;
}

function placeOf(mark: Mark): number {
  return (mark.attrs['at'] as number | null) ?? Number.POSITIVE_INFINITY;
}

/** Returns the marks to open before a node, outermost first. */
function nesting(marks: readonly Mark[], nodes: readonly DocNode[], from: number): readonly Mark[] {
  const reaches = new Map(marks.map((mark) => [mark, reach(mark, nodes, from)]));
  const length = (mark: Mark) => reaches.get(mark) ?? 0;
  return marks.toSorted((one, other) => length(other) - length(one) || (placeOf(one) < placeOf(other) ? -1 : 1));
}

function saveLeaf(node: DocNode, once: UniqueIds): string {
  if (node.isText) return escapeText(node.text ?? '');
  if (node.type.name === 'hardBreak')
    return writeElement('br', once(node.attrs['kept'] as PreservedAttributes | null), '');
  const raw = String(node.attrs['raw']);
  return node.type.name === 'keptSpace' ? escapeText(raw) : raw;
}

/** Returns the markup of a line. */
export function saveInline(nodes: readonly DocNode[], once: UniqueIds): string {
  const open: Mark[] = [];
  let markup = '';
  const closeTo = (count: number) => {
    for (const mark of open.splice(count).toReversed()) markup += `</${tagOf(mark)}>`;
  };
  nodes.forEach((node, index) => {
    const firstGone = open.findIndex((mark) => !has(node.marks, mark));
    if (firstGone >= 0) closeTo(firstGone);
    const fresh = node.marks.filter((mark) => !has(open, mark));
    for (const mark of nesting(fresh, nodes, index)) {
      open.push(mark);
      markup += openTag(tagOf(mark), keptOf(mark, once));
    }
    markup += saveLeaf(node, once);
  });
  closeTo(0);
  return markup;
}
