// Shows the input box for a comment, until the user has chosen the right work item.
import * as l10n from '@vscode/l10n';
import type { ChosenItem, WorkItems } from '../workItems/items.ts';
import type { PaletteComments } from './palette.ts';

interface WrittenComment {
  readonly chosen: ChosenItem;
  readonly outcome: 'more' | 'sent' | 'closed';
}

/**
 * Shows the input box, and shows it again for another work item if the user picks one; the text moves to that work
 * item. Resolves with the work item of the final input box.
 */
export async function writeComment(
  { comments, items }: { readonly comments: PaletteComments; readonly items: Pick<WorkItems, 'choose'> },
  first: ChosenItem,
): Promise<WrittenComment> {
  let chosen = first;
  for (;;) {
    const outcome = await comments.write(chosen);
    if (outcome !== 'another') return { chosen, outcome };
    const other = await items.choose(undefined, l10n.t('Comment on Work Item'));
    if (other === undefined) continue;
    await comments.moveText(chosen, other);
    chosen = other;
  }
}
