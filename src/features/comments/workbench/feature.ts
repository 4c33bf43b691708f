// The commands of comment documents.
// Creates the comment writer, which other features use too.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../core/cache/address.ts';
import { type CommentTarget } from '../../../core/comments/commentTarget.ts';
import type { Session } from '../../../core/session/session.ts';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { COMMENT_SCHEME } from '../../../shell/ids.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { showFault } from '../../../shell/notifications/errorBoundary.ts';
import type { UndoableChanges } from '../../../shell/notifications/undoableChanges.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import type { Clock } from '../../../std/clock.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { type CommentSentDeps, showCommentSent } from '../commentSent.ts';
import { CommentWriter } from '../commentWriter.ts';
import { changeDocumentItem, discardDocument } from '../documentActions.ts';
import type { LastCommentVisibilities } from '../lastCommentVisibilities.ts';
import { type OpenCommentDocument, sendDocument } from '../send.ts';
import { writeComment } from '../writeComment.ts';
import { registerDocumentLens } from './documentLens.ts';
import { CommentDocuments } from './documents.ts';
import { findOpenCommentDocument } from './findOpenDocument.ts';
import { registerMentionCompletion } from './mentionCompletion.ts';

export interface CommentsDeps extends WithItemDeps {
  readonly accounts: Pick<WindowAccounts, 'nameOf'>;
  readonly lastVisibilities: LastCommentVisibilities;
  readonly quickEdits: UndoableChanges;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createComments(deps: CommentsDeps) {
  const { prompts, sessions, items, accounts, lastVisibilities, quickEdits, clock, logger } = deps;
  const rememberItem = (item: ChosenItem): void => {
    items.remember(item).catch((error: unknown) => {
      logger.write('warn', 'a recently used work item was not stored', { reason: errorMessage(error) });
    });
  };
  const commentWriter = new CommentWriter(prompts, rememberItem, lastVisibilities);
  const documents = new CommentDocuments(sessions, commentWriter, accounts);
  const sendDeps = {
    prompts,
    comments: commentWriter,
    quickEdits,
    clock,
    showFault: (message: string) => void showFault(message),
  };
  const actionDeps = { ...sendDeps, items, open: (target: CommentTarget) => documents.open(target) };
  const withDocument =
    (run: (document: OpenCommentDocument) => Promise<void>) =>
    async (target: unknown): Promise<void> => {
      const document = findOpenCommentDocument(target instanceof vscode.Uri ? target : undefined, documents);
      if (document !== undefined) await run(document);
    };
  return {
    commands: {
      [COMMANDS.comment]: signedIn((target) => comment({ ...deps, ...sendDeps }, documents, target)),
      [COMMANDS.changeCommentVisibility]: signedIn(
        withDocument(async (document) => commentWriter.toggleVisibility(await document.target())),
      ),
      [COMMANDS.changeCommentItem]: signedIn(withDocument((document) => changeDocumentItem(actionDeps, document))),
      [COMMANDS.discardComment]: signedIn(withDocument((document) => discardDocument(actionDeps, document))),
      [COMMANDS.sendCommentDocument]: alwaysAvailable((target) =>
        sendDocument(sendDeps, findOpenCommentDocument(target instanceof vscode.Uri ? target : undefined, documents)),
      ),
    },
    commentWriter,
    documents,
    startSession: (session: Session) => {
      const disposables = new DisposableStore();
      disposables.add(
        registerMentionCompletion(session, COMMENT_SCHEME, async (uri) =>
          uri.authority === session.account ? [(await documents.targetOf(uri)).address.project] : [],
        ),
      );
      disposables.add(registerDocumentLens(session, commentWriter, documents));
      disposables.add(
        session.store.sentComments.onDidRestore((address) => void reportLostComment(prompts, session, address)),
      );
      return disposables;
    },
  };
}

/** Says that a comment was sent to a deleted work item, and that its text is a draft again. */
async function reportLostComment(prompts: Prompts, { store }: Session, address: ItemAddress): Promise<void> {
  const showDrafts = l10n.t('Show Drafts');
  const message = l10n.t(
    '{0} was deleted before your comment arrived. The text of the comment is a draft again.',
    store.identifier(address) ?? l10n.t('The work item'),
  );
  if ((await prompts.notify('warning', message, showDrafts)) === showDrafts) await prompts.runCommand(COMMANDS.drafts);
}

/**
 * Shows the input box for a comment, or opens the comment as a document. If the user returns to the picker with Back,
 * the text stays as a draft of the work item.
 */
async function comment(
  deps: WithItemDeps & CommentSentDeps & { readonly comments: CommentWriter },
  documents: CommentDocuments,
  target: unknown,
): Promise<void> {
  await withItem(deps, target, l10n.t('Comment on Work Item'), async (first, onBack) => {
    const { chosenItem: chosen, outcome } = await writeComment(deps, first, onBack !== undefined);
    if (outcome === 'back') onBack?.();
    if (outcome === 'sent') showCommentSent(deps, chosen);
    if (outcome === 'more') await documents.open(chosen);
  });
}
