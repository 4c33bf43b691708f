// Finds the folders whose rows, order or progress have changed since they were shown. The tree then fires change events
// only for these; see `Tree`.
import { type Node, nodeId } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import { folderRows, foldersOf, isFolderRow, isProjectFolder, progressOf } from './projectFolders.ts';

export class FolderChangeTracker {
  /** The content of each shown row, as one text. */
  readonly #shown = new Map<Node, string>();

  /** Stores what a row and the rows below it show now. */
  remember(node: Node, children: readonly Node[], data: TreeData): void {
    for (const row of [node, ...children]) {
      const shown = contentOf(row, data);
      if (shown !== undefined) this.#shown.set(row, shown);
    }
  }

  /** Returns the rows whose content has changed, and stores the new content. */
  update(data: TreeData, isShown: (node: Node) => boolean): readonly Node[] {
    const changed: Node[] = [];
    for (const [node, before] of this.#shown) {
      const currentContent = isShown(node) ? contentOf(node, data) : undefined;
      if (currentContent === undefined) this.#shown.delete(node);
      else if (currentContent !== before) {
        this.#shown.set(node, currentContent);
        changed.push(node);
      }
    }
    return changed;
  }
}

function contentOf(node: Node, data: TreeData): string | undefined {
  if (node.kind === 'project' && node.under === undefined) return foldersOf(node.project, data).join();
  if (node.kind === 'folder' && isProjectFolder(node.folder))
    return folderRows({ ...node, folder: node.folder }, data)
      .map(nodeId)
      .join();
  return isFolderRow(node) ? JSON.stringify(progressOf(node, data) ?? null) : undefined;
}
