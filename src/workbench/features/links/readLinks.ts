// Reads the links of a work item, and lets the user pick a link.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import { loadRemainingPages } from '../../../cache/lists/loadRemainingPages.ts';
import type { Store } from '../../../cache/store.ts';
import { ApiError } from '../../../client/apiError.ts';
import type { WorkItemLink } from '../../../contract/resources/link.ts';
import { type OnBack, pickReadRow } from '../../ui/ask.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { ChosenItem } from '../workItems/workItemPicker.ts';
import { linkName } from './messages.ts';

/** Reads all links from the server, even if they are in the cache. Rejects with an ApiError. */
export async function readLinks(store: Store, address: ItemAddress): Promise<readonly WorkItemLink[]> {
  const list = store.links.list(address);
  await (list.state.status === 'ready' ? list.reload() : list.read());
  const fault = await loadRemainingPages(list);
  if (fault !== undefined) throw new ApiError(fault);
  return cachedLinks(store, address);
}

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
    read: () => readLinks(store, address),
    rows: () =>
      cachedLinks(store, address).map((link) => ({
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

function cachedLinks({ links }: Store, address: ItemAddress): readonly WorkItemLink[] {
  return links.list(address).state.ids.flatMap((id) => links.get(id) ?? []);
}
