// Prevents a key from dissolving a container of preserved markup that the cursor is not next to.
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';

const CONTAINER = 'keptBlock';

/**
 * Whether the transaction dissolves such a container. After a join, the editor's general rules also join the following
 * node if it has the same type, and all containers have the same type. A container around the cursor, or directly after
 * it, is what the key is meant for.
 */
function dissolves(transaction: Transaction, { selection: { empty, $from } }: EditorState): boolean {
  // Undo restores earlier content, and selected content is meant to be deleted.
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

/** Returns the containers that lose their start but not their end in a step, with their positions before it. */
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
