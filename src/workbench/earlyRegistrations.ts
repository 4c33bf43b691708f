// Registers providers and handlers at activation. Each loads its feature on the first call.
// They serve restored panels, the Stickies view, comment documents, and `vscode://` links.

import * as vscode from 'vscode';
import { PANELS, VIEWS } from './contributions.ts';
import type { CommentDocuments } from './features/comments/documents.ts';
import type { IncomingLinks } from './features/deepLinks/incoming.ts';
import type { OverviewPanels } from './features/overview/panels.ts';
import type { RecordPanels } from './features/recordPages/panels.ts';
import type { StickiesView } from './features/stickies/stickiesView.ts';
import { COMMENT_SCHEME } from './ids.ts';

/** The features that handle the calls, loaded on the first call. */
export interface LazyFeatures {
  readonly panels: RecordPanels;
  readonly overviews: OverviewPanels;
  readonly stickies: StickiesView;
  readonly incoming: IncomingLinks;
  readonly documents: CommentDocuments;
}

type Load = () => Promise<LazyFeatures>;

/** Restores the panels after a reload. */
export function registerPanels(load: Load): vscode.Disposable {
  const registerSerializer = (
    type: string,
    selectPanels: (features: LazyFeatures) => RecordPanels | OverviewPanels,
  ): vscode.Disposable =>
    vscode.window.registerWebviewPanelSerializer(type, {
      deserializeWebviewPanel: async (panel, state: unknown) => selectPanels(await load()).restore(panel, state),
    });
  return vscode.Disposable.from(
    registerSerializer(PANELS.workItem, ({ panels }) => panels),
    registerSerializer(PANELS.overview, ({ overviews }) => overviews),
  );
}

export function registerStickies(load: Load): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(VIEWS.stickies, {
    resolveWebviewView: async (view) => (await load()).stickies.fill(view),
  });
}

export function registerLinks(load: Load): vscode.Disposable {
  return vscode.window.registerUriHandler({ handleUri: async (uri) => (await load()).incoming.open(uri) });
}

export function registerDocuments(load: Load): vscode.Disposable {
  const fileChanges = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const loadDocuments = async () => (await load()).documents;
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: fileChanges.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await loadDocuments()).stat(uri),
    readFile: async (uri) => (await loadDocuments()).readFile(uri),
    writeFile: async (uri, content) => {
      await (await loadDocuments()).writeFile(uri, content);
      fileChanges.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    readDirectory: () => [],
    createDirectory: throwNoPermissions,
    delete: throwNoPermissions,
    rename: throwNoPermissions,
  };
  return vscode.workspace.registerFileSystemProvider(COMMENT_SCHEME, provider);
}

function throwNoPermissions(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
