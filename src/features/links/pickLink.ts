// Lets the user pick a link of a work item.
import * as l10n from '@vscode/l10n';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { linkName } from '../../contract/resources/link.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { type OnBack, pickReadRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

interface PickLinkOptions {
  readonly title: string;
  readonly placeholder: string;
  /** The row that is shown if the work item has no links. */
  readonly emptyText: string;
  readonly onBack: OnBack | undefined;
}

/**
 * Resolves with the link with this id or, without an id, with the link that the user picks. Resolves with undefined if
 * the link was removed or the user cancels.
 */
export async function getOrPickLink(
  prompts: Prompts,
  chosenItem: ChosenItem,
  id: string | undefined,
  options: PickLinkOptions,
): Promise<WorkItemLink | undefined> {
  return id === undefined ? pickLink(prompts, chosenItem, options) : chosenItem.session.store.links.get(id);
}

async function pickLink(
  prompts: Prompts,
  { session: { store }, address }: ChosenItem,
  options: PickLinkOptions,
): Promise<WorkItemLink | undefined> {
  const picked = await pickReadRow(prompts, {
    ...options,
    rateLimit: store.rateLimit,
    read: () => store.links.readAll(address),
    rows: () =>
      store.links.listed(address).map((link) => ({
        label: linkName(link),
        icon: { id: 'link' },
        value: link.id,
        ...(linkName(link) === link.url ? {} : { description: link.url }),
      })),
  });
  return picked === undefined ? undefined : store.links.get(picked.value);
}

/** Returns the message that the work item has no links. */
export function noLinksText(identifier: string): string {
  return l10n.t('{0} has no links.', identifier);
}
