// Shows the input box for a comment, and shows it again when the user picks another work item for the comment.
import * as l10n from '@vscode/l10n';
import type { ChosenItem, WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import type { CommentWriter } from './commentWriter.ts';

interface WriteCommentResult {
  readonly chosenItem: ChosenItem;
  readonly outcome: 'more' | 'sent' | 'closed' | 'back';
}

/**
 * Lets the user write a comment. If the user picks another work item, moves the text to that work item and shows the
 * input box again; also if the user enters the identifier of another work item. Resolves with the outcome of the final
 * input box and its work item. The input box has a Back button if `hasBack`.
 */
export async function writeComment(
  { comments, items }: { readonly comments: CommentWriter; readonly items: Pick<WorkItemPicker, 'choose'> },
  first: ChosenItem,
  hasBack = false,
): Promise<WriteCommentResult> {
  let chosenItem = first;
  for (;;) {
    const outcome = await comments.write(chosenItem, hasBack);
    if (typeof outcome === 'object') {
      chosenItem = { session: chosenItem.session, address: outcome.identified };
      continue;
    }
    if (outcome !== 'another') return { chosenItem, outcome };
    const otherItem = await items.choose(undefined, l10n.t('Comment on Work Item'), { onBack: () => undefined });
    if (otherItem === undefined) continue;
    await comments.moveText(chosenItem, otherItem);
    chosenItem = otherItem;
  }
}
