// Shows comments that link code as VS Code's comment threads, in which they can be read and answered.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  type CodeThread,
  commentMarkdown,
  groupIntoThreads,
  type LocatedComment,
  threadLabel,
} from '../../../codeLinks/codeThreads.ts';
import type { CodeComment } from '../../../codeLinks/findCodeComments.ts';
import { authorName } from '../../../contract/userName.ts';
import { idOf } from '../../../contract/wire.ts';
import type { Session } from '../../../session/session.ts';
import { displayName } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { COMMENT_CONTROLLER } from '../../ids.ts';

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

/** The threads of one session. `canComment` returns whether VS Code offers new comments on the lines of a document. */
export class CodeThreadController implements Disposable {
  readonly #session: Session;
  readonly #codeThreads: CodeThreadMap;
  readonly #disposables = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #rangeProvider: vscode.CommentingRangeProvider;
  /** The shown threads, by the URI of their document. */
  readonly #threads = new Map<string, readonly ShownThread[]>();
  /** The URIs of the threads' text boxes with unsent text. VS Code restores the text only in the same thread. */
  readonly #boxesWithText = new Set<string>();

  constructor(session: Session, codeThreads: CodeThreadMap, canComment: (document: vscode.TextDocument) => boolean) {
    this.#session = session;
    this.#codeThreads = codeThreads;
    this.#controller = this.#disposables.add(
      vscode.comments.createCommentController(COMMENT_CONTROLLER, l10n.t('Work Item Comments')),
    );
    this.#controller.options = { placeHolder: l10n.t('Reply in Markdown') };
    this.#rangeProvider = {
      provideCommentingRanges: (document) =>
        canComment(document) ? [new vscode.Range(0, 0, document.lineCount - 1, 0)] : [],
    };
    this.refreshCommentingRanges();
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri, lineCount }, document }) => {
        if (uri.scheme !== 'comment') return;
        if (lineCount === 1 && document.lineAt(0).text === '') this.#boxesWithText.delete(uri.toString());
        else this.#boxesWithText.add(uri.toString());
      }),
    );
  }

  /** Lets VS Code ask again in which documents lines can be commented on. */
  refreshCommentingRanges(): void {
    this.#controller.commentingRangeProvider = this.#rangeProvider;
  }

  /** Shows the comments of a document. Threads whose comments were deleted are removed. */
  show(uri: vscode.Uri, located: readonly LocatedComment[]): void {
    const key = uri.toString();
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
    if (this.#boxesWithText.size > 0) return;
    for (const { vscodeThread } of this.#threads.get(uri.toString()) ?? []) this.#remove(vscodeThread);
    this.#threads.delete(uri.toString());
  }

  dispose(): void {
    for (const { vscodeThread } of [...this.#threads.values()].flat()) this.#remove(vscodeThread);
    this.#threads.clear();
    this.#disposables.dispose();
  }

  #remove(vscodeThread: vscode.CommentThread): void {
    this.#codeThreads.delete(vscodeThread);
    vscodeThread.dispose();
  }

  #update(uri: vscode.Uri, thread: CodeThread, earlier: ShownThread | undefined): ShownThread {
    const { item, lines, comments } = thread;
    const range = new vscode.Range(lines.first - 1, 0, lines.last - 1, 0);
    const commentViews = comments.map((comment) => this.#viewOf(comment));
    const viewsJson = JSON.stringify(commentViews);
    const vscodeThread = earlier?.vscodeThread ?? this.#controller.createCommentThread(uri, range, []);
    const { store } = this.#session;
    const label = threadLabel(store.identifier(item), store.item(item)?.name);
    if (earlier === undefined) vscodeThread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    if (vscodeThread.range?.isEqual(range) !== true) vscodeThread.range = range;
    if (vscodeThread.label !== label) vscodeThread.label = label;
    if (earlier?.viewsJson !== viewsJson) vscodeThread.comments = commentViews.map(toVsCodeComment);
    this.#codeThreads.set(vscodeThread, thread);
    return { ...thread, vscodeThread, viewsJson };
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
