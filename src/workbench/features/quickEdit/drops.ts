// Drag and drop between trees.
// Provides the dragged records, their identifiers as text, and the effect of a drop.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemAddress } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import { parseJson } from '../../../std/json.ts';
import { type Drop, dropOf, parseDragged, readTarget } from '../../../tree/drop.ts';
import { RECORDS_MIME } from '../../ids.ts';
import { showStatus, showWarning } from '../../ui/notifications.ts';
import { editOf } from './edits.ts';
import { epicsText, identifierOrName, itemsText } from './messages.ts';
import type { QuickEdits } from './quickEdit.ts';

/** Adds the records among the dragged nodes to the transfer, and their identifiers as plain text for other targets. */
export function beginDrag(
  session: Session | undefined,
  nodes: readonly unknown[],
  transfer: vscode.DataTransfer,
): void {
  const dragged = parseDragged(nodes);
  if (session === undefined || dragged.length === 0) return;
  transfer.set(RECORDS_MIME, new vscode.DataTransferItem(JSON.stringify(dragged)));
  transfer.set(
    'text/plain',
    new vscode.DataTransferItem(dragged.map((one) => identifierOrName(session.store, one)).join(' ')),
  );
}

/** Applies the change that the drop means, or shows why it cannot. */
export async function endDrag(
  session: Session | undefined,
  quick: QuickEdits,
  node: unknown,
  transfer: vscode.DataTransfer,
): Promise<void> {
  const records = await recordsIn(transfer);
  const target = readTarget(node);
  if (session === undefined || target === undefined || records === undefined) return;
  const { store } = session;
  const sources = parseDragged(records);
  await readUnknown(session, sources);
  if (target.kind === 'initiative')
    await Promise.all([...new Set(sources.map(({ project }) => project))].map((one) => store.types.read(one)));
  const drop = dropOf(sources, target, {
    item: (address) => store.item(address),
    identifier: (address) => store.identifier(address),
    project: (id) => store.project(id),
    isEpic: (address) => isEpic(session, address),
  });
  await carryOutDrop(drop, session, quick);
}

/**
 * From another view, the type is in the transfer twice: once empty, from the browser, and once with the data that was
 * added when the drag started.
 */
async function recordsIn(transfer: vscode.DataTransfer): Promise<readonly unknown[] | undefined> {
  for (const [type, item] of transfer) {
    const records = type === RECORDS_MIME ? parseJson(await item.asString()) : undefined;
    if (Array.isArray(records)) return records;
  }
  return undefined;
}

async function carryOutDrop(drop: Drop, session: Session, quick: QuickEdits): Promise<void> {
  switch (drop.act) {
    case 'nothing':
      return;
    case 'refuse':
      void showWarning(drop.sentence);
      return;
    case 'change':
      await quick.change(editOf(drop.change.field), { session, addresses: drop.items }, drop.change);
      return;
    case 'gather': {
      const { store } = session;
      await store.associations.initiativeEpics.put(
        drop.initiative,
        drop.epics.map(({ id }) => id),
      );
      const [first] = drop.epics;
      const only =
        first === undefined || drop.epics.length > 1 ? undefined : store.resources.epics.get(first.id, first.project);
      const epics =
        only?.name ?? (drop.epics.length === 1 ? itemsText(store, drop.epics) : epicsText(drop.epics.length));
      const initiative = store.resources.initiatives.get(drop.initiative)?.name;
      showStatus(
        initiative === undefined
          ? l10n.t('Added to the initiative: {0}', epics)
          : l10n.t('Added to {0}: {1}', initiative, epics),
        5000,
      );
      return;
    }
    default:
      drop satisfies never;
  }
}

/** A server that stores epics as work items marks their type. */
function isEpic({ store }: Session, { project, id }: ItemAddress): boolean {
  if (store.resources.epics.get(id, project) !== undefined) return true;
  const type = store.item({ project, id })?.type;
  return store.types.of(project).records.some((one) => one.id === type && one['is_epic'] === true);
}

async function readUnknown(
  { store }: Session,
  sources: readonly (ItemAddress & { readonly kind: string })[],
): Promise<void> {
  const unknown = sources.filter((one) => one.kind === 'workItem' && store.item(one) === undefined);
  await Promise.all(unknown.map((one) => store.resources.workItems.readOne(one.id, one.project)));
}
