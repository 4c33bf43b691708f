// Owns what VS Code must find registered at activation and calls later: panels it restores, the Stickies view, comment documents, links from outside.
import * as vscode from 'vscode';
import { COMMENT_SCHEME, ITEM_PANEL, OVERVIEW_PANEL, STICKIES_VIEW } from './ids.ts';
import type { Rooms } from './composition.ts';

export function registerPanels(rooms: () => Promise<Rooms>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(ITEM_PANEL, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await rooms()).panels.restore(panel, state),
  });
}

export function registerOverviews(rooms: () => Promise<Rooms>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(OVERVIEW_PANEL, {
    deserializeWebviewPanel: async (panel, state: unknown) => (await rooms()).overviews.restore(panel, state),
  });
}

export function registerStickies(rooms: () => Promise<Rooms>): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(STICKIES_VIEW, {
    resolveWebviewView: async (view) => (await rooms()).stickies.fill(view),
  });
}

export function registerLinks(rooms: () => Promise<Rooms>): vscode.Disposable {
  return vscode.window.registerUriHandler({ handleUri: async (uri) => (await rooms()).incoming.open(uri) });
}

export function registerDocuments(rooms: () => Promise<Rooms>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const open = async () => (await rooms()).documents;
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await open()).stat(uri),
    readFile: async (uri) => (await open()).readFile(uri),
    writeFile: async (uri, content) => {
      await (await open()).writeFile(uri, content);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.workspace.registerFileSystemProvider(COMMENT_SCHEME, provider);
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
