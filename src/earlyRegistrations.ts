// At activation, registers providers and handlers that load their features on the first call: for the Inbox and
// Stickies views, restored panels, comment and description documents, and `vscode://` links.

import * as vscode from 'vscode';
import type { AgentToolName } from './agents/run/toolTable.ts';
import { missingText } from './core/drafts/missingText.ts';
import type { ModelTool } from './features/agentTools/workbench/tool.ts';
import type { CommentDocuments } from './features/comments/workbench/documents.ts';
import type { IncomingLinks } from './features/deepLinks/workbench/incoming.ts';
import type { DescriptionDocuments } from './features/descriptionDocument/workbench/documents.ts';
import type { InboxRow } from './features/inbox/entry.ts';
import type { InboxRows } from './features/inbox/workbench/inboxRows.ts';
import type { OverviewPanels } from './features/overview/workbench/panels.ts';
import type { RecordPanels } from './features/recordPage/workbench/panels.ts';
import type { StickiesView } from './features/stickies/workbench/stickiesView.ts';
import { PANELS, VIEWS } from './shell/commands/contributions.ts';
import { COMMENT_SCHEME, DESCRIPTION_SCHEME } from './shell/ids.ts';

/** The features to which the providers and handlers in this file pass VS Code's calls. */
export interface LazyFeatures {
  readonly panels: RecordPanels;
  readonly overviews: OverviewPanels;
  readonly stickies: StickiesView;
  readonly incomingLinks: IncomingLinks;
  readonly documents: CommentDocuments;
  readonly descriptions: DescriptionDocuments;
  readonly inbox: InboxRows;
  toolOf(name: AgentToolName): ModelTool;
}

/** Registers the Inbox view. The badge is set on the returned object. */
export function registerInbox(load: () => Promise<LazyFeatures>): vscode.TreeView<InboxRow> {
  const treeDataChanges = new vscode.EventEmitter<void>();
  let rowsPromise: Promise<InboxRows> | undefined;
  const loadRows = (): Promise<InboxRows> => {
    rowsPromise ??= load().then(({ inbox }) => {
      inbox.onDidChangeTreeData(() => treeDataChanges.fire());
      return inbox;
    });
    return rowsPromise;
  };
  return vscode.window.createTreeView<InboxRow>(VIEWS.inbox, {
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
  /** Stores the text of the document as a draft. */
  keepTyped(document: vscode.TextDocument): Promise<void>;
  /** Resolves with the draft for the document. */
  keptText(uri: vscode.Uri): Promise<string | undefined>;
};

/** Logs the error, which is not expected. */
export type LogError = (what: string, error: unknown) => void;

export function registerDocuments(load: LoadFeatures, logError: LogError): vscode.Disposable {
  const loadDescriptions = async () => (await load()).descriptions;
  return vscode.Disposable.from(
    registerFiles(COMMENT_SCHEME, async () => (await load()).documents, logError),
    registerFiles(DESCRIPTION_SCHEME, loadDescriptions, logError),
    vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.scheme === DESCRIPTION_SCHEME)
        event.waitUntil(loadDescriptions().then((descriptions) => descriptions.willSave(event)));
    }),
  );
}

function registerFiles(scheme: string, loadFiles: () => Promise<DocumentFiles>, logError: LogError): vscode.Disposable {
  return vscode.Disposable.from(registerFileSystem(scheme, loadFiles), keepTypedTexts(scheme, loadFiles, logError));
}

/** Keeps what the user types as a draft, because VS Code writes a backup of a document only after a pause. */
function keepTypedTexts(
  scheme: string,
  loadFiles: () => Promise<DocumentFiles>,
  logError: LogError,
): vscode.Disposable {
  const forDocument = (
    document: vscode.TextDocument,
    work: (files: DocumentFiles, document: vscode.TextDocument) => Promise<void>,
  ): void => {
    if (document.uri.scheme !== scheme) return;
    loadFiles()
      .then((files) => work(files, document))
      .catch((error: unknown) => logError('the draft of a document was not kept', error));
  };
  for (const document of vscode.workspace.textDocuments) forDocument(document, showKeptText);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => forDocument(document, showKeptText)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) forDocument(document, (files) => files.keepTyped(document));
    }),
  );
}

/**
 * Replaces the text of a document that VS Code has restored from a backup: the draft is newer than the backup. What the
 * user has typed since the window was opened stays, and what only the draft has is inserted.
 */
async function showKeptText(files: DocumentFiles, document: vscode.TextDocument): Promise<void> {
  const keptText = await files.keptText(document.uri);
  const shownText = withLineFeeds(document.getText());
  if (keptText === undefined || withLineFeeds(keptText) === shownText) return;
  const edit = new vscode.WorkspaceEdit();
  if (document.version === 1)
    edit.replace(document.uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), keptText);
  else {
    const { offset, text } = missingText(shownText, withLineFeeds(keptText));
    if (text === '') {
      await files.keepTyped(document);
      return;
    }
    const linesBefore = shownText.slice(0, offset).split('\n');
    const position = new vscode.Position(linesBefore.length - 1, linesBefore.at(-1)?.length ?? 0);
    edit.insert(document.uri, position, text);
  }
  await vscode.workspace.applyEdit(edit);
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function registerFileSystem(scheme: string, loadFiles: () => Promise<DocumentFiles>): vscode.Disposable {
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
