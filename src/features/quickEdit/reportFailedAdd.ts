// The notification about a new work item that could not be added to its cycle or module.
import * as l10n from '@vscode/l10n';
import { itemsCanHaveSeveralModules } from '../../core/cache/changes/editModules.ts';
import type { ItemChange } from '../../core/cache/changes/itemChange.ts';
import type { Session } from '../../core/session/session.ts';
import type { FailedAdd } from '../../items/record/addToCycleAndModules.ts';
import { fieldValueText, identifierOrName } from '../../items/valueTexts.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { notAddedText } from './messages.ts';
import type { QuickEditRunner } from './quickEditRunner.ts';

/**
 * Shows why the work item was not added, with a Retry button. Resolves when the notification is closed, or after the
 * retry if the user selects Retry.
 */
export async function reportFailedAdd(
  prompts: Prompts,
  quickEdits: QuickEditRunner,
  session: Session,
  { address, field, value, fault }: FailedAdd,
): Promise<void> {
  const { store } = session;
  const retry = l10n.t('Retry');
  const item = identifierOrName(store, address);
  const name = fieldValueText(store, address, field, value);
  const chosenButton = await prompts.notify('error', notAddedText(field, item, name, formatError(fault)), retry);
  if (chosenButton !== retry) return;
  // A change of `module` would remove the work item from its other modules.
  const isOneOfSeveral = field === 'module' && itemsCanHaveSeveralModules(store, [address]);
  const change: ItemChange = isOneOfSeveral ? { field: 'modules', add: [value], remove: [] } : { field, value };
  await quickEdits.change({ session, addresses: [address] }, change);
}
