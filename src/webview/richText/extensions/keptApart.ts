// Owns that a container of kept markup is never dissolved into another by a key that is pressed elsewhere.
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';

const CONTAINER = 'keptBlock';

/**
 * The editor's general rules join what stands behind a joined block as well, when it is of the same kind: to them all
 * containers are. One that the cursor stands in, or that follows the cursor, is what the key is about.
 */
function dissolves(transaction: Transaction, { selection: { empty, $from } }: EditorState): boolean {
  // Going back restores what was, and what is selected is meant to go.
  if (!transaction.docChanged || !empty || transaction.getMeta('history$') !== undefined) return false;
  const meant = Array.from({ length: $from.depth }, (_, depth) => [
    $from.before(depth + 1),
    $from.after(depth + 1),
  ]).flat();
  return transaction.steps.some((_, step) => {
    const before = transaction.mapping.slice(0, step);
    const about = new Set(meant.map((position) => before.map(position)));
    return opened(transaction, step).some(({ node, at }) => !about.has(at) && !holds(transaction.doc, node));
  });
}

/** Containers that lose their beginning and not their end in a step, and where they were before it. */
function opened({ docs, mapping }: Transaction, step: number): { readonly node: Node; readonly at: number }[] {
  const [doc, map] = [docs[step], mapping.maps[step]];
  const found: { node: Node; at: number }[] = [];
  map?.forEach((from, to) => {
    doc?.nodesBetween(from, to, (node, at) => {
      if (node.type.name !== CONTAINER) return;
      if (map.mapResult(at).deletedAfter && !map.mapResult(at + node.nodeSize).deletedBefore) found.push({ node, at });
    });
  });
  return found;
}

function holds(doc: Node, { type, attrs }: Node): boolean {
  let isThere = false;
  doc.descendants((node) => {
    isThere ||= node.type === type && Object.entries(attrs).every(([name, value]) => node.attrs[name] === value);
    return !isThere;
  });
  return isThere;
}

export const PreservedNodes = Extension.create({
  name: 'keptApart',
  addProseMirrorPlugins: () => [
    new Plugin({ filterTransaction: (transaction, state) => !dissolves(transaction, state) }),
  ],
});
