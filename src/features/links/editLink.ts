// Changes the URL and the title of the link in a row, or of a link that the user picks.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { linkName } from '../../contract/resources/link.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import { askInTwoSteps, type OnBack } from '../../shell/prompts/ask.ts';
import { askLink, type EnteredLink } from './askLink.ts';
import { openLinkDraft } from './linkDraft.ts';
import { getOrPickLink, noLinksText } from './pickLink.ts';
import { undoChangedLink } from './undo.ts';

/**
 * Asks for the URL and the title until the link is changed or the user cancels. Without an id, asks for the link first.
 */
export async function editLink(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  id?: string,
  onBack?: OnBack,
): Promise<void> {
  const { prompts } = deps;
  const identifier = await deps.items.identifierOf(chosenItem);
  const heading = l10n.t('Edit Link of {0}', identifier);
  await askInTwoSteps(
    () =>
      getOrPickLink(prompts, chosenItem, id, {
        title: heading,
        placeholder: l10n.t('Select the link to edit'),
        emptyText: noLinksText(identifier),
        onBack,
      }),
    async (link, backToLinks) =>
      askLink(prompts, {
        heading,
        url: link.url,
        title: link.title ?? '',
        acceptUrl: () => Promise.resolve('link'),
        submit: (entered) => sendChange(deps, chosenItem, link, entered),
        draft: await openLinkDraft(chosenItem, link.id),
        onBack: id === undefined ? backToLinks : undefined,
      }),
  );
}

/** Sends only what has changed. Resolves with the error message if the server did not change the link. */
async function sendChange(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  before: WorkItemLink,
  after: EnteredLink,
): Promise<string | undefined> {
  const { prompts, quickEdits } = deps;
  const { session, address } = chosenItem;
  const changes = {
    ...(after.url === before.url ? {} : { url: after.url }),
    ...(after.title === (before.title ?? '') ? {} : { title: after.title }),
  };
  if (Object.keys(changes).length === 0) {
    prompts.showStatus(l10n.t('{0} (unchanged)', linkName(before)), 5000, 'info');
    return undefined;
  }
  try {
    await session.store.links.change(address, before.id, changes);
  } catch (error) {
    return formatError(faultOf(error));
  }
  const undo = (): Promise<void> => undoChangedLink(deps, chosenItem, { before, after });
  const { id } = quickEdits.addNonFieldChange({ session, undo });
  showUndoStatus(prompts, l10n.t('Changed the link {0}', linkName(after)), id, { icon: 'link' });
  return undefined;
}
