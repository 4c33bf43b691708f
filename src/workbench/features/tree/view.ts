// Owns the registration of the sidebar's trees: each has a provider that opens the rooms when VS Code first asks for rows.
import * as vscode from 'vscode';
import type { Node, ViewName } from '../../../tree/node.ts';
import { VIEW_IDS } from '../../ids.ts';
import type { Rooms } from '../../composition.ts';
import { dragAndDrop } from './dragAndDrop.ts';
import type { TreeRows } from './provider.ts';

export type Trees = Readonly<Record<ViewName, vscode.TreeView<Node>>>;

export function registerTrees(rooms: () => Promise<Rooms>): Trees {
  return {
    myWork: registerTree('myWork', rooms),
    projects: registerTree('projects', rooms),
    initiatives: registerTree('initiatives', rooms),
    teamspaces: registerTree('teamspaces', rooms),
    customers: registerTree('customers', rooms),
  };
}

function registerTree(name: ViewName, rooms: () => Promise<Rooms>): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | undefined>();
  let following: Promise<TreeRows> | undefined;
  const open = (): Promise<TreeRows> => {
    following ??= rooms().then(({ views }) => {
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
  return vscode.window.createTreeView(VIEW_IDS[name], {
    treeDataProvider,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: dragAndDrop(rooms),
  });
}
