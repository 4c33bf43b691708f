// Creates the lists of records that pickers show.

import * as l10n from '@vscode/l10n';
import { isUnsupported } from '../../client/apiError.ts';
import { constantLabel } from '../../contract/constantLabel.ts';
import type { RecordKind } from '../../core/cache/address.ts';
import type { PagedList, PagedListState } from '../../core/cache/lists/pagedList.ts';
import { projectRestriction } from '../../core/cache/projectRestriction.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import { KIND_NAMES, type ListTexts, nameOfRecord } from '../../items/kindNames.ts';
import { formRecordOf, resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import { formatDateRange } from '../../std/formatTime.ts';

/** A list of records, and the texts that a picker shows for it. */
export interface RecordChoices {
  readonly list: PagedList;
  readonly rateLimit: RateLimitStatus;
  readonly texts: ListTexts;
  /** Returns the placeholder for a list that has rows; undefined for the default placeholder. */
  note?(): string | undefined;
  /** Returns the ids of the listed records in the displayed order. */
  ids(): readonly string[];
  /** Returns the texts of the record's row, or undefined if the record is not in the cache. */
  row(id: string): { readonly label: string; readonly description?: string | undefined } | undefined;
  /** Loads the list when a picker opens. */
  read(): Promise<void>;
}

/** Kinds whose lists are short, and are therefore read again when they are out of date. */
const PROJECT_KINDS: readonly RecordKind[] = ['cycle', 'module', 'state', 'label'];

/** Returns whether the list could not be loaded because the server or the workspace's plan does not support it. */
export function isUnsupportedList({ fault, status }: PagedListState): boolean {
  return fault !== undefined && status !== 'ready' && isUnsupported(fault);
}

export function choicesOfKind(store: Store, kind: RecordKind, within = ''): RecordChoices {
  const records = resourceStoreOf(store.resources, kind);
  const list = records.list(within);
  return {
    list,
    rateLimit: store.rateLimit,
    texts: KIND_NAMES[kind],
    ids: () => list.state.ids,
    row: (id) => {
      const record = records.get(id, within);
      return record === undefined
        ? undefined
        : { label: nameOfRecord(record), description: detailOf(formRecordOf(store, { kind, within }, record)) };
    },
    // Until a list that is out of date is reloaded, the picker shows the cached rows.
    read: () => {
      if (PROJECT_KINDS.includes(kind) && list.state.status === 'ready' && !list.isCurrent()) void list.reload();
      return list.read();
    },
  };
}

function detailOf(record: object): string | undefined {
  const { identifier, state, property_type, email, start_date, end_date } = record as Readonly<Record<string, unknown>>;
  const stateLabel = typeof state === 'string' && state === state.toUpperCase() ? constantLabel(state) : undefined;
  const dateRange =
    typeof start_date === 'string' && typeof end_date === 'string' ? formatDateRange(start_date, end_date) : undefined;
  const type = typeof property_type === 'string' ? constantLabel(property_type) : undefined;
  const detail = identifier ?? type ?? email ?? stateLabel ?? dateRange;
  const details = [detail, restrictionText(record)].filter((part) => typeof part === 'string');
  return details.length === 0 ? undefined : details.join(' · ');
}

function restrictionText(record: object): string | undefined {
  const reason = projectRestriction(record);
  if (reason === undefined) return undefined;
  return reason === 'archived' ? l10n.t('archived') : l10n.t('not joined');
}
