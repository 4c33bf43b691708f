// Removes the link in a row, or a link that the user picks.
import * as l10n from '@vscode/l10n';
import { linkName } from '../../contract/resources/link.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { offerUndo } from '../../shell/notifications/undoStatus.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import { getOrPickLink, noLinksText } from './pickLink.ts';
import { undoRemovedLink } from './undo.ts';

/**
 * Removes the link with this id or, without an id, a link that the user picks. Offers to undo the removal. Rejects with
 * an ApiError if the link is not removed.
 */
export async function removeLink(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  id?: string,
  onBack?: OnBack,
): Promise<void> {
  const { prompts, quickEdits } = deps;
  const { session, address } = chosenItem;
  const identifier = await deps.items.identifierOf(chosenItem);
  const link = await getOrPickLink(prompts, chosenItem, id, {
    title: l10n.t('Remove Link of {0}', identifier),
    placeholder: l10n.t('Select the link to remove'),
    emptyText: noLinksText(identifier),
    onBack,
  });
  if (link === undefined) return;
  await session.store.links.remove(address, link.id);
  const change = quickEdits.addNonFieldChange({
    session,
    undo: () => undoRemovedLink(deps, chosenItem, identifier, link),
  });
  const message = l10n.t('Removed the link {0} from {1}.', linkName(link), identifier);
  offerUndo(deps, message, () => change.undo());
}
