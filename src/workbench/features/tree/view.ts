// Registers the trees of the sidebar. The rest loads when VS Code first requests rows.

import * as vscode from 'vscode';
import type { Node, ViewName } from '../../../tree/node.ts';
import { VIEWS } from '../../contributions.ts';
import { dragAndDrop, type TreeDrags } from './dragAndDrop.ts';
import type { TreeRows } from './provider.ts';

/** The contents and actions of the trees, loaded when VS Code first requests rows. */
export interface TreeHost extends TreeDrags {
  readonly views: { readonly rows: Readonly<Record<ViewName, TreeRows>> };
}

export type Trees = Readonly<Record<ViewName, vscode.TreeView<Node>>>;

export function registerTrees(load: () => Promise<TreeHost>): Trees {
  return {
    myWork: registerTree('myWork', load),
    projects: registerTree('projects', load),
    initiatives: registerTree('initiatives', load),
    teamspaces: registerTree('teamspaces', load),
    customers: registerTree('customers', load),
  };
}

function registerTree(name: ViewName, load: () => Promise<TreeHost>): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let following: Promise<TreeRows> | undefined;
  const open = (): Promise<TreeRows> => {
    following ??= load().then(({ views }) => {
      const rows = views.rows[name];
      rows.onDidChangeTreeData((node) => changed.fire(node));
      return rows;
    });
    return following;
  };
  const treeDataProvider: vscode.TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await open()).getChildren(node),
    getTreeItem: async (node) => (await open()).getTreeItem(node),
    getParent: async (node) => (await open()).getParent(node),
    resolveTreeItem: async (item, node) => (await open()).resolveTreeItem(item, node),
  };
  return vscode.window.createTreeView(VIEWS[name], {
    treeDataProvider,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: dragAndDrop(load),
  });
}
