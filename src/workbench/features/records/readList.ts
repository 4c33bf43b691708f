// Owns lists as pickers see them: a shelf's, or what another record gathers.

import type { RecordKind } from '../../../cache/address.ts';
import { closedProjectOf } from '../../../cache/closedProject.ts';
import type { PagedListState } from '../../../cache/lists/pagedList.ts';
import type { Store } from '../../../cache/store.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { KIND_NAMES, nameOfRecord } from './names.ts';

export interface ReadList {
  /** `customers`. */
  readonly many: string;
  /** Said where the list is empty, in place of "There are no … yet". */
  readonly noneWords?: string;
  /** Said below the rows. */
  note?(): string | undefined;
  readonly rateLimit: RateLimit;
  now(): PagedListState;
  read(): Promise<void>;
  more(): Promise<void>;
  again(): Promise<void>;
  /** How a record is shown; undefined when it is not known. */
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  record(id: string): object | undefined;
  readOne(id: string): Promise<object>;
  watch(changed: () => void): Disposable;
}

/** Whether the server, or the plan of the workspace, does not have such records. */
export function isLacking(list: Pick<ReadList, 'now'>): boolean {
  const { fault, status } = list.now();
  if (fault === undefined || status === 'ready') return false;
  return (fault.kind === 'notFound' && fault.route) || (fault.kind === 'rejected' && fault.status === 402);
}

export function listOf(store: Store, kind: Exclude<RecordKind, 'workItem'>, within = ''): ReadList {
  const shelf = storeOf(store.resources, kind);
  const { lists } = shelf;
  return {
    many: KIND_NAMES[kind].many,
    rateLimit: store.rateLimit,
    now: () => lists.of(within),
    read: () => {
      const known = namesOf(store, kind);
      // The rows that are known are shown in the meantime; `watch` fires when the newer ones arrive.
      if (known !== undefined && lists.of(within).status === 'ready' && !known.isCurrent(within)) void lists.reload(within);
      return lists.read(within);
    },
    more: () => lists.loadMore(within),
    again: () => lists.reload(within),
    record: (id) => shelf.get(id, within),
    readOne: (id) => shelf.readOne(id, within),
    row: (id) => {
      const record = shelf.get(id, within);
      return record === undefined ? undefined : { label: nameOfRecord(record), description: detailOf(record) };
    },
    watch: (changed) => store.onDidChangeListing((key) => key === lists.key(within) && changed()),
  };
}

/** The kinds whose lists fields choose from as well: these tell how old a list is. */
function namesOf(store: Store, kind: RecordKind): Pick<Store['cycles'], 'isCurrent'> | undefined {
  if (kind === 'cycle') return store.cycles;
  return kind === 'module' ? store.modules : undefined;
}

function detailOf(record: object): string | undefined {
  const { identifier, state, property_type, email, start_date, end_date } = record as Readonly<Record<string, unknown>>;
  const inWords = typeof state === 'string' && state === state.toUpperCase() ? state.toLowerCase() : undefined;
  const days =
    typeof start_date === 'string' && typeof end_date === 'string' ? `${start_date.slice(0, 10)} to ${end_date.slice(0, 10)}` : undefined;
  const detail = identifier ?? property_type ?? email ?? inWords ?? days;
  const details = [detail, closedProjectOf(record)].filter((one) => typeof one === 'string');
  return details.length === 0 ? undefined : details.join(' · ');
}
