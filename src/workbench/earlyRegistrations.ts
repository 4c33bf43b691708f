// At activation, registers providers and handlers that load their features on the first call: for the Inbox and
// Stickies views, restored panels, comment and description documents, and `vscode://` links.

import * as vscode from 'vscode';
import type { InboxEntry } from '../sync/inbox/entry.ts';
import { PANELS, VIEWS } from './contributions.ts';
import type { ToolCalls } from './features/agentTools/toolCalls.ts';
import type { CommentDocuments } from './features/comments/documents.ts';
import type { IncomingLinks } from './features/deepLinks/incoming.ts';
import type { DescriptionDocuments } from './features/descriptionDocument/documents.ts';
import type { InboxRows } from './features/inbox/inboxRows.ts';
import type { OverviewPanels } from './features/overview/panels.ts';
import type { RecordPanels } from './features/recordPages/panels.ts';
import type { StickiesView } from './features/stickies/stickiesView.ts';
import { COMMENT_SCHEME, DESCRIPTION_SCHEME } from './ids.ts';

/** The features to which the providers and handlers in this file pass VS Code's calls. */
export interface LazyFeatures {
  readonly panels: RecordPanels;
  readonly overviews: OverviewPanels;
  readonly stickies: StickiesView;
  readonly incomingLinks: IncomingLinks;
  readonly documents: CommentDocuments;
  readonly descriptions: DescriptionDocuments;
  readonly inbox: InboxRows;
  readonly toolCalls: ToolCalls;
}

/** Registers the Inbox view. The badge is set on the returned object. */
export function registerInbox(load: () => Promise<LazyFeatures>): vscode.TreeView<InboxEntry> {
  const treeDataChanges = new vscode.EventEmitter<void>();
  let rowsPromise: Promise<InboxRows> | undefined;
  const loadRows = (): Promise<InboxRows> => {
    rowsPromise ??= load().then(({ inbox }) => {
      inbox.onDidChangeTreeData(() => treeDataChanges.fire());
      return inbox;
    });
    return rowsPromise;
  };
  return vscode.window.createTreeView<InboxEntry>(VIEWS.inbox, {
    treeDataProvider: {
      onDidChangeTreeData: treeDataChanges.event,
      getChildren: async (entry) => (await loadRows()).getChildren(entry),
      getTreeItem: async (entry) => (await loadRows()).getTreeItem(entry),
    },
  });
}

type LoadFeatures = () => Promise<LazyFeatures>;

/** Registers the serializers with which VS Code restores record pages and overviews after a reload. */
export function registerPanelSerializers(load: LoadFeatures): vscode.Disposable {
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

export function registerStickies(load: LoadFeatures): vscode.Disposable {
  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView: async (view) => (await load()).stickies.loadInto(view),
  };
  // VS Code destroys other pages before they can send what the user has just typed.
  const options = { webviewOptions: { retainContextWhenHidden: true } };
  return vscode.window.registerWebviewViewProvider(VIEWS.stickies, provider, options);
}

export function registerIncomingLinks(load: LoadFeatures): vscode.Disposable {
  return vscode.window.registerUriHandler({ handleUri: async (uri) => (await load()).incomingLinks.open(uri) });
}

/** The methods of a file system provider that are implemented for each kind of document. */
type DocumentFiles = Pick<vscode.FileSystemProvider, 'stat' | 'readFile'> & {
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
};

export function registerDocuments(load: LoadFeatures): vscode.Disposable {
  return vscode.Disposable.from(
    registerFiles(COMMENT_SCHEME, async () => (await load()).documents),
    registerFiles(DESCRIPTION_SCHEME, async () => (await load()).descriptions),
  );
}

function registerFiles(scheme: string, loadFiles: () => Promise<DocumentFiles>): vscode.Disposable {
  const fileChanges = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  return vscode.workspace.registerFileSystemProvider(scheme, {
    onDidChangeFile: fileChanges.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await loadFiles()).stat(uri),
    readFile: async (uri) => (await loadFiles()).readFile(uri),
    writeFile: async (uri, content) => {
      await (await loadFiles()).writeFile(uri, content);
      fileChanges.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    readDirectory: () => [],
    createDirectory: throwNoPermissions,
    delete: throwNoPermissions,
    rename: throwNoPermissions,
  });
}

function throwNoPermissions(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
