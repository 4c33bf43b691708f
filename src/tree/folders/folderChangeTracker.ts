// Finds the nodes whose content has changed since it was shown: the folders of a project, the rows of a folder and
// their order, and the progress of a row. The tree then fires change events only for these nodes; see `Tree`.
import { type Node, nodeId } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import { folderRows, foldersOf, isFolderRow, isProjectFolder, progressOf } from './projectFolders.ts';

export class FolderChangeTracker {
  /** The content of each shown node, as one text. */
  readonly #shown = new Map<Node, string>();

  /** Stores the current content of a node and of its children. */
  remember(node: Node, children: readonly Node[], data: TreeData): void {
    for (const row of [node, ...children]) {
      const shown = contentOf(row, data);
      if (shown !== undefined) this.#shown.set(row, shown);
    }
  }

  /** Returns the nodes whose content has changed, and stores the new content. Drops the nodes that are not shown. */
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
