// Commands that open a work item, comment on it, and copy texts about it.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../../core/session/session.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { OPEN_IN_PREVIEW_TAB } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { openItem, pickOfAnyAccount, withItem } from '../../../shell/itemPicker/withItem.ts';
import { type CommentSentDeps, showCommentSent } from '../../comments/commentSent.ts';
import type { CommentDocuments } from '../../comments/workbench/documents.ts';
import { writeComment } from '../../comments/writeComment.ts';
import { type CopyCommandDeps, copyText } from '../../deepLinks/workbench/copyCommand.ts';
import { LinkCopier, type LinkCopierDeps } from '../../deepLinks/workbench/copying.ts';
import { type StandUpDeps, writeStandUp } from '../../standUp/standUp.ts';

export interface WorkItemsDeps
  extends Pick<StandUpDeps, 'repositories' | 'clock'>,
    Omit<CopyCommandDeps, 'linkCopier'>,
    LinkCopierDeps,
    CommentSentDeps {
  readonly documents: CommentDocuments;
}

export function createWorkItems(deps: WorkItemsDeps) {
  const copyDeps: CopyCommandDeps = { ...deps, linkCopier: new LinkCopier(deps) };
  return {
    commands: {
      [COMMANDS.openWorkItem]: signedIn((target, selection) =>
        openItem(deps, target, l10n.t('Open Work Item'), selection === OPEN_IN_PREVIEW_TAB),
      ),
      [COMMANDS.goToWorkItem]: signedIn(() => goToWorkItem(deps)),
      [COMMANDS.comment]: signedIn((target) => comment(deps, target)),
      [COMMANDS.copy]: signedIn((target, selection) => copyText(copyDeps, target, selection)),
      [COMMANDS.writeStandUp]: signedIn(() => writeStandUp({ ...deps, showDocument: showMarkdown })),
      [COMMANDS.openInBrowser]: signedIn((target) => openInBrowser(deps, target)),
    },
    startSession: (session: Session) => deps.items.forgetDeleted(session),
  };
}

/** Lets the user pick a work item. Does not use the selected row or the open page. */
async function goToWorkItem(deps: WorkItemsDeps): Promise<void> {
  const chosenItem = await pickOfAnyAccount(deps, l10n.t('Go to Work Item'));
  if (chosenItem !== undefined) deps.panels.open(chosenItem);
}

/**
 * Shows the input box for a comment, or opens the comment as a document. If the user returns to the picker with Back,
 * the text stays as a draft of the work item.
 */
async function comment(deps: WorkItemsDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Comment on Work Item'), async (first, onBack) => {
    const { chosenItem: chosen, outcome } = await writeComment(deps, first, onBack !== undefined);
    if (outcome === 'back') onBack?.();
    if (outcome === 'sent') showCommentSent(deps, chosen);
    if (outcome === 'more') await deps.documents.open(chosen);
  });
}

/** The document has no file, so that the user decides where it is stored. */
async function showMarkdown(content: string): Promise<() => string> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
  return () => document.getText();
}

async function openInBrowser(deps: WorkItemsDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Open Work Item in Browser'), (chosenItem) =>
    deps.items.openInBrowser(chosenItem),
  );
}
