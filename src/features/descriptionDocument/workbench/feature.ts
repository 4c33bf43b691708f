// The command that opens the description of a work item as Markdown in a text editor.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf } from '../../../core/cache/address.ts';
import type { Session } from '../../../core/session/session.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { DocumentTargetDeps } from '../../../shell/documents/documentTarget.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import type { Logger } from '../../../std/logger.ts';
import { DescriptionTexts } from '../descriptionTexts.ts';
import { DescriptionDocuments } from './documents.ts';
import { showUnsentDescriptions } from './unsentDescriptions.ts';

export interface DescriptionDocumentDeps extends WithItemDeps, DocumentTargetDeps {
  readonly logger: Logger;
}

export function createDescriptionDocument(deps: DescriptionDocumentDeps) {
  const texts = new DescriptionTexts({
    prompts: deps.prompts,
    saveAgain: (target) => documents.save(target),
    runInBackground: (work) => void withErrorHandling(deps.logger, 'overwriting a description', work),
  });
  const documents: DescriptionDocuments = new DescriptionDocuments(deps, texts);
  return {
    commands: {
      [COMMANDS.editDescription]: signedIn((target) =>
        withItem(deps, target, l10n.t('Edit Description as Markdown'), (chosenItem) =>
          openDescription(deps, texts, documents, chosenItem),
        ),
      ),
    },
    descriptions: documents,
    startSession: (session: Session) => showUnsentDescriptions(session),
  };
}

/** Opens the document, or shows why the description cannot be edited as Markdown. */
async function openDescription(
  { prompts }: DescriptionDocumentDeps,
  texts: DescriptionTexts,
  documents: DescriptionDocuments,
  chosenItem: ChosenItem,
): Promise<void> {
  const draft = chosenItem.session.draftStore.get(keyOf(chosenItem.address));
  if (draft !== undefined && 'description_html' in draft.touched) {
    void prompts.notify(
      'warning',
      l10n.t('The page of the work item has unsaved changes of the description. Save or discard them first.'),
    );
    return;
  }
  const uri = documents.uriOf(chosenItem);
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  if (!isOpen) {
    const result = await texts.read(chosenItem, false);
    if ('problem' in result) {
      void prompts.notify('error', result.problem);
      return;
    }
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}
