// Comment documents: a draft comment as a Markdown file in a tab.
// What the user types is stored in the draft. Sending it is a separate command.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf, parseItemKey } from '../../../core/cache/address.ts';
import { fileNameWithLines } from '../../../core/comments/codeComment.ts';
import { type CommentTarget, commentDraftFor, slotOf } from '../../../core/comments/commentTarget.ts';
import { type CommentDraft, commentIn } from '../../../core/drafts/draft.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { draftTitle, draftTooLargeText } from '../../../items/record/draftText.ts';
import { isOpenInTab } from '../../../shell/documents/documentTabs.ts';
import { documentTarget } from '../../../shell/documents/documentTarget.ts';
import { COMMENT_SCHEME } from '../../../shell/ids.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import { type CommentDraftPlace, type CommentWriter, storeCommentDraft } from '../commentWriter.ts';

export class CommentDocuments {
  readonly #sessions: Sessions;
  readonly #comments: CommentWriter;
  readonly #accounts: Pick<WindowAccounts, 'nameOf'>;
  readonly #shownTexts = new Map<string, ShownText>();

  constructor(sessions: Sessions, comments: CommentWriter, accounts: Pick<WindowAccounts, 'nameOf'>) {
    this.#sessions = sessions;
    this.#comments = comments;
    this.#accounts = accounts;
  }

  /**
   * Returns the URI of a draft's document. The authority is the account; the query is the work item and, if the comment
   * links code, the external id of the comment; the file name is the title of the tab.
   */
  uriOf({ session, address, codeId }: CommentTarget): vscode.Uri {
    const identifier = session.store.identifier(address) ?? l10n.t('work item');
    const lineRange = codeId === undefined ? undefined : fileNameWithLines(codeId)?.replace(':', ' ');
    const name =
      lineRange === undefined
        ? l10n.t('Comment on {0}', identifier)
        : l10n.t('Comment on {0} about {1}', identifier, lineRange);
    const query = codeId === undefined ? keyOf(address) : `${keyOf(address)}&${codeId}`;
    return vscode.Uri.from({
      scheme: COMMENT_SCHEME,
      authority: session.account,
      path: `/${name}.md`,
      query,
    });
  }

  /** Opens the document of a draft, or shows its tab, with the cursor at the end of the text. */
  async open(target: CommentTarget, viewColumn?: vscode.ViewColumn): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.uriOf(target));
    const { end } = document.lineAt(document.lineCount - 1).range;
    await vscode.window.showTextDocument(document, {
      preview: false,
      selection: new vscode.Range(end, end),
      ...(viewColumn === undefined ? {} : { viewColumn }),
    });
  }

  /** Whether the document of a comment on the work item with this key is open in a tab. */
  isOpen(key: string): boolean {
    return isOpenInTab(COMMENT_SCHEME, ({ query }) => partsOf(query).item === key);
  }

  /** Resolves with the target of a document. Rejects with `Unavailable` while the window does not use its account. */
  async targetOf(uri: vscode.Uri): Promise<CommentTarget> {
    const { item, codeId } = partsOf(uri.query);
    const target = await documentTarget({ sessions: this.#sessions, accounts: this.#accounts }, uri, item, {
      signIn: l10n.t('Sign in to the account that this comment was started with.'),
      switchAccount: (name) => l10n.t('This comment belongs to {0}. Switch to this account to continue.', name),
    });
    return { ...target, codeId };
  }

  /**
   * Returns the metadata of a document. The root, which contains all documents, is a folder. VS Code reads a document
   * again, or refuses to save it, when its modification time has changed, so this time changes only if the draft has a
   * text that was not typed in the document.
   */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const text = (await commentDraftFor(await this.targetOf(uri)))?.text ?? '';
    const shown = this.#shownTexts.get(uri.toString()) ?? { savedText: text, text, version: 1 };
    const latest = shown.text === text ? shown : { ...shown, text, version: shown.version + 1 };
    this.#shownTexts.set(uri.toString(), latest);
    return { type: vscode.FileType.File, ctime: 0, mtime: latest.version, size: 0 };
  }

  /** Resolves with the draft. For a document with unsaved changes, resolves with the text that was last saved. */
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const draft = await commentDraftFor(await this.targetOf(uri));
    const shown = this.#shownTexts.get(uri.toString());
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri.toString());
    if (shown !== undefined && document?.isDirty === true) return Buffer.from(shown.savedText);
    const text = draft?.text ?? '';
    this.markSaved(uri, text);
    return Buffer.from(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const target = await this.targetOf(uri);
    const draft = await commentDraftFor(target);
    const text = Buffer.from(content).toString('utf8');
    this.#comments.storeDraft(target, text, draft?.access ?? this.#comments.lastVisibility(target).get());
    this.markSaved(uri, text);
    const { draftStore } = target.session;
    await draftStore.flush();
    const exceededLimit = draftStore.exceededLimit(keyOf(target.address));
    if (exceededLimit !== undefined) throw vscode.FileSystemError.Unavailable(draftTooLargeText(exceededLimit));
  }

  /** Sets the text that VS Code reads when it discards the unsaved changes of the document. */
  markSaved(uri: vscode.Uri, text: string): void {
    const version = this.#shownTexts.get(uri.toString())?.version ?? 1;
    this.#shownTexts.set(uri.toString(), { savedText: text, text, version });
  }

  /** Stores the typed text as a draft, also while the window does not use the account of the document. */
  async keepTyped(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    const place = this.#placeOf(uri);
    const before = await draftAt(place);
    const text = document.getText();
    const shown = this.#shownTexts.get(uri.toString());
    if (text === (before?.text ?? shown?.savedText ?? '')) return;
    if (shown !== undefined) this.#shownTexts.set(uri.toString(), { ...shown, text });
    const project = parseItemKey(place.key)?.project ?? '';
    storeCommentDraft(place, text, before?.access ?? this.#comments.lastVisibilityIn(uri.authority, project).get());
  }

  async keptText(uri: vscode.Uri): Promise<string | undefined> {
    return (await draftAt(this.#placeOf(uri)))?.text;
  }

  #placeOf(uri: vscode.Uri): CommentDraftPlace {
    const { item: key, codeId } = partsOf(uri.query);
    const draftStore = this.#sessions.draftStoreOf(uri.authority);
    const { current } = this.#sessions;
    const before = { title: draftStore.get(key)?.title ?? uri.path.slice(1).replace(/\.md$/, '') };
    const title = current?.account === uri.authority ? draftTitle(current.store, key, before) : before.title;
    return { draftStore, key, title, codeId };
  }
}

/** What VS Code knows of the text of a document. */
interface ShownText {
  /** The text that VS Code last read or saved. */
  readonly savedText: string;
  /** The text of the draft as far as VS Code knows it: typed, read or saved. */
  readonly text: string;
  readonly version: number;
}

function partsOf(query: string): { readonly item: string; readonly codeId: string | undefined } {
  const [, item = query, codeId] = /^([^&]*)&(.*)$/s.exec(query) ?? [];
  return { item, codeId };
}

async function draftAt(place: CommentDraftPlace): Promise<CommentDraft | undefined> {
  return commentIn(await place.draftStore.open(place.key), slotOf(place));
}
