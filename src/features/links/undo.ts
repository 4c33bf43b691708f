// Undoes adding, changing and removing links.
import * as l10n from '@vscode/l10n';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { linkName } from '../../contract/resources/link.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';

/** Removes the link. Rejects with an ApiError. */
export async function undoAddedLink(
  { prompts }: Pick<ItemCommandDeps, 'prompts'>,
  { session, address }: ChosenItem,
  identifier: string,
  link: WorkItemLink,
): Promise<void> {
  await session.store.links.remove(address, link.id);
  prompts.showStatus(l10n.t('Removed the link {0} from {1}', linkName(link), identifier), 5000, 'discard');
}

/** Adds the link again, with a new id. Rejects with an ApiError. */
export async function undoRemovedLink(
  { prompts }: Pick<ItemCommandDeps, 'prompts'>,
  { session, address }: ChosenItem,
  identifier: string,
  { url, title }: WorkItemLink,
): Promise<void> {
  await session.store.links.add(address, { url, ...(title ? { title } : {}) });
  prompts.showStatus(l10n.t('Added the link to {0}', identifier), 5000, 'discard');
}

/** Changes the link back, unless it was changed again or removed. Rejects with an ApiError. */
export async function undoChangedLink(
  { prompts }: ItemCommandDeps,
  { session: { store }, address }: ChosenItem,
  {
    before,
    after,
  }: { readonly before: WorkItemLink; readonly after: { readonly url: string; readonly title: string } },
): Promise<void> {
  const current = (await store.links.readAll(address)).find(({ id }) => id === before.id);
  if (current?.url !== after.url || (current.title ?? '') !== after.title) {
    const reason = l10n.t('Not undone because of later changes: {0}.', linkName(after));
    void prompts.notify('warning', `${l10n.t('Nothing was undone.')} ${reason}`);
    return;
  }
  await store.links.change(address, before.id, { url: before.url, title: before.title ?? '' });
  prompts.showStatus(l10n.t('Changed the link {0}', linkName(before)), 5000, 'discard');
}
