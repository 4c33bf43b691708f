// Commands of the comment threads beside the code: send the typed comment, and open the work item.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import { commentStartWithOrigin } from '../../../codeLinks/codeComment.ts';
import { currentLines } from '../../../codeLinks/codeThreads.ts';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts, saveCodeHost } from '../../settings.ts';
import type { CommentTarget, CommentWriter } from '../comments/commentWriter.ts';
import type { SendDocumentDeps } from '../comments/send.ts';
import type { WorkItemPicker } from '../workItems/workItemPicker.ts';
import { showMissingLink } from './missingLink.ts';
import { findOrigin, type SelectedCodeOrigin } from './origin.ts';
import { sendTypedComment } from './sendTypedComment.ts';
import { getSelectedSource, type SelectedSource } from './source.ts';
import type { CodeThreadMap } from './threads.ts';

export interface ThreadCommandDeps extends SendDocumentDeps {
  readonly repositories: Repositories;
  readonly comments: CommentWriter;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  readonly threads: CodeThreadMap;
  /** For each thread, the target of its comment that could not be sent. */
  readonly failedTargets: WeakMap<vscode.CommentThread, CommentTarget>;
}

/**
 * Sends the text of a thread's text box with the visibility. VS Code clears the box when the command succeeds, so this function rejects
 * with a `CancellationError` if the comment was neither sent nor queued.
 */
export async function sendThreadComment(deps: ThreadCommandDeps, reply: unknown, access: AccessLevel): Promise<void> {
  if (!isReply(reply)) return;
  const { thread, text } = reply;
  const source = await sourceOf(deps, thread);
  if ('problem' in source) {
    void deps.prompts.notify('warning', source.problem);
    throw new vscode.CancellationError();
  }
  let quoted: SelectedCodeOrigin | undefined;
  const outcome = await sendTypedComment(deps, {
    text,
    access,
    earlierTarget: deps.failedTargets.get(thread),
    choose: () => deps.items.choose(deps.threads.get(thread)?.item, l10n.t('Comment with Selected Code')),
    createPrefix: async () => {
      quoted = await findOrigin(source, codeHosts());
      const { place, origin } = quoted;
      return { place, markdown: commentStartWithOrigin(origin, source.languageId, source.code) };
    },
  });
  if (outcome.kind === 'unsent') {
    if (outcome.target !== undefined) deps.failedTargets.set(thread, outcome.target);
    throw new vscode.CancellationError();
  }
  deps.failedTargets.delete(thread);
  // A thread that had no comments is removed, because the sent comment is shown in the thread of its work item.
  if (!deps.threads.has(thread)) thread.dispose();
  if (quoted === undefined) return;
  const quotedCode = { ...quoted, repository: source.repository, setting: { codeHosts, saveCodeHost } };
  // The comment is sent, so only later comments have the link.
  showMissingLink(deps.prompts, quotedCode, async () => undefined);
}

/** Returns the work item of a thread. */
export function itemOfThread(threads: CodeThreadMap, target: unknown): ItemAddress | undefined {
  return isThread(target) ? threads.get(target)?.item : undefined;
}

async function sourceOf(
  { repositories, threads }: ThreadCommandDeps,
  thread: vscode.CommentThread,
): Promise<SelectedSource | { readonly problem: string }> {
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const { start, end } = thread.range ?? new vscode.Range(0, 0, 0, 0);
  const range = { first: start.line + 1, last: end.line + 1 };
  const lines = currentLines(threads.get(thread), range, document.getText());
  const last = document.lineAt(Math.min(lines.last, document.lineCount) - 1);
  const selection = new vscode.Selection(new vscode.Position(lines.first - 1, 0), last.range.end);
  return getSelectedSource({ document, selection }, repositories);
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
