// Registers the tree views, whose contents are loaded when VS Code first requests rows.

import * as vscode from 'vscode';
import { VIEWS } from '../../../shell/commands/contributions.ts';
import type { Node, ViewName } from '../../../shell/tree/node.ts';
import { type DragAndDropHandler, dragAndDrop } from './dragAndDrop.ts';
import type { TreeRows } from './rows/provider.ts';

/** Provides the rows of the trees, and handles drag and drop. */
export interface TreeHost extends DragAndDropHandler {
  readonly views: { readonly rows: Readonly<Record<ViewName, TreeRows>> };
}

export type Trees = Readonly<Record<ViewName, vscode.TreeView<Node>>>;

export function registerTrees(load: () => Promise<TreeHost>): Trees {
  return {
    myWork: registerTree('myWork', load),
    projects: registerTree('projects', load),
    workspace: registerTree('workspace', load),
  };
}

function registerTree(name: ViewName, load: () => Promise<TreeHost>): vscode.TreeView<Node> {
  const treeDataChanges = new vscode.EventEmitter<Node[] | undefined>();
  let rowsPromise: Promise<TreeRows> | undefined;
  const loadRows = (): Promise<TreeRows> => {
    rowsPromise ??= load().then(({ views }) => {
      const rows = views.rows[name];
      rows.onDidChangeTreeData((nodes) => treeDataChanges.fire(nodes));
      return rows;
    });
    return rowsPromise;
  };
  const treeDataProvider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: treeDataChanges.event,
    getChildren: async (node) => (await loadRows()).getChildren(node),
    getTreeItem: async (node) => (await loadRows()).getTreeItem(node),
    getParent: async (node) => (await loadRows()).getParent(node),
    resolveTreeItem: async (item, node) => (await loadRows()).resolveTreeItem(item, node),
  };
  return vscode.window.createTreeView(VIEWS[name], {
    treeDataProvider,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: dragAndDrop(load),
  });
}
