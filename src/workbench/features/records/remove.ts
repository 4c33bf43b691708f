// Deletes a record after a confirmation, and shows an error if the request fails.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type RecordAddress, type RecordKind, recordKey } from '../../../cache/address.ts';
import { faultOf } from '../../../client/apiError.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import type { Session } from '../../../session/session.ts';
import { displayName } from '../../../std/displayName.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { escapeCodicons, escapeLinks } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { confirm, showStatus } from '../../ui/notifications.ts';
import { deletionDetail } from './deletionText.ts';
import { KIND_NAMES } from './names.ts';
import { recordName } from './pickRecord.ts';

/** Resolves with the deleted records: the record and the sub-items of a work item, or an empty list. */
export async function removeRecord(session: Session, address: RecordAddress): Promise<readonly RecordAddress[]> {
  const name = await recordName(session, address);
  if (!(await confirmDeletion(address.kind, name, await detailOf(session, address)))) return [];
  try {
    const deleted = await deleteOnServer(session, address);
    showStatus(l10n.t('Deleted {0}', name), 5000);
    return deleted;
  } catch (error) {
    const fault = faultOf(error);
    void showFault(l10n.t('“{0}” was not deleted. {1}', name, formatError(fault)), fault.kind);
    return [];
  }
}

async function detailOf({ store, draftStore }: Session, address: RecordAddress): Promise<string> {
  const { kind, within, id } = address;
  const { ids, isComplete } = storeOf(store.resources, kind).alsoDeleted(id, within);
  const keys = new Set([id, ...ids].map((deletedId) => recordKey({ ...address, id: deletedId })));
  const drafts = (await draftStore.all()).filter(({ key }) => keys.has(key));
  return deletionDetail(kind, { count: ids.length, isComplete }, drafts.length);
}

async function confirmDeletion(kind: RecordKind, name: string, detail: string): Promise<boolean> {
  const deleteButton = kind === 'project' ? l10n.t('Delete…') : l10n.t('Delete');
  const choice = await confirm(KIND_NAMES[kind].deleteQuestion(name), detail, deleteButton);
  if (choice !== deleteButton) return false;
  if (kind !== 'project') return true;
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Delete Project “{0}”', displayName(name)),
    prompt: [detail, l10n.t('Enter its name to confirm.')].join(' '),
    placeHolder: name,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === '' || name.startsWith(text)
        ? undefined
        : escapeCodicons(escapeLinks(l10n.t('The text does not match “{0}”.', name))),
  });
  return typed === name;
}

async function deleteOnServer({ store }: Session, address: RecordAddress): Promise<readonly RecordAddress[]> {
  const deleted = await storeOf(store.resources, address.kind).remove(address.id, address.within);
  return deleted.map((id) => ({ ...address, id }));
}
