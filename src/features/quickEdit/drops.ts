// Drag and drop in the trees: adds records to the drag data, and applies the change of a drop.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import { RECORDS_MIME } from '../../shell/ids.ts';
import { showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { TreeViews } from '../../shell/tree/treeViews.ts';
import { parseJson } from '../../std/json.ts';
import { type DropResult, parseDragged, parseDropTarget, resolveDrop } from './drop.ts';
import { epicsText, itemsText } from './messages.ts';
import type { QuickEditRunner } from './quickEditRunner.ts';

/** The data of a drag, by MIME type. */
export type DragData = Iterable<readonly [mimeType: string, item: { asString(): PromiseLike<string> }]>;

/** Adds the dragged records to the drag data, and their identifiers as plain text for drops outside of the trees. */
export function addDragData(
  session: Session | undefined,
  nodes: readonly unknown[],
  addData: (mimeType: string, text: string) => void,
): void {
  const draggedRecords = parseDragged(nodes);
  if (session === undefined || draggedRecords.length === 0) return;
  addData(RECORDS_MIME, JSON.stringify(draggedRecords));
  addData('text/plain', draggedRecords.map((record) => identifierOrName(session.store, record)).join(' '));
}

export interface HandleDropDeps {
  readonly prompts: Prompts;
  readonly quickEdits: QuickEditRunner;
  readonly views: Pick<TreeViews, 'followMove'>;
}

/** Applies the change of the drop, or shows why the records cannot be dropped there. */
export async function handleDrop(
  deps: HandleDropDeps,
  session: Session | undefined,
  node: unknown,
  transfer: DragData,
): Promise<void> {
  const records = await recordsIn(transfer);
  const target = parseDropTarget(node);
  if (session === undefined || target === undefined || records === undefined) return;
  const { store } = session;
  const sources = parseDragged(records);
  await readMissing(session, sources);
  if (target.kind === 'initiative')
    await Promise.all([...new Set(sources.map(({ project }) => project))].map((id) => store.types.readAll(id)));
  const drop = resolveDrop(sources, target, {
    item: (address) => store.item(address),
    identifier: (address) => store.identifier(address),
    project: (id) => store.project(id),
    isEpic: (address) => isEpic(session, address),
  });
  await applyDrop(deps, drop, session, node);
}

/**
 * Resolves with the records in the drag data. After a drag from another view, the data contains the MIME type twice: an
 * empty item from the browser, and the item that `addDragData` added.
 */
async function recordsIn(transfer: DragData): Promise<readonly unknown[] | undefined> {
  for (const [type, item] of transfer) {
    const records = type === RECORDS_MIME ? parseJson(await item.asString()) : undefined;
    if (Array.isArray(records)) return records;
  }
  return undefined;
}

async function applyDrop(
  { prompts, quickEdits, views }: HandleDropDeps,
  drop: DropResult,
  session: Session,
  target: unknown,
): Promise<void> {
  switch (drop.action) {
    case 'nothing':
      return;
    case 'refuse':
      void prompts.notify('warning', drop.message);
      return;
    case 'explain':
      prompts.showStatus(drop.message, 8000, 'info');
      return;
    case 'change': {
      const [firstItem, ...otherItems] = drop.items;
      const followMove =
        firstItem === undefined || otherItems.length > 0 ? undefined : views.followMove(target, firstItem);
      await quickEdits.change({ session, addresses: drop.items }, drop.change);
      await followMove?.();
      return;
    }
    case 'addEpics': {
      const { store } = session;
      const { initiativeEpics } = store.associations;
      const epicIds = drop.epics.map(({ id }) => id);
      const { state: before } = initiativeEpics.list(drop.initiative);
      await initiativeEpics.add(drop.initiative, epicIds);
      const [firstEpic] = drop.epics;
      const singleEpic =
        firstEpic === undefined || drop.epics.length > 1
          ? undefined
          : store.resources.epics.get(firstEpic.id, firstEpic.project);
      const epics =
        singleEpic?.name ?? (drop.epics.length === 1 ? itemsText(store, drop.epics) : epicsText(drop.epics.length));
      const initiative = store.resources.initiatives.get(drop.initiative)?.name;
      const text =
        initiative === undefined
          ? l10n.t('Added to the initiative: {0}', epics)
          : l10n.t('Added to {0}: {1}', initiative, epics);
      // Undo must not remove an epic that was in the initiative before, which only the complete list tells.
      const isComplete = before.status === 'ready' && before.next === undefined;
      if (!isComplete || epicIds.some((id) => before.ids.includes(id))) {
        prompts.showStatus(text, 5000);
        return;
      }
      const { id } = quickEdits.addNonFieldChange({
        session,
        undo: async () => {
          await initiativeEpics.remove(drop.initiative, epicIds);
          prompts.showStatus(l10n.t('Removed from the initiative: {0}', epics), 5000, 'discard');
        },
      });
      showUndoStatus(prompts, text, id);
      return;
    }
    default:
      drop satisfies never;
  }
}

/** Some servers store epics as work items whose type has `is_epic`. */
function isEpic({ store }: Session, { project, id }: ItemAddress): boolean {
  if (store.resources.epics.get(id, project) !== undefined) return true;
  const type = store.item({ project, id })?.type;
  return !!type && store.types.get(type, project)?.['is_epic'] === true;
}

async function readMissing(
  { store }: Session,
  sources: readonly (ItemAddress & { readonly kind: string })[],
): Promise<void> {
  const missingItems = sources.filter((record) => record.kind === 'workItem' && store.item(record) === undefined);
  await Promise.all(missingItems.map((record) => store.resources.workItems.readOne(record.id, record.project)));
}
