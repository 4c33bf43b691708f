// Owns the deleting of a record: the question that names it, the asking of the service, and the sentence when it says no.
import * as vscode from 'vscode';
import { faultOf } from '../../api/fault.ts';
import { shelfOf } from '../../editor/shelfOf.ts';
import type { Session } from '../../session/session.ts';
import type { RecordAddress, RecordKind } from '../../store/address.ts';
import { tell } from '../edge.ts';
import { faultWords } from '../faultWords.ts';
import { askFirst, flash } from '../notices.ts';
import { plain, unlinked } from '../plain.ts';
import { KIND_NAMES } from './names.ts';
import { recordName } from './pickRecord.ts';

/** What goes with a record, or stays. */
const CONSEQUENCES: Readonly<Partial<Record<RecordKind, string>>> = {
  project: 'All of its work items, comments and files are deleted with it.',
  workItem: 'Its comments and files are deleted with it.',
  customer: 'Its requests are deleted with it.',
  customerProperty: 'What customers have in it is deleted with it.',
  initiative: 'The projects and epics that it gathers stay.',
  teamspace: 'Its people and projects stay.',
  cycle: 'Its work items stay.',
  module: 'Its work items stay.',
};

/** Whether it was deleted. */
export async function removeRecord(session: Session, address: RecordAddress): Promise<boolean> {
  const name = await recordName(session, address);
  const { one } = KIND_NAMES[address.kind];
  if (!(await isSure(address.kind, one, name))) return false;
  try {
    await remove(session, address);
  } catch (error) {
    const fault = faultOf(error);
    void tell(`The ${one} “${name}” was not deleted. ${faultWords(fault)}`, fault.kind);
    return false;
  }
  flash(`Deleted ${one} ${name}`, 5000);
  return true;
}

async function isSure(kind: RecordKind, one: string, name: string): Promise<boolean> {
  const detail = [CONSEQUENCES[kind], 'This cannot be undone.'].filter(Boolean).join(' ');
  const remove = kind === 'project' ? 'Delete…' : 'Delete';
  const said = await askFirst(`Delete the ${one} “${name}”?`, detail, remove);
  if (said !== remove) return false;
  if (kind !== 'project') return true;
  const typed = await vscode.window.showInputBox({
    title: `Delete the project “${name}”`,
    prompt: `${detail} Type its name to delete it.`,
    placeHolder: name,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' || name.startsWith(text) ? undefined : plain(unlinked(`This is not “${name}”.`))),
  });
  return typed === name;
}

async function remove({ store }: Session, { kind, within, id }: RecordAddress): Promise<void> {
  if (kind === 'workItem') await store.removeItem({ project: within, id });
  else await shelfOf(store.shelves, kind).remove(id, within);
}
