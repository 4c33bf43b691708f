// Commands for comments that link lines of code.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { pathWithLines } from '../../../core/comments/codeComment.ts';
import { type CodeComment, codeCommentsOf, loadComments } from '../../../core/comments/findCodeComments.ts';
import type { Session } from '../../../core/session/session.ts';
import { goToCode } from '../../../shell/code/goToCode.ts';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { itemOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { BranchItems } from '../../../shell/itemPicker/currentWork.ts';
import { openItem, type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { showFault } from '../../../shell/notifications/errorBoundary.ts';
import { chooseRow, type OnBack } from '../../../shell/prompts/ask.ts';
import { showInfo } from '../../../shell/prompts/notifications.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import type { CommentSentDeps } from '../commentSent.ts';
import { ThreadDrafts } from '../threadDrafts.ts';
import { CodeCommentMarkers } from './codeCommentMarkers.ts';
import { commentWithCode } from './commentWithCode.ts';
import { copyPermalink } from './copyPermalink.ts';
import type { CommentDocuments } from './documents.ts';
import { registerMentionCompletion } from './mentionCompletion.ts';
import {
  changeThreadItem,
  itemOfThread,
  openThreadDocument,
  sendThreadComment,
  type ThreadCommandDeps,
} from './threadCommands.ts';
import { BOX_SCHEME } from './threads.ts';

export interface CodeCommentsDeps extends WithItemDeps, CommentSentDeps {
  readonly repositories: Repositories;
  readonly documents: CommentDocuments;
  readonly currentItems: BranchItems;
}

/** Creates the commands for comments that link lines of code, and the CodeLenses and threads on these lines. */
export function createCodeComments(deps: CodeCommentsDeps) {
  let markers: CodeCommentMarkers | undefined;
  const threadDeps: ThreadCommandDeps = {
    ...deps,
    showFault: (message) => void showFault(message),
    threads: new WeakMap(),
    drafts: new ThreadDrafts(deps.comments),
    controller: () => markers?.threads,
  };
  return {
    commands: {
      [COMMANDS.sendThreadComment]: signedIn((target) => sendThreadComment(threadDeps, target, 'INTERNAL')),
      [COMMANDS.sendExternalThreadComment]: signedIn((target) => sendThreadComment(threadDeps, target, 'EXTERNAL')),
      [COMMANDS.openThreadDocument]: signedIn((target) => openThreadDocument(threadDeps, target)),
      [COMMANDS.changeThreadItem]: signedIn((target) => changeThreadItem(threadDeps, target)),
      [COMMANDS.openThreadItem]: signedIn(async (target) => {
        const item = itemOfThread(threadDeps.threads, target);
        if (item !== undefined) await openItem(deps, item, l10n.t('Open Work Item'));
      }),
      [COMMANDS.commentWithCode]: signedIn((target) => runCommentWithCode(deps, threadDeps, target)),
      [COMMANDS.copyPermalink]: alwaysAvailable(() => copyPermalink(deps.prompts, deps.repositories)),
      [COMMANDS.goToCommentedCode]: signedIn((target) => goToCommentedCode(deps, target)),
    },
    startSession: (session: Session) => {
      const disposables = new DisposableStore();
      markers = disposables.add(new CodeCommentMarkers({ ...threadDeps, currentItems: deps.currentItems }, session));
      disposables.add(registerMentionCompletion(session, BOX_SCHEME, async (box) => markers?.projectsOf(box) ?? []));
      return disposables;
    },
  };
}

/** The comment is for the current work item of the code, unless the command is for another one. */
async function runCommentWithCode(
  deps: CodeCommentsDeps,
  { drafts, controller }: ThreadCommandDeps,
  target: unknown,
): Promise<void> {
  await commentWithCode({
    ...deps,
    drafts,
    controller,
    choose: ({ repository }) => {
      const current = deps.currentItems.of(repository);
      return deps.items.choose(
        itemOf(target) ?? (current?.isGone === false ? current.address : undefined),
        l10n.t('Comment with Selected Code'),
      );
    },
    open: (chosenItem) => void deps.panels.open(chosenItem),
  });
}

/** Goes to the lines of the comment whose id is `target.comment`, or of a comment that the user picks. */
async function goToCommentedCode(deps: CodeCommentsDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Go to Commented Code'), async (chosenItem, onBack) => {
    const commentId = typeof target === 'object' && target !== null && 'comment' in target ? target.comment : undefined;
    const targetComment = codeCommentsOf(chosenItem.session, chosenItem.address).find(({ id }) => id === commentId);
    const comment = targetComment ?? (await pickComment(deps.prompts, chosenItem, onBack));
    if (comment !== undefined) await goToCode(comment, deps.repositories);
  });
}

async function pickComment(
  prompts: Prompts,
  { session, address }: ChosenItem,
  onBack: OnBack | undefined,
): Promise<CodeComment | undefined> {
  const identifier = session.store.identifier(address);
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Loading comments…') },
    () => loadComments(session, address),
  );
  const comments = codeCommentsOf(session, address);
  const { fault } = session.store.comments.list(address).state;
  if (comments.length === 0) {
    const message =
      fault === undefined
        ? noCodeText(identifier)
        : l10n.t('The comments could not be loaded. {0}', formatError(fault));
    void showInfo(message);
  }
  if (comments.length < 2) return comments[0];
  const choices = comments.map((comment) => ({
    label: pathWithLines(comment.place.path, comment.place.lines),
    description: comment.place.commit.slice(0, 8),
    detail: comment.quote.firstLine,
    icon: { id: 'code' },
    value: comment,
  }));
  const title = identifier === undefined ? l10n.t('Commented Code') : l10n.t('Commented Code of {0}', identifier);
  const placeholder = l10n.t('Select the lines to go to');
  return (await chooseRow(prompts, choices, { title, placeholder, matchedProperties: ['detail'], onBack }))?.value;
}

function noCodeText(identifier: string | undefined): string {
  return identifier === undefined
    ? l10n.t('No comment on the work item links to code.')
    : l10n.t('No comment on {0} links to code.', identifier);
}
