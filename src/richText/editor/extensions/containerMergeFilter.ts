// Rejects a transaction that merges a container of preserved markup if the cursor is not next to that container.
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';

const CONTAINER_NODE = 'preservedBlock';

/**
 * Returns whether the transaction merges a container with the content before it, although the container is neither
 * around the cursor nor directly after the cursor's block. When ProseMirror joins two nodes, it also joins the node
 * after them if it has the same type, and all containers have the same type.
 */
function mergesOtherContainer(transaction: Transaction, { selection: { empty, $from } }: EditorState): boolean {
  // Undo and the deletion of selected content may remove containers, so these transactions are not checked.
  if (!transaction.docChanged || !empty || transaction.getMeta('history$') !== undefined) return false;
  const cursorPositions = Array.from({ length: $from.depth }, (_, depth) => [
    $from.before(depth + 1),
    $from.after(depth + 1),
  ]).flat();
  return transaction.steps.some((_, step) => {
    const earlierSteps = transaction.mapping.slice(0, step);
    const positionsNearCursor = new Set(cursorPositions.map((position) => earlierSteps.map(position)));
    return containersWithoutStart(transaction, step).some(
      ({ node, at }) => !positionsNearCursor.has(at) && !hasEqualNode(transaction.doc, node),
    );
  });
}

/** Returns the containers whose start, but not whose end, the step deletes, with their positions before the step. */
function containersWithoutStart(
  { docs, mapping }: Transaction,
  step: number,
): { readonly node: Node; readonly at: number }[] {
  const [doc, stepMap] = [docs[step], mapping.maps[step]];
  const containers: { node: Node; at: number }[] = [];
  stepMap?.forEach((from, to) => {
    doc?.nodesBetween(from, to, (node, at) => {
      if (node.type.name !== CONTAINER_NODE) return;
      if (stepMap.mapResult(at).deletedAfter && !stepMap.mapResult(at + node.nodeSize).deletedBefore)
        containers.push({ node, at });
    });
  });
  return containers;
}

function hasEqualNode(doc: Node, { type, attrs }: Node): boolean {
  let isFound = false;
  doc.descendants((node) => {
    isFound ||= node.type === type && Object.entries(attrs).every(([name, value]) => node.attrs[name] === value);
    return !isFound;
  });
  return isFound;
}

export const ContainerMergeFilter = Extension.create({
  name: 'containerMerges',
  addProseMirrorPlugins: () => [
    new Plugin({ filterTransaction: (transaction, state) => !mergesOtherContainer(transaction, state) }),
  ],
});
