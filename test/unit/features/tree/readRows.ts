// Reads the rows of a tree as VS Code does.

import type { Tree } from '../../../../src/features/tree/tree.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';

/** Returns the children of a node after VS Code has read each of their rows. */
export async function readRows(tree: Tree, node: Node | undefined): Promise<Node[]> {
  const rows = await tree.loadChildren(node);
  for (const row of rows) tree.showRow(row);
  return rows;
}

/** Resolves when the trees have compared their rows after the changes of the current task. */
export async function rowsCompared(): Promise<void> {
  await Promise.resolve();
}
