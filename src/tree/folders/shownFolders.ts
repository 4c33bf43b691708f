// Finds out which folders of a project, their order and their progress differ from the rows that are shown.
// Unneeded change events are avoided: see `Tree`.
import { type Node, nodeId } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import { folderRows, foldersOf, isFolderRow, isProjectFolder, progressOf } from './projectFolders.ts';

export class ShownFolders {
  /** What each row shows, as one text. */
  readonly #shown = new Map<Node, string>();

  /** Stores what a row and the rows below it show now. */
  remember(node: Node, children: readonly Node[], data: TreeData): void {
    for (const row of [node, ...children]) {
      const shown = shownBy(row, data);
      if (shown !== undefined) this.#shown.set(row, shown);
    }
  }

  /** Returns the rows whose content has changed, and stores the new content. */
  update(data: TreeData, isShown: (node: Node) => boolean): readonly Node[] {
    const changed: Node[] = [];
    for (const [node, before] of this.#shown) {
      const now = isShown(node) ? shownBy(node, data) : undefined;
      if (now === undefined) this.#shown.delete(node);
      else if (now !== before) {
        this.#shown.set(node, now);
        changed.push(node);
      }
    }
    return changed;
  }
}

function shownBy(node: Node, data: TreeData): string | undefined {
  if (node.kind === 'project' && node.under === undefined) return foldersOf(node.project, data).join();
  if (node.kind === 'folder' && isProjectFolder(node.folder))
    return folderRows({ ...node, folder: node.folder }, data)
      .map(nodeId)
      .join();
  return isFolderRow(node) ? JSON.stringify(progressOf(node, data) ?? null) : undefined;
}
