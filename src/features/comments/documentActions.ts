// What the CodeLens of a comment document shows, and what a click on it does.
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { keyOf } from '../../core/cache/address.ts';
import { type CommentTarget, commentDraftFor } from '../../core/comments/commentTarget.ts';
import { draftTooLargeText } from '../../items/record/draftText.ts';
import { COMMANDS, type CommandId } from '../../shell/commands/contributions.ts';
import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import { showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import { escapeCodicons } from '../../shell/prompts/escape.ts';
import { visibilityTooltip } from './commentBox.ts';
import type { OpenCommentDocument, SendDocumentDeps } from './send.ts';

interface DocumentLens {
  /** Can contain codicons. */
  readonly title: string;
  readonly tooltip: string;
  readonly command: CommandId;
}

/** `sendKey` is the name of the key that sends the comment, for example `Ctrl+Enter`. */
export async function documentLenses(
  target: CommentTarget,
  access: AccessLevel,
  sendKey: string,
): Promise<readonly DocumentLens[]> {
  const identifier = target.session.store.identifier(target.address) ?? l10n.t('work item');
  // After an attempt without a response, the server may have the text, so it must not be moved to another work item.
  const canMove = (await commentDraftFor(target))?.sentText === undefined;
  return [
    {
      title: `$(send) ${l10n.t('Send ({0})', sendKey)}`,
      tooltip: l10n.t('Send the comment (Ctrl+Enter, macOS: Cmd+Enter)'),
      command: COMMANDS.sendCommentDocument,
    },
    {
      title: access === 'INTERNAL' ? `$(lock) ${l10n.t('Internal')}` : `$(globe) ${l10n.t('External')}`,
      tooltip: visibilityTooltip(access),
      command: COMMANDS.changeCommentVisibility,
    },
    ...(canMove
      ? [
          {
            title: escapeCodicons(identifier),
            tooltip: l10n.t('Select Another Work Item'),
            command: COMMANDS.changeCommentItem,
          },
        ]
      : []),
    { title: l10n.t('Discard'), tooltip: l10n.t('Discard Comment'), command: COMMANDS.discardComment },
  ];
}

export interface DocumentActionDeps extends SendDocumentDeps {
  readonly items: Pick<WorkItemPicker, 'choose'>;
  /** Opens the document of the comment. */
  open(target: CommentTarget): Promise<void>;
}

/** Lets the user pick another work item, and moves the comment to it. */
export async function changeDocumentItem(deps: DocumentActionDeps, document: OpenCommentDocument): Promise<void> {
  const { comments, items, showFault } = deps;
  const target = await document.target();
  const otherItem = await items.choose(undefined, l10n.t('Comment on Work Item'));
  if (otherItem === undefined || keyOf(otherItem.address) === keyOf(target.address)) return;
  await document.save();
  const { text } = document;
  comments.storeDraft(target, text, comments.visibilityOf(target));
  const otherTarget = { ...otherItem, codeId: target.codeId };
  await comments.moveText(target, otherTarget);
  const exceededLimit = otherItem.session.draftStore.exceededLimit(keyOf(otherItem.address));
  if (exceededLimit !== undefined) {
    showFault(draftTooLargeText(exceededLimit));
    return;
  }
  await document.closeTab();
  comments.removeSentDraft(target, text);
  await deps.open(otherTarget);
}

/** Closes the document and removes its draft, which the user can undo. */
export async function discardDocument(deps: DocumentActionDeps, document: OpenCommentDocument): Promise<void> {
  const { prompts, comments, quickEdits } = deps;
  const target = await document.target();
  const { text } = document;
  await commentDraftFor(target);
  comments.storeDraft(target, text, comments.visibilityOf(target));
  await document.closeTab();
  const restore = comments.discard(target);
  if (text.trim() === '') return;
  const { id } = quickEdits.addNonFieldChange({
    session: target.session,
    undo: async () => {
      restore();
      await deps.open(target);
    },
  });
  const identifier = target.session.store.identifier(target.address) ?? l10n.t('work item');
  showUndoStatus(prompts, l10n.t('Discarded the comment on {0}', identifier), id, { tooltip: l10n.t('Undo Discard') });
}
