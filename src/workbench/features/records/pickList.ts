// Describes the lists of records that pickers show.

import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../../cache/address.ts';
import { closedProjectOf } from '../../../cache/closedProject.ts';
import type { PagedList, PagedListState } from '../../../cache/lists/pagedList.ts';
import type { Store } from '../../../cache/store.ts';
import { isUnsupported } from '../../../client/apiError.ts';
import { constantLabel } from '../../../contract/constantLabel.ts';
import { storeOf } from '../../../pages/record/storeOf.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { KIND_NAMES, type ListTexts, nameOfRecord } from './names.ts';

/** A list, and what a picker shows of its records. */
export interface PickList {
  readonly list: PagedList;
  readonly rateLimit: RateLimit;
  readonly texts: ListTexts;
  /** Shown below the rows. */
  note?(): string | undefined;
  /** Ids of the records to pick from, in order. */
  ids(): readonly string[];
  /** Undefined if the record is not in the cache. */
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Reads the list when a picker opens. */
  read(): Promise<void>;
}

/** Whether the list could not be read because the server or the workspace's plan does not support such records. */
export function isUnsupportedList({ fault, status }: PagedListState): boolean {
  return fault !== undefined && status !== 'ready' && isUnsupported(fault);
}

export function pickListOf(store: Store, kind: RecordKind, within = ''): PickList {
  const records = storeOf(store.resources, kind);
  const list = records.list(within);
  return {
    list,
    rateLimit: store.rateLimit,
    texts: KIND_NAMES[kind],
    ids: () => list.state.ids,
    row: (id) => {
      const record = records.get(id, within);
      return record === undefined ? undefined : { label: nameOfRecord(record), description: detailOf(record) };
    },
    read: () => {
      const known = namesOf(store, kind);
      // The cached rows are shown until the list is reloaded.
      if (known !== undefined && list.state.status === 'ready' && !known.isCurrent(within)) void list.reload();
      return list.read();
    },
  };
}

/** Kinds that fields choose from have another list, which reports whether it is current. */
function namesOf(store: Store, kind: RecordKind): Pick<Store['cycles'], 'isCurrent'> | undefined {
  if (kind === 'cycle') return store.cycles;
  return kind === 'module' ? store.modules : undefined;
}

function detailOf(record: object): string | undefined {
  const { identifier, state, property_type, email, start_date, end_date } = record as Readonly<Record<string, unknown>>;
  const inWords = typeof state === 'string' && state === state.toUpperCase() ? constantLabel(state) : undefined;
  const days =
    typeof start_date === 'string' && typeof end_date === 'string'
      ? l10n.t('{0} to {1}', start_date.slice(0, 10), end_date.slice(0, 10))
      : undefined;
  const type = typeof property_type === 'string' ? constantLabel(property_type) : undefined;
  const detail = identifier ?? type ?? email ?? inWords ?? days;
  const details = [detail, closedText(record)].filter((one) => typeof one === 'string');
  return details.length === 0 ? undefined : details.join(' · ');
}

function closedText(record: object): string | undefined {
  const reason = closedProjectOf(record);
  if (reason === undefined) return undefined;
  return reason === 'archived' ? l10n.t('archived') : l10n.t('not joined');
}
