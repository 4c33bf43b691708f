// Lets the user choose the modules that a new work item will be added to.
import * as l10n from '@vscode/l10n';
import { chosenModules } from '../../core/drafts/draft.ts';
import { chooseModules, type NewRecordLocation } from '../../items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../items/record/newRecordTarget.ts';
import type { PickOptions } from './choices.ts';
import { pickModulesAfterLoad } from './edits.ts';

/** Stores the chosen modules in the draft of the new work item. Changes nothing if the user cancels. */
export async function chooseModulesOfNewItem(
  options: Pick<PickOptions, 'prompts' | 'clock' | 'session'>,
  location: NewRecordLocation,
): Promise<void> {
  const { store, draftStore } = options.session;
  const project = location.within;
  const target = newRecordTarget(location);
  const draft = await draftStore.open(target.key);
  const module = draft?.touched['module'] ?? target.confirmed(store, draft)?.['module'];
  const singleModuleIds = typeof module === 'string' && module !== '' ? [module] : [];
  const draftModules = chosenModules(draft);
  const ids = draftModules?.map(({ id }) => id) ?? singleModuleIds;
  const nameOf = (id: string): string =>
    store.resources.modules.get(id, project)?.name ??
    draftModules?.find((one) => one.id === id)?.name ??
    l10n.t('Unknown module');
  const title = l10n.t('Change Modules: New Work Item');
  const change = await pickModulesAfterLoad(
    { ...options, project, addresses: [], valuesOfNewItem: ids, title },
    nameOf,
  );
  if (change === undefined || !('add' in change) || change.add.length + change.remove.length === 0) return;
  const chosenIds = [...ids.filter((id) => !change.remove.includes(id)), ...change.add];
  await chooseModules(
    draftStore,
    location,
    chosenIds.map((id) => ({ id, name: nameOf(id) })),
  );
}
