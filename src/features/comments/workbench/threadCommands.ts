// Commands of the comment threads beside the code: send the typed comment, continue in a document, and change or open
// the work item.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { LineRange } from '../../../core/code/permalink.ts';
import { commentStartWithOrigin } from '../../../core/comments/codeComment.ts';
import { currentLines } from '../../../core/comments/codeThreads.ts';
import type { CommentTarget } from '../../../core/comments/commentTarget.ts';
import { showMissingLink } from '../../../shell/code/missingLink.ts';
import { findOrigin, type SelectedCodeOrigin } from '../../../shell/code/origin.ts';
import { getSelectedSource, type SelectedSource } from '../../../shell/code/source.ts';
import { showSourceProblem } from '../../../shell/code/sourceProblem.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { WorkItemPicker } from '../../../shell/itemPicker/workItemPicker.ts';
import { codeHosts, saveCodeHost } from '../../../shell/settings.ts';
import type { CommentWriter } from '../commentWriter.ts';
import type { SendDocumentDeps } from '../send.ts';
import { type CommentPrefix, newTargetFor, sendTypedComment } from '../sendTypedComment.ts';
import type { ThreadDrafts } from '../threadDrafts.ts';
import type { CommentDocuments } from './documents.ts';
import type { CodeThreadController, CodeThreadMap } from './threads.ts';

export interface ThreadCommandDeps extends SendDocumentDeps {
  readonly repositories: Repositories;
  readonly comments: CommentWriter;
  readonly documents: Pick<CommentDocuments, 'open'>;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  readonly threads: CodeThreadMap;
  readonly drafts: ThreadDrafts<vscode.CommentThread>;
  /** Returns the threads of the session. */
  readonly controller: () => CodeThreadController | undefined;
}

/**
 * Sends the text of a thread's text box with the visibility. VS Code clears the box when the command succeeds, so this
 * function rejects with a `CancellationError` if the comment was neither sent nor queued.
 */
export async function sendThreadComment(deps: ThreadCommandDeps, reply: unknown, access: AccessLevel): Promise<void> {
  if (!isReply(reply)) return;
  const { thread, text } = reply;
  const source = await requireSource(deps, thread);
  let quoted: SelectedCodeOrigin | undefined;
  const outcome = await sendTypedComment(deps, {
    text,
    access,
    earlierTarget: deps.drafts.storedTargetOf(thread),
    choose: () => chooseItem(deps, thread),
    createPrefix: async () => {
      quoted = await findOrigin(source, codeHosts());
      return prefixOf(source, quoted);
    },
  });
  if (outcome.kind === 'unsent') {
    if (outcome.target !== undefined) deps.drafts.setStored(thread, outcome.target);
    throw new vscode.CancellationError();
  }
  endIfEmpty(deps, reply);
  if (quoted === undefined) return;
  const quotedCode = { ...quoted, repository: source.repository, setting: { codeHosts, saveCodeHost } };
  // The comment is sent, so only later comments have the link.
  showMissingLink(deps.prompts, quotedCode, async () => undefined);
}

/** Continues with the text of a thread's text box in a document beside the code. */
export async function openThreadDocument(deps: ThreadCommandDeps, reply: unknown): Promise<void> {
  if (!isReply(reply)) return;
  const { thread, text } = reply;
  const source = await requireSource(deps, thread);
  const chosenItem = await chooseItem(deps, thread);
  if (chosenItem === undefined) throw new vscode.CancellationError();
  const quoted = await findOrigin(source, codeHosts()).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    deps.showFault(l10n.t('Git could not determine the origin of this code. {0}', error.output));
    throw new vscode.CancellationError();
  });
  const target: CommentTarget = deps.drafts.targetOf(thread) ?? (await newTargetFor(chosenItem, quoted.place));
  deps.comments.storeDraft(target, prefixOf(source, quoted).markdown + text, 'INTERNAL');
  endIfEmpty(deps, reply);
  await deps.documents.open(target, vscode.ViewColumn.Beside);
}

function prefixOf(source: SelectedSource, { place, origin }: SelectedCodeOrigin): CommentPrefix {
  return { place, markdown: commentStartWithOrigin(origin, source.languageId, source.code) };
}

/** Lets the user pick another work item for the comment in a thread without comments. */
export async function changeThreadItem(deps: ThreadCommandDeps, thread: unknown): Promise<void> {
  if (!isThread(thread)) return;
  const chosenItem = await deps.items.choose(undefined, l10n.t('Comment with Selected Code'));
  if (chosenItem === undefined) return;
  await deps.drafts.changeItem(thread, chosenItem);
  deps.controller()?.setItem(thread, { item: chosenItem.address, lines: linesOf(thread), comments: [] });
}

/** Returns the work item of a thread. */
export function itemOfThread(threads: CodeThreadMap, target: unknown): ItemAddress | undefined {
  return isThread(target) ? threads.get(target)?.item : undefined;
}

function chooseItem({ items, threads, drafts }: ThreadCommandDeps, thread: vscode.CommentThread) {
  const item = threads.get(thread)?.item ?? drafts.targetOf(thread)?.address;
  return items.choose(item, l10n.t('Comment with Selected Code'));
}

/** Removes a thread without comments: the sent comment is shown in the thread of its work item. */
function endIfEmpty({ drafts, threads, controller }: ThreadCommandDeps, { thread, text }: vscode.CommentReply): void {
  drafts.end(thread);
  if ((threads.get(thread)?.comments ?? []).length > 0) return;
  const threadController = controller();
  if (threadController === undefined) thread.dispose();
  else threadController.end(thread, text);
}

/** Resolves with the lines of the thread. If they can't be linked, shows why, and rejects with a `CancellationError`. */
async function requireSource(
  { repositories, threads, prompts }: ThreadCommandDeps,
  thread: vscode.CommentThread,
): Promise<SelectedSource> {
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const lines = currentLines(threads.get(thread), linesOf(thread), document.getText());
  const last = document.lineAt(Math.min(lines.last, document.lineCount) - 1);
  const selection = new vscode.Selection(new vscode.Position(lines.first - 1, 0), last.range.end);
  const source = await getSelectedSource({ document, selection }, repositories);
  if (!('problem' in source)) return source;
  void showSourceProblem(prompts, source);
  throw new vscode.CancellationError();
}

function linesOf({ range = new vscode.Range(0, 0, 0, 0) }: vscode.CommentThread): LineRange {
  return { first: range.start.line + 1, last: range.end.line + 1 };
}

function isReply(target: unknown): target is vscode.CommentReply {
  return (
    typeof target === 'object' &&
    target !== null &&
    'text' in target &&
    typeof target.text === 'string' &&
    'thread' in target &&
    isThread(target.thread)
  );
}

function isThread(target: unknown): target is vscode.CommentThread {
  return typeof target === 'object' && target !== null && 'uri' in target && target.uri instanceof vscode.Uri;
}
