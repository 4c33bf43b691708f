// The commands that pin records and unpin them.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, type RecordAddress, recordKey } from '../../core/cache/address.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { KIND_ICONS } from '../../items/icons.ts';
import { KIND_NAMES, nameOfRecord } from '../../items/kindNames.ts';
import { resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import { recordOf } from '../../shell/commands/commandTarget.ts';
import { MAX_PINS, type PinnedRecords } from '../../shell/itemPicker/rememberedItems.ts';
import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import { chooseRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { addressOfPin, isPinnable, type PinnableAddress, pinOf } from '../../shell/tree/pins.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

export interface PinDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  /** The record whose page is active; `item` is defined if it is a work item. */
  readonly panels: {
    readonly active: { readonly address: RecordAddress; readonly item: ItemAddress | undefined } | undefined;
  };
  readonly views: { readonly pins: PinnedRecords };
}

/**
 * Pins the selected rows if there are several; otherwise the target, the record of the active page, or a work item that
 * the user picks.
 */
export async function pin(deps: PinDeps, target: unknown, selection: unknown): Promise<void> {
  const selectedRecords = recordsIn(selection).filter(isPinnable);
  if (selectedRecords.length > 1) {
    if (deps.sessions.current !== undefined) await pinRecords(deps, deps.sessions.current, selectedRecords);
    return;
  }
  const address = recordOf(target) ?? deps.panels.active?.address;
  const pinnableAddress = isPinnable(address) && address.id !== '' ? address : undefined;
  const item =
    pinnableAddress?.kind === 'workItem' ? { project: pinnableAddress.within, id: pinnableAddress.id } : undefined;
  if (pinnableAddress !== undefined && item === undefined) {
    if (deps.sessions.current !== undefined) await pinRecords(deps, deps.sessions.current, [pinnableAddress]);
    return;
  }
  const chosenItem = await deps.items.choose(item, l10n.t('Pin Work Item'));
  if (chosenItem === undefined) return;
  const { project, id } = chosenItem.address;
  await pinRecords(deps, chosenItem.session, [{ kind: 'workItem', within: project, id }]);
}

/**
 * Unpins the selected rows if there are several; otherwise the target, the record of the active page if it is pinned, or
 * a record that the user picks.
 */
export async function unpin(deps: PinDeps, target: unknown, selection: unknown): Promise<void> {
  const account = deps.sessions.current?.account;
  if (account === undefined) return;
  const selectedRecords = recordsIn(selection);
  if (selectedRecords.length > 1) {
    await deps.views.pins.remove(
      account,
      selectedRecords.map(({ id }) => id),
    );
    return;
  }
  const activeRecord = deps.panels.active?.address;
  const address =
    recordOf(target) ??
    (activeRecord !== undefined && isPinned(deps, account, activeRecord)
      ? activeRecord
      : await pickPinned(deps, account));
  if (address !== undefined) await deps.views.pins.remove(account, [address.id]);
}

function recordsIn(selection: unknown): RecordAddress[] {
  return Array.isArray(selection) ? selection.flatMap((node: unknown) => recordOf(node) ?? []) : [];
}

/** Pins the records in their order, until the maximum number is reached. */
async function pinRecords(deps: PinDeps, session: Session, addresses: readonly PinnableAddress[]): Promise<void> {
  const { prompts } = deps;
  const pinnedNames: string[] = [];
  for (const address of addresses) {
    const { name, isPinned } = await pinRecord(deps, session, address);
    if (!isPinned) {
      void prompts.notify(
        'warning',
        l10n.t('{0} was not pinned. Up to {1} rows can be pinned.', name, formatCount(MAX_PINS)),
      );
      break;
    }
    pinnedNames.push(name);
  }
  const [firstName] = pinnedNames;
  if (firstName === undefined) return;
  const count = pinnedNames.length;
  prompts.showStatus(
    plural(count, { one: l10n.t('Pinned {0}', firstName), other: l10n.t('Pinned {0} rows', formatCount(count)) }),
    3000,
    'pinned',
  );
}

async function pinRecord(
  deps: PinDeps,
  { store, account }: Session,
  address: PinnableAddress,
): Promise<{ readonly name: string; readonly isPinned: boolean }> {
  const { pins } = deps.views;
  const records = resourceStoreOf(store.resources, address.kind);
  const record = records.get(address.id, address.within) ?? (await records.readOne(address.id, address.within));
  const name = nameOfRecord(record);
  const identifier = identifierOf(store, address) ?? '';
  const identifierOrName = identifier || name;
  if (isPinned(deps, account, address)) return { name: identifierOrName, isPinned: true };
  if (pins.entriesOf(account).length >= MAX_PINS) return { name: identifierOrName, isPinned: false };
  await pins.add(account, pinOf(address, { identifier, name }));
  return { name: identifierOrName, isPinned: true };
}

function identifierOf(store: Session['store'], { kind, within, id }: PinnableAddress): string | undefined {
  if (kind === 'project') return store.project(id)?.identifier;
  return kind === 'workItem' ? store.identifier({ project: within, id }) : undefined;
}

function isPinned({ views }: PinDeps, account: string, address: RecordAddress): boolean {
  const key = recordKey(address);
  return views.pins.entriesOf(account).some((pinned) => recordKey(addressOfPin(pinned)) === key);
}

async function pickPinned({ prompts, views }: PinDeps, account: string): Promise<RecordAddress | undefined> {
  const rows = views.pins
    .entriesOf(account)
    .toReversed()
    .map((pinned) => {
      const address = addressOfPin(pinned);
      const texts = pinned.identifier
        ? { label: pinned.identifier, description: pinned.name }
        : { label: pinned.name, description: KIND_NAMES[address.kind].name() };
      return { value: address, icon: { id: KIND_ICONS[address.kind] }, ...texts };
    });
  if (rows.length === 0) {
    void prompts.notify('info', l10n.t('Nothing is pinned. To pin a row, right-click it and select Pin.'));
    return undefined;
  }
  const chosenRow = await chooseRow(prompts, rows, {
    title: l10n.t('Unpin'),
    placeholder: l10n.t('Select what to unpin'),
    matchedProperties: ['description'],
  });
  return chosenRow?.value;
}
