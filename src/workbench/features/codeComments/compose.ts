// Creates a draft comment on the selected code, and opens the draft as a comment document.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commentStartWithLink, originText } from '../../../codeLinks/codeComment.ts';
import { type CodePlace, externalId, isSamePlace } from '../../../codeLinks/codePlace.ts';
import { codeCommentsOf, readComments } from '../../../codeLinks/commented.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts } from '../../settings.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { showInfo, showWarning } from '../../ui/notifications.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import { type CommentTarget, commentDraftFor, type PaletteComments } from '../comments/palette.ts';
import type { ChosenItem } from '../workItems/items.ts';
import { describeOrigin } from './origin.ts';
import { getSelectedSource } from './source.ts';

export interface CommentWithCodeDeps {
  readonly repositories: Repositories;
  readonly comments: PaletteComments;
  readonly documents: CommentDocuments;
  /** Resolves with the selected work item, or lets the user pick one. */
  choose(): Promise<ChosenItem | undefined>;
  /** Opens the work item's page. */
  open(chosen: ChosenItem): void;
}

export async function commentWithCode(deps: CommentWithCodeDeps): Promise<void> {
  const source = await getSelectedSource(selectedEditor(), deps.repositories);
  if ('problem' in source) {
    void showWarning(source.problem);
    return;
  }
  const chosen = await deps.choose();
  if (chosen === undefined) return;
  const originResult = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Finding the origin of the code…') },
    async () => {
      const [originOrRefusal] = await Promise.all([
        describeOrigin(source, codeHosts()).catch(toRefusal),
        readComments(chosen.session, chosen.address),
      ]);
      return originOrRefusal;
    },
  );
  if (originResult instanceof GitRefusal) {
    void showFault(l10n.t('Git could not determine the origin of this code. {0}', originResult.answer));
    return;
  }
  const { place, origin } = originResult;
  const target = await chooseTarget(deps, chosen, place);
  if (target === undefined) return;
  if ((await commentDraftFor(target)) === undefined) {
    deps.comments.storeDraft(target, commentStartWithLink(origin, source.languageId, source.code), 'INTERNAL');
    await chosen.session.draftStore.flush().catch(showNotOnDisk);
  }
  await openAtEnd(deps.documents.uriOf(target));
  const message = originText(origin);
  if (message !== undefined) void showInfo(message);
}

/** Returns the active editor or, while a page of a work item is active, the visible editor with a selection. */
function selectedEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor ?? visibleTextEditors.find(({ selection }) => !selection.isEmpty);
}

/** Resolves with the target of the comment, or with undefined if the user opens the existing comment instead. */
async function chooseTarget(
  deps: CommentWithCodeDeps,
  chosen: ChosenItem,
  place: CodePlace,
): Promise<CommentTarget | undefined> {
  const newTarget = { ...chosen, code: externalId(place) };
  const existingComments = codeCommentsOf(chosen.session, chosen.address).filter((comment) =>
    isSamePlace(comment.place, place),
  );
  if (existingComments.length === 0 || (await commentDraftFor(newTarget)) !== undefined) return newTarget;
  const identifier = chosen.session.store.identifier(chosen.address);
  const openItem = l10n.t('Open Work Item');
  const commentAgain = l10n.t('Comment Again');
  const choice = await showInfo(
    identifier === undefined
      ? l10n.t('The work item already has a comment on these lines at the same commit. You can edit that comment.')
      : l10n.t('{0} already has a comment on these lines at the same commit. You can edit that comment.', identifier),
    openItem,
    commentAgain,
  );
  if (choice === openItem) deps.open(chosen);
  const ordinal = Math.max(...existingComments.map((comment) => comment.place.ordinal)) + 1;
  return choice === commentAgain ? { ...chosen, code: externalId({ ...place, ordinal }) } : undefined;
}

/** Opens the document with the cursor at its end. */
async function openAtEnd(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
}

function toRefusal(error: unknown): GitRefusal {
  if (error instanceof GitRefusal) return error;
  throw error;
}

function showNotOnDisk(error: unknown): void {
  void showFault(
    l10n.t('The draft could not be saved to disk ({0}). It is lost when this window closes.', errorMessage(error)),
  );
}
