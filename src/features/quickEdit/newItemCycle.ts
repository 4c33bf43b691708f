// Lets the user choose the cycle that a new work item will be added to.
import * as l10n from '@vscode/l10n';
import { chooseCycle, type NewRecordLocation } from '../../items/record/newRecordDraft.ts';
import type { PickOptions } from './choices.ts';
import { pickValue } from './edits.ts';

/** Stores the chosen cycle in the draft of the new work item. Changes nothing if the user cancels. */
export async function chooseCycleOfNewItem(
  options: Pick<PickOptions, 'prompts' | 'clock' | 'session'>,
  location: NewRecordLocation,
): Promise<void> {
  const { store, draftStore } = options.session;
  const project = location.within;
  const change = await pickValue(
    { ...options, project, addresses: [], title: l10n.t('Change Cycle: New Work Item') },
    'cycle',
  );
  if (change === undefined || !('value' in change)) return;
  const id = change.value;
  const name = typeof id === 'string' ? store.resources.cycles.get(id, project)?.name : undefined;
  await chooseCycle(draftStore, location, typeof id === 'string' && name !== undefined ? { id, name } : undefined);
}
