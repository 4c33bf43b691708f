// Deletes a record after a confirmation, and shows an error if the request fails.

import * as l10n from '@vscode/l10n';
import { faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type RecordAddress, type RecordKind, recordKey } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { notifyFault } from '../../shell/notifications/faultNotification.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { loadRecordName } from '../../shell/recordPicker/pickRecord.ts';
import { displayName } from '../../std/displayName.ts';
import { deletionDetail } from './deletionText.ts';

/**
 * Resolves with the deleted records: the record and, for a work item, its sub-items. Resolves with an empty list if
 * nothing was deleted.
 */
export async function deleteRecord(
  prompts: Prompts,
  session: Session,
  address: RecordAddress,
): Promise<readonly RecordAddress[]> {
  const name = await loadRecordName(session, address);
  if (!(await confirmDeletion(prompts, address.kind, name, await detailOf(session, address)))) return [];
  try {
    const deleted = await deleteOnServer(session, address);
    prompts.showStatus(l10n.t('Deleted {0}', name), 5000);
    return deleted;
  } catch (error) {
    const fault = faultOf(error);
    const message = mayHaveBeenProcessed(fault)
      ? l10n.t('“{0}” may have been deleted. {1} Deleting it again is safe.', name, formatError(fault))
      : l10n.t('“{0}” was not deleted. {1}', name, formatError(fault));
    void notifyFault(prompts, message, fault.kind);
    return [];
  }
}

async function detailOf({ store, draftStore }: Session, address: RecordAddress): Promise<string> {
  const { kind, within, id } = address;
  const { ids, isComplete } = resourceStoreOf(store.resources, kind).deletedWith(id, within);
  const recordKeys = new Set([id, ...ids].map((deletedId) => recordKey({ ...address, id: deletedId })));
  const drafts = (await draftStore.all()).filter(({ key }) => recordKeys.has(key));
  return deletionDetail(kind, { count: ids.length, isComplete }, drafts.length);
}

async function confirmDeletion(prompts: Prompts, kind: RecordKind, name: string, detail: string): Promise<boolean> {
  const deleteButton = kind === 'project' ? l10n.t('Delete…') : l10n.t('Delete');
  const choice = await prompts.confirm(KIND_NAMES[kind].deleteQuestion(name), detail, deleteButton);
  if (choice !== deleteButton) return false;
  if (kind !== 'project') return true;
  return (await askForName(prompts, name, detail)) === name;
}

/**
 * Asks the user to type the name. Resolves with the typed text, which may differ from the name, or with undefined if
 * the user cancels.
 */
async function askForName(prompts: Prompts, name: string, detail: string): Promise<string | undefined> {
  const box = prompts.createTextBox({
    title: l10n.t('Delete Project “{0}”', displayName(name)),
    prompt: [detail, l10n.t('Enter the name of the project to confirm.')].join(' '),
    placeholder: name,
    staysOpen: true,
  });
  const isStartOfName = (text: string): boolean => name.startsWith(text);
  box.onDidType((text) =>
    box.setMessage(isStartOfName(text) ? undefined : l10n.t('The text does not match “{0}”.', name)),
  );
  for await (const event of box.events()) if (event.kind === 'accept' && isStartOfName(event.text)) return event.text;
  return undefined;
}

async function deleteOnServer({ store }: Session, address: RecordAddress): Promise<readonly RecordAddress[]> {
  const deleted = await resourceStoreOf(store.resources, address.kind).remove(address.id, address.within);
  return deleted.map((id) => ({ ...address, id }));
}
