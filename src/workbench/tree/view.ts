// Owns the registration of the Projects view: a provider that opens the rooms when VS Code first asks for rows.
import * as vscode from 'vscode';
import type { Node } from '../../outline/node.ts';
import { PROJECTS_VIEW } from '../names.ts';
import type { Rooms } from '../rooms.ts';
import type { ProjectTree } from './provider.ts';

export function registerTree(rooms: () => Promise<Rooms>): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let following: Promise<ProjectTree> | undefined;
  const open = (): Promise<ProjectTree> => {
    following ??= rooms().then(({ tree }) => {
      tree.onDidChangeTreeData((node) => changed.fire(node));
      return tree;
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
  return vscode.window.createTreeView(PROJECTS_VIEW, { treeDataProvider, showCollapseAll: true });
}
