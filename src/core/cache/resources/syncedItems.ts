// Reads pages of work items for the background sync. Stores a description only if the cached work item has one.

import type { Client } from '../../../client/api/client.ts';
import type { CallOptions } from '../../../client/call.ts';
import { WORK_ITEM_ROW_FIELDS, type WorkItem, workItem } from '../../../contract/resources/workItem.ts';
import { keyOf } from '../address.ts';
import { hasDescription, type ItemRecord, withoutDescription } from '../record.ts';
import type { ResourceStores } from './resourceStores.ts';
import { LIST_EXPANSION } from './workItems.ts';

export interface SyncedItemQuery {
  readonly order_by: string;
  readonly cursor: string | undefined;
  /**
   * Whether to request descriptions too. A description is stored only for work items whose cached record has a
   * description.
   */
  readonly withDescriptions: boolean;
  /** Maximum number of rows of a page that are stored. */
  readonly maxRows: number;
}

/** A work item that was read for the background sync. */
export interface SyncedItem {
  readonly record: ItemRecord;
  /** Whether the work item is new to the cache, or newer than the version in the cache. */
  readonly isChanged: boolean;
}

export interface SyncedItemPage {
  readonly rows: readonly SyncedItem[];
  readonly next: string | undefined;
  /** The number of work items in the project; undefined if the server does not send it. */
  readonly total: number | undefined;
}

type ItemStore = Pick<ResourceStores['workItems'], 'storeMerged' | 'records'>;

/** Shared by all work items without assignees or labels, to save memory. */
const NO_IDS: readonly string[] = Object.freeze([]);

export class SyncedItemReader {
  readonly #client: Pick<Client, 'call' | 'selectFields'>;
  readonly #items: ItemStore;
  /**
   * Ids of work items and ids in their fields. Each id is stored as one string, which all records share to save memory.
   */
  readonly #sharedIds = new Map<string, string>();

  constructor(client: Pick<Client, 'call' | 'selectFields'>, items: ItemStore) {
    this.#client = client;
    this.#items = items;
  }

  /** Requests a page and stores its work items. Rejects with an ApiError. */
  async read(project: string, query: SyncedItemQuery, options: CallOptions): Promise<SyncedItemPage> {
    const { results: allResults, next, total } = await this.#page(project, query, options);
    const results = allResults.slice(0, query.maxRows);
    const isChanged = new Map(results.map((item) => [item.id, this.#isChanged(project, item)]));
    const records = this.#items.storeMerged(project, results, (record, cachedRecord) =>
      this.merge(record, cachedRecord),
    );
    return { rows: records.map((record) => ({ record, isChanged: isChanged.get(record.id) ?? true })), next, total };
  }

  /**
   * Returns the record to store. The description is stored only if the cached record has one, because the descriptions
   * of 10,000 work items would not fit into memory. A record without the key `description_html` was read without its
   * description.
   */
  merge(record: ItemRecord, cachedRecord: ItemRecord | undefined): ItemRecord {
    const recordWithoutDescription = withoutDescription(record);
    const sharedRecord = {
      ...recordWithoutDescription,
      id: this.#shared(recordWithoutDescription.id),
      project: this.#shared(recordWithoutDescription.project),
      state: recordWithoutDescription.state === null ? null : this.#shared(recordWithoutDescription.state),
      type: recordWithoutDescription.type === null ? null : this.#shared(recordWithoutDescription.type),
      created_by:
        recordWithoutDescription.created_by === null ? null : this.#shared(recordWithoutDescription.created_by),
      ...(recordWithoutDescription.updated_by ? { updated_by: this.#shared(recordWithoutDescription.updated_by) } : {}),
      priority: this.#shared(recordWithoutDescription.priority),
      parent: recordWithoutDescription.parent === null ? null : this.#shared(recordWithoutDescription.parent),
      assignees:
        recordWithoutDescription.assignees.length === 0
          ? NO_IDS
          : recordWithoutDescription.assignees.map((id) => this.#shared(id)),
      labels:
        recordWithoutDescription.labels.length === 0
          ? NO_IDS
          : recordWithoutDescription.labels.map((id) => this.#shared(id)),
    };
    if (cachedRecord === undefined || !hasDescription(cachedRecord)) return sharedRecord;
    return { ...sharedRecord, description_html: record.description_html ?? cachedRecord.description_html };
  }

  /**
   * Requests only the work item that changed last, and stores nothing. Resolves with its time of change, and with the
   * number of work items in the project; without an id if there is none, and with undefined if the server does not say
   * both.
   */
  async readLatest(
    project_id: string,
    options: CallOptions,
  ): Promise<{ readonly id?: string; readonly updatedAtMs: number; readonly total: number } | undefined> {
    const query = { order_by: '-updated_at', per_page: 1, fields: 'id,updated_at' };
    const { results, total } = await this.#client.selectFields.listWorkItems({ project_id, query }, options);
    const [latest] = results;
    if (latest === undefined && total === 0) return { updatedAtMs: 0, total };
    const { id, updated_at } = latest ?? {};
    return typeof id === 'string' && typeof updated_at === 'string' && total !== undefined
      ? { id, updatedAtMs: millisecondsOf(updated_at), total }
      : undefined;
  }

  async #page(project_id: string, { order_by, cursor, withDescriptions }: SyncedItemQuery, options: CallOptions) {
    const query = { order_by, expand: LIST_EXPANSION, ...(cursor === undefined ? {} : { cursor }) };
    if (withDescriptions) return this.#client.call.listWorkItems({ project_id, query }, options);
    const page = await this.#client.selectFields.listWorkItems(
      { project_id, query: { ...query, fields: WORK_ITEM_ROW_FIELDS } },
      options,
    );
    const results = page.results.flatMap((row): WorkItem[] => {
      const { data } = workItem.safeParse(row);
      return data === undefined ? [] : [data];
    });
    return { ...page, results };
  }

  #isChanged(project: string, { id, updated_at }: WorkItem): boolean {
    const cachedRecord = this.#items.records.confirmed(keyOf({ project, id }));
    if (cachedRecord === undefined) return true;
    const [updatedAtMs, cachedUpdatedAtMs] = [millisecondsOf(updated_at), millisecondsOf(cachedRecord.updated_at)];
    // The timestamps of two changes within a millisecond differ only as text, because Date.parse drops microseconds.
    return (
      updatedAtMs > cachedUpdatedAtMs ||
      (updatedAtMs === cachedUpdatedAtMs && (updated_at ?? undefined) !== cachedRecord.updated_at)
    );
  }

  #shared(id: string): string {
    const sharedId = this.#sharedIds.get(id);
    if (sharedId !== undefined) return sharedId;
    this.#sharedIds.set(id, id);
    return id;
  }
}

/** Converts a timestamp in any time zone to milliseconds since the epoch. Returns 0 if it is missing or invalid. */
export function millisecondsOf(timestamp: string | null | undefined): number {
  const instant = Date.parse(timestamp ?? '');
  return Number.isNaN(instant) ? 0 : instant;
}
