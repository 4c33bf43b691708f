// Describes lists as pickers show them, and makes one of each kind of record.

import type { RecordKind } from '../../../cache/address.ts';
import { closedProjectOf } from '../../../cache/closedProject.ts';
import type { PagedList, PagedListState } from '../../../cache/lists/pagedList.ts';
import type { Store } from '../../../cache/store.ts';
import { isUnsupported } from '../../../client/apiError.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { KIND_NAMES, nameOfRecord } from './names.ts';

/** A list with what a picker shows of its records. */
export interface PickList {
  readonly list: PagedList;
  readonly rateLimit: RateLimit;
  /** `customers`. */
  readonly many: string;
  /** Shown where the list is empty, in place of "There are no … yet". */
  readonly noneWords?: string;
  /** Shown below the rows. */
  note?(): string | undefined;
  /** What can be picked, in its order. */
  ids(): readonly string[];
  /** How a record is shown; undefined when it is not known. */
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Reads the list for a picker that opens. */
  read(): Promise<void>;
}

/** Whether the list could not be read because the server, or the plan of the workspace, does not have such records. */
export function isUnsupportedList({ fault, status }: PagedListState): boolean {
  return fault !== undefined && status !== 'ready' && isUnsupported(fault);
}

export function pickListOf(store: Store, kind: RecordKind, within = ''): PickList {
  const records = storeOf(store.resources, kind);
  const list = records.list(within);
  return {
    list,
    rateLimit: store.rateLimit,
    many: KIND_NAMES[kind].many,
    ids: () => list.state.ids,
    row: (id) => {
      const record = records.get(id, within);
      return record === undefined ? undefined : { label: nameOfRecord(record), description: detailOf(record) };
    },
    read: () => {
      const known = namesOf(store, kind);
      // The rows that are known are shown until the newer ones arrive.
      if (known !== undefined && list.state.status === 'ready' && !known.isCurrent(within)) void list.reload();
      return list.read();
    },
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
    typeof start_date === 'string' && typeof end_date === 'string'
      ? `${start_date.slice(0, 10)} to ${end_date.slice(0, 10)}`
      : undefined;
  const detail = identifier ?? property_type ?? email ?? inWords ?? days;
  const details = [detail, closedProjectOf(record)].filter((one) => typeof one === 'string');
  return details.length === 0 ? undefined : details.join(' · ');
}
