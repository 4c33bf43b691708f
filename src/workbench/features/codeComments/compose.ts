// Comments with the selected code: creates a draft that is edited and sent as a comment document.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { codeMarkdown, originText } from '../../../codeLinks/codeComment.ts';
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
import { readSource } from './source.ts';

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
  const source = await readSource(vscode.window.activeTextEditor, deps.repositories);
  if ('problem' in source) {
    void showWarning(source.problem);
    return;
  }
  const chosen = await deps.choose();
  if (chosen === undefined) return;
  const described = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Finding the origin of the code…') },
    async () => {
      const [found] = await Promise.all([
        describeOrigin(source, codeHosts()).catch(refusal),
        readComments(chosen.session, chosen.address),
      ]);
      return found;
    },
  );
  if (described instanceof GitRefusal) {
    void showFault(l10n.t('Git could not determine the origin of this code. {0}', described.answer));
    return;
  }
  const { place, origin } = described;
  const target = await begin(deps, chosen, place);
  if (target === undefined) return;
  if ((await commentDraftFor(target)) === undefined) {
    deps.comments.keep(target, codeMarkdown(origin, source.languageId, source.code), 'INTERNAL');
    await chosen.session.draftStore.flush().catch(showNotOnDisk);
  }
  await show(deps.documents.uriOf(target));
  const words = originText(origin);
  if (words !== undefined) void showInfo(words);
}

/** Resolves with the target of the comment, or with undefined if the user opens the existing comment instead. */
async function begin(
  deps: CommentWithCodeDeps,
  chosen: ChosenItem,
  place: CodePlace,
): Promise<CommentTarget | undefined> {
  const begun = { ...chosen, code: externalId(place) };
  const there = codeCommentsOf(chosen.session, chosen.address).filter((one) => isSamePlace(one.place, place));
  if (there.length === 0 || (await commentDraftFor(begun)) !== undefined) return begun;
  const identifier = chosen.session.store.identifier(chosen.address);
  const open = l10n.t('Open Work Item');
  const again = l10n.t('Comment Again');
  const answer = await showInfo(
    identifier === undefined
      ? l10n.t('The work item already has a comment on these lines at the same commit. You can edit that comment.')
      : l10n.t('{0} already has a comment on these lines at the same commit. You can edit that comment.', identifier),
    open,
    again,
  );
  if (answer === open) deps.open(chosen);
  const ordinal = Math.max(...there.map((one) => one.place.ordinal)) + 1;
  return answer === again ? { ...chosen, code: externalId({ ...place, ordinal }) } : undefined;
}

/** Opens the document with the cursor at its end. */
async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
}

function refusal(error: unknown): GitRefusal {
  if (error instanceof GitRefusal) return error;
  throw error;
}

function showNotOnDisk(error: unknown): void {
  void showFault(
    l10n.t('The draft could not be saved to disk ({0}). It is lost when this window closes.', errorMessage(error)),
  );
}
