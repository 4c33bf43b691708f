// Adds a link to a work item. For the URL of another work item, offers to add a relation instead.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import { linkName } from '../../contract/resources/link.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { NEW_LINK } from '../../core/drafts/draft.ts';
import { parseItemUrl } from '../../core/session/server/webAddress.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { findOnServer } from '../../shell/itemPicker/findOnServer.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import { askLink, type EnteredLink } from './askLink.ts';
import { openLinkDraft, type TypedLink } from './linkDraft.ts';
import { undoAddedLink } from './undo.ts';

export interface AddLinkDeps extends ItemCommandDeps {
  /** Resolves with false if the user cancels or presses Back. Rejects with an ApiError. */
  addRelationTo(chosenItem: ChosenItem, other: ItemAddress, onBack: OnBack): Promise<boolean>;
}

/** Asks for the URL and the title until the link is added or the user cancels. Rejects with an ApiError. */
export async function addLink(
  deps: AddLinkDeps,
  chosenItem: ChosenItem,
  onBack?: OnBack,
  typed: TypedLink = {},
): Promise<void> {
  const { prompts } = deps;
  const identifier = await deps.items.identifierOf(chosenItem);
  const draft = await openLinkDraft(chosenItem, NEW_LINK, typed);
  await askLink(prompts, {
    heading: l10n.t('Add Link to {0}', identifier),
    url: '',
    title: '',
    acceptUrl: async (url) => {
      const answer = await offerRelation(deps, chosenItem, identifier, url);
      if (answer === 'relation') draft.discard();
      return answer === 'relation' ? 'ended' : answer;
    },
    submit: (link) => sendLink(deps, chosenItem, identifier, link),
    draft,
    onBack:
      onBack &&
      (() => {
        // The typed text moves to the work item that the user picks next.
        draft.discard();
        onBack();
      }),
  });
}

/** If the URL leads to another work item, lets the user add a relation to that work item instead of a link. */
async function offerRelation(
  deps: AddLinkDeps,
  chosenItem: ChosenItem,
  identifier: string,
  url: string,
): Promise<'link' | 'relation' | 'ended' | 'back'> {
  const other = await findLinkedItem(chosenItem, url);
  if (other === undefined) return 'link';
  const rows = [
    { label: l10n.t('Add Relation'), description: l10n.t('Shown on both work items'), value: 'relation' },
    { label: l10n.t('Add Link'), description: url, value: 'link' },
  ] as const;
  let outcome: 'ended' | 'back' = 'ended';
  const choice = await askInTwoSteps(
    () =>
      chooseRow<'relation' | 'link'>(deps.prompts, rows, {
        title: l10n.t('Add Link to {0}', identifier),
        placeholder: l10n.t('This is the address of {0}. Select whether to add a relation or a link', other.identifier),
        onBack: () => {
          outcome = 'back';
        },
      }),
    async ({ value }, onBack) => {
      if (value === 'link') return value;
      return (await deps.addRelationTo(chosenItem, other.address, onBack)) ? value : undefined;
    },
  );
  return choice ?? outcome;
}

/**
 * Resolves with the other work item that the URL leads to, if there is one. Sends no request unless the URL has the
 * form of a work item URL of this workspace.
 */
async function findLinkedItem(
  { session, address }: ChosenItem,
  url: string,
): Promise<{ readonly address: ItemAddress; readonly identifier: string } | undefined> {
  const pastedItem = parseItemUrl(url, session);
  if (pastedItem === undefined || 'problem' in pastedItem) return undefined;
  const { items } = await findOnServer(session, url, new AbortController().signal);
  return items.find((item) => keyOf(item.address) !== keyOf(address));
}

/** Resolves with the error message if the link was not added, else with undefined. */
async function sendLink(
  deps: ItemCommandDeps,
  chosenItem: ChosenItem,
  identifier: string,
  { url, title }: EnteredLink,
): Promise<string | undefined> {
  const { prompts, quickEdits } = deps;
  const { session, address } = chosenItem;
  try {
    const existingLink = (await session.store.links.readAll(address)).find((link) => link.url === url);
    if (existingLink !== undefined) return l10n.t('{0} already has this link: {1}', identifier, linkName(existingLink));
    const link = await session.store.links.add(address, { url, ...(title === '' ? {} : { title }) });
    const undo = (): Promise<void> => undoAddedLink(deps, chosenItem, identifier, link);
    const { id } = quickEdits.addNonFieldChange({ session, undo });
    showUndoStatus(prompts, l10n.t('Added the link to {0}', identifier), id, { icon: 'link' });
    return undefined;
  } catch (error) {
    return formatError(faultOf(error));
  }
}
