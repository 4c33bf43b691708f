// Shows comments that link code as VS Code's comment threads, in which they can be read and answered.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { idOf } from '../../../contract/schema/wire.ts';
import { authorName } from '../../../contract/userName.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { LineRange } from '../../../core/code/permalink.ts';
import {
  type CodeThread,
  commentMarkdown,
  groupIntoThreads,
  type LocatedComment,
  threadLabel,
} from '../../../core/comments/codeThreads.ts';
import type { CodeComment } from '../../../core/comments/findCodeComments.ts';
import type { Session } from '../../../core/session/session.ts';
import { COMMENT_CONTROLLER } from '../../../shell/ids.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';

const NO_COMMENT: vscode.Comment = { body: '', mode: vscode.CommentMode.Preview, author: { name: '' } };

/** The scheme of the documents in the text boxes of threads. */
export const BOX_SCHEME = 'comment';

/**
 * The command of VS Code's Comments view that opens a thread and focuses its text box. It is not documented, and no
 * stable API does this; a host test fails when it is gone.
 */
export const FOCUS_BOX_COMMAND = 'comments.reply';

/** The work item and comments of each VS Code thread, for the commands of threads. */
export type CodeThreadMap = WeakMap<vscode.CommentThread, CodeThread>;

/** The parts of a comment that a thread shows. */
interface CommentView {
  readonly author: string;
  readonly text: string;
  /** The time of the comment, in milliseconds since the epoch. */
  readonly at: number | undefined;
}

interface ShownThread extends CodeThread {
  readonly vscodeThread: vscode.CommentThread;
  /**
   * The comments that the thread shows, as JSON. They are compared before an update, because VS Code renders all
   * comments of a thread again whenever the extension sets them.
   */
  readonly viewsJson: string;
}

/** A thread without comments, which the user has started with the command. */
interface NewThread {
  readonly vscodeThread: vscode.CommentThread;
  /** Called with the text of the thread's text box when the user changes it. */
  readonly onType: (text: string) => void;
  /** A thread that was created immediately before, to learn the number of this one. Disposed of when it is known. */
  probe: vscode.CommentThread | undefined;
  /** The number in the id of the thread. */
  number?: number;
  /** The URI of the text box. Undefined until VS Code has created it. */
  box: string | undefined;
}

/** The threads of one session. `canComment` returns whether VS Code offers new comments on the lines of a document. */
export class CodeThreadController implements Disposable {
  readonly #session: Session;
  readonly #codeThreads: CodeThreadMap;
  readonly #disposables = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #rangeProvider: vscode.CommentingRangeProvider;
  /** The shown threads, by the URI of their document. */
  readonly #threads = new Map<string, readonly ShownThread[]>();
  /** The unsent texts of text boxes, by the URI of the box. VS Code restores the text only in the same thread. */
  readonly #unsentTexts = new Map<string, string>();
  /** The URIs of the documents whose commenting ranges VS Code has asked for. */
  readonly #askedDocuments = new Set<string>();
  /** The comments of documents whose commenting ranges VS Code has not asked for yet, by the URI of the document. */
  readonly #waitingComments = new Map<string, readonly LocatedComment[]>();
  #newThreads: readonly NewThread[] = [];

  constructor(session: Session, codeThreads: CodeThreadMap, canComment: (document: vscode.TextDocument) => boolean) {
    this.#session = session;
    this.#codeThreads = codeThreads;
    this.#controller = this.#disposables.add(
      vscode.comments.createCommentController(COMMENT_CONTROLLER, l10n.t('Work Item Comments')),
    );
    this.#controller.options = { placeHolder: l10n.t('Comment in Markdown, @ to mention a member') };
    this.#rangeProvider = {
      provideCommentingRanges: (document) => {
        // In a later task, when VS Code has got the ranges and has drawn what it knows.
        setTimeout(() => this.#showWaiting(document.uri));
        return canComment(document) ? [new vscode.Range(0, 0, document.lineCount - 1, 0)] : [];
      },
    };
    this.refreshCommentingRanges();
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument((document) => this.#assignBox(document)));
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#followBox(document)));
  }

  /** Lets VS Code ask again in which documents lines can be commented on. */
  refreshCommentingRanges(): void {
    this.#controller.commentingRangeProvider = this.#rangeProvider;
  }

  /**
   * Opens a thread without comments at the lines, with the cursor in its text box. `onType` is called with the text
   * while the user types.
   */
  start(uri: vscode.Uri, thread: CodeThread, onType: (text: string) => void): vscode.CommentThread {
    const range = rangeOf(thread.lines);
    // VS Code numbers threads, and the name of a text box has the number only if its thread has comments.
    const probe = this.#controller.createCommentThread(uri, range, [NO_COMMENT]);
    const vscodeThread = this.#controller.createCommentThread(uri, range, []);
    vscodeThread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.setItem(vscodeThread, thread);
    this.#newThreads = [...this.#newThreads, { vscodeThread, onType, probe, box: undefined }];
    return vscodeThread;
  }

  /** Focuses the text box of the thread that the user has started at these lines for the work item. */
  focusStarted(uri: vscode.Uri, { item, lines }: CodeThread): boolean {
    const started = this.#newThreads.find(
      ({ vscodeThread }) =>
        vscodeThread.uri.toString() === uri.toString() &&
        vscodeThread.range?.isEqual(rangeOf(lines)) === true &&
        this.#codeThreads.get(vscodeThread)?.item.id === item.id,
    );
    if (started?.number === undefined) return false;
    focusBox(started.vscodeThread, started.number);
    return true;
  }

  /** Sets the work item of a thread without comments. */
  setItem(vscodeThread: vscode.CommentThread, thread: CodeThread): void {
    vscodeThread.label = this.#labelOf(thread);
    this.#codeThreads.set(vscodeThread, thread);
  }

  /** Returns the work item of the thread with the text box, if the user has started it with the command. */
  itemOf(box: vscode.Uri): ItemAddress | undefined {
    const newThread = this.#newThreads.find((candidate) => candidate.box === box.toString());
    return newThread && this.#codeThreads.get(newThread.vscodeThread)?.item;
  }

  /** Removes a thread without comments, whose text box has the text. VS Code does not say that the text is gone. */
  end(vscodeThread: vscode.CommentThread, text = ''): void {
    const ended = this.#newThreads.find((newThread) => newThread.vscodeThread === vscodeThread);
    ended?.probe?.dispose();
    const [boxWithText] = [...this.#unsentTexts].find(([, unsentText]) => unsentText === text) ?? [];
    const box = ended?.box ?? boxWithText;
    if (box !== undefined) this.#unsentTexts.delete(box);
    this.#newThreads = this.#newThreads.filter((newThread) => newThread.vscodeThread !== vscodeThread);
    this.#remove(vscodeThread);
  }

  /** Removes the threads that show comments. */
  hideComments(): void {
    for (const { vscodeThread } of [...this.#threads.values()].flat()) this.#remove(vscodeThread);
    this.#threads.clear();
    this.#waitingComments.clear();
  }

  /**
   * Shows the comments of a document. Threads whose comments were deleted are removed. Waits until VS Code has asked for
   * the commenting ranges of the document, which it does when it opens the document: it would draw a thread that is
   * created in between twice, for the document and as a new thread.
   */
  show(uri: vscode.Uri, located: readonly LocatedComment[]): void {
    const key = uri.toString();
    if (!this.#askedDocuments.has(key)) {
      this.#waitingComments.set(key, located);
      return;
    }
    const shownThreads = this.#threads.get(key) ?? [];
    const commentsByTime = located.toSorted((one, other) => (this.#timeOf(one) ?? 0) - (this.#timeOf(other) ?? 0));
    const threads = groupIntoThreads(commentsByTime, shownThreads).map(({ thread, earlier }) =>
      this.#update(uri, thread, earlier),
    );
    const remainingThreads = new Set(threads.map(({ vscodeThread }) => vscodeThread));
    for (const { vscodeThread } of shownThreads) if (!remainingThreads.has(vscodeThread)) this.#remove(vscodeThread);
    this.#threads.set(key, threads);
  }

  /** Removes the threads of a closed document, unless a text box has text that was not sent. */
  close(uri: vscode.Uri): void {
    if (this.#unsentTexts.size > 0) return;
    const key = uri.toString();
    for (const { vscodeThread } of this.#threads.get(key) ?? []) this.#remove(vscodeThread);
    for (const state of [this.#threads, this.#waitingComments, this.#askedDocuments]) state.delete(key);
  }

  dispose(): void {
    this.hideComments();
    for (const { vscodeThread } of this.#newThreads) this.end(vscodeThread);
    this.#disposables.dispose();
  }

  #showWaiting(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#askedDocuments.add(key);
    const located = this.#waitingComments.get(key) ?? [];
    this.#waitingComments.delete(key);
    if (located.length === 0) return;
    this.show(uri, located);
    // If another extension answers later, VS Code replaces the threads by those that it knew when it asked.
    this.refreshCommentingRanges();
  }

  /** Assigns the text box to the thread that was started last, and focuses the box when the id of the thread is known. */
  #assignBox({ uri }: vscode.TextDocument): void {
    const newThread = this.#newThreads.find(({ probe }) => probe !== undefined);
    if (uri.scheme !== BOX_SCHEME || newThread?.probe === undefined) return;
    const probeNumber = threadNumberOf(uri);
    if (probeNumber === undefined) newThread.box ??= uri.toString();
    else newThread.number = probeNumber + 1;
    if (newThread.box === undefined || newThread.number === undefined) return;
    newThread.probe.dispose();
    newThread.probe = undefined;
    focusBox(newThread.vscodeThread, newThread.number);
  }

  #followBox(document: vscode.TextDocument): void {
    if (document.uri.scheme !== BOX_SCHEME) return;
    const box = document.uri.toString();
    const text = document.getText();
    if (!this.#unsentTexts.has(box)) this.#replaceBox(box, text);
    if (text === '') this.#unsentTexts.delete(box);
    else this.#unsentTexts.set(box, text);
    this.#newThreads.find((newThread) => newThread.box === box)?.onType(text);
  }

  /**
   * Lets the box take the place of the one whose text it has got at once. When a tab is shown again, VS Code creates new
   * boxes with the texts of those before, and does not say that these are gone.
   */
  #replaceBox(box: string, text: string): void {
    const [formerBox] = [...this.#unsentTexts].find(([, unsentText]) => text.length > 1 && unsentText === text) ?? [];
    if (formerBox === undefined) return;
    this.#unsentTexts.delete(formerBox);
    for (const newThread of this.#newThreads) if (newThread.box === formerBox) newThread.box = box;
  }

  #remove(vscodeThread: vscode.CommentThread): void {
    this.#codeThreads.delete(vscodeThread);
    vscodeThread.dispose();
  }

  #update(uri: vscode.Uri, thread: CodeThread, earlier: ShownThread | undefined): ShownThread {
    const { lines, comments } = thread;
    const range = rangeOf(lines);
    const commentViews = comments.map((comment) => this.#viewOf(comment));
    const viewsJson = JSON.stringify(commentViews);
    const vscodeThread = earlier?.vscodeThread ?? this.#controller.createCommentThread(uri, range, []);
    const label = this.#labelOf(thread);
    if (earlier === undefined) vscodeThread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    if (vscodeThread.range?.isEqual(range) !== true) vscodeThread.range = range;
    if (vscodeThread.label !== label) vscodeThread.label = label;
    if (earlier?.viewsJson !== viewsJson) vscodeThread.comments = commentViews.map(toVsCodeComment);
    this.#codeThreads.set(vscodeThread, thread);
    return { ...thread, vscodeThread, viewsJson };
  }

  #labelOf({ item }: CodeThread): string {
    const { store } = this.#session;
    return threadLabel(store.identifier(item), store.item(item)?.name);
  }

  #viewOf({ id, item, quote }: CodeComment): CommentView {
    const { store, me } = this.#session;
    const { actor, created_by, created_at, comment_html } = store.comments.get(id) ?? {};
    const reference = actor ?? created_by;
    const user = reference ? store.user(item.project, idOf(reference)) : undefined;
    return {
      author: user === undefined ? l10n.t('Unknown user') : displayName(authorName(user, me.id)),
      text: commentMarkdown({ quote }, comment_html ?? ''),
      at: timestamp(created_at),
    };
  }

  #timeOf({ comment }: LocatedComment): number | undefined {
    return timestamp(this.#session.store.comments.get(comment.id)?.created_at);
  }
}

function focusBox({ uri: resource, range = new vscode.Range(0, 0, 0, 0) }: vscode.CommentThread, number: number): void {
  const lines = { startLineNumber: range.start.line + 1, endLineNumber: range.end.line + 1 };
  const threadId = `${COMMENT_CONTROLLER}.${number}`;
  const thread = { threadId, resource, range: { ...lines, startColumn: 1, endColumn: 1 }, comments: [] };
  void vscode.commands.executeCommand(FOCUS_BOX_COMMAND, { thread });
}

/**
 * Returns the number in the id of the thread whose text box has this URI, for example 3 in
 * `/acme.extension/commentinput-c0ffee-contrail.codeComments.3.md`. Undefined if the thread was created without comments.
 */
function threadNumberOf({ path }: vscode.Uri): number | undefined {
  const [, name] = path.split(`-${COMMENT_CONTROLLER}.`);
  return name === undefined ? undefined : Number.parseInt(name, 10);
}

function rangeOf({ first, last }: LineRange): vscode.Range {
  return new vscode.Range(first - 1, 0, last - 1, 0);
}

function timestamp(instant: string | null | undefined): number | undefined {
  const milliseconds = Date.parse(instant ?? '');
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** The Markdown is not trusted, so its links run no commands. */
function toVsCodeComment({ author, text, at }: CommentView): vscode.Comment {
  return {
    body: new vscode.MarkdownString(text),
    mode: vscode.CommentMode.Preview,
    author: { name: author },
    ...(at === undefined ? {} : { timestamp: new Date(at) }),
  };
}
