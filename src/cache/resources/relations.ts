// Caches the relations between work items, and adds and removes them.
import { faultOf, isRecordGone } from '../../client/apiError.ts';
import type { Client } from '../../client/client.ts';
import { INVERSE_RELATION_TYPES, RELATION_TYPES, type RelationType } from '../../contract/resources/relation.ts';
import type { Clock } from '../../std/clock.ts';
import { type ItemAddress, itemPath, keyOf } from '../address.ts';
import { type CachedList, listSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';
import { ReadTimes } from './readTimes.ts';

/** A relation from the point of view of one of its work items. */
export interface ItemRelation {
  /** `<type>:<id of the other work item>`: servers have no id for it. */
  readonly id: string;
  readonly type: RelationType;
  readonly otherId: string;
  /** The project of the other work item; undefined if the server does not send it (API-FACTS A.5). */
  readonly otherProject: string | undefined;
}

export class RelationStore {
  readonly #client: Client;
  /** Relations by the key of the work item and their id. */
  readonly #relations = new Map<string, ItemRelation>();
  readonly #listOf: (key: string) => CachedList;
  readonly #readTimes: ReadTimes;

  constructor(client: Client, lists: PagedLists, clock: Clock) {
    this.#client = client;
    this.#readTimes = new ReadTimes(clock);
    this.#listOf = lists.define(
      'relations',
      listSource(
        async (owner) => {
          const results = await this.#request(owner);
          return { results, next: undefined, total: results.length, skipped: 0 };
        },
        (owner, relations) => {
          this.#readTimes.add(owner);
          this.#storeRelations(owner, relations);
        },
      ),
    );
  }

  /** The list of all relations of a work item, in the order of their types. It has one page. */
  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  /** Reads the relations unless that was done within the last five minutes. Never rejects: see `PagedList.read`. */
  readIfOld(address: ItemAddress): Promise<void> {
    return this.#readTimes.readIfOld(this.list(address));
  }

  /** Whether the server is not known to lack the operation that removes relations. */
  get canRemove(): boolean {
    return !this.#client.unsupported.has('removeRelation');
  }

  /** `id` is an id of the work item's list. */
  get(address: ItemAddress, id: string): ItemRelation | undefined {
    return this.#relations.get(mapKey(keyOf(address), id));
  }

  /** Returns all relations for the snapshot. The keys are meaningful only to `restore`. */
  all(): IterableIterator<[key: string, relation: ItemRelation]> {
    return this.#relations.entries();
  }

  /** Stores relations of an earlier run. */
  restore(relations: readonly (readonly [key: string, relation: ItemRelation])[]): void {
    for (const [key, relation] of relations) if (!this.#relations.has(key)) this.#relations.set(key, relation);
  }

  /**
   * Relates a work item to others: the work item `blocks`, `duplicates` etc. each of them. Servers keep one relation
   * between two work items, so an earlier one is replaced. Rejects with an ApiError.
   */
  async add(address: ItemAddress, relation_type: RelationType, others: readonly ItemAddress[]): Promise<void> {
    await this.#client.call.createRelation({
      ...itemPath(keyOf(address)),
      body: { relation_type, issues: others.map(({ id }) => id) },
    });
    for (const other of others) {
      this.#removeBetween(address, other);
      this.#addTo(address, relation_type, other);
      this.#addTo(other, INVERSE_RELATION_TYPES[relation_type], address);
    }
  }

  /**
   * Ends the relation between two work items. Rejects with an ApiError, but not if it has already ended. Open-source
   * servers cannot end relations: the fault is then `notFound` with `route`.
   */
  async remove(address: ItemAddress, other: ItemAddress): Promise<void> {
    try {
      await this.#client.call.removeRelation({ ...itemPath(keyOf(address)), body: { related_issue: other.id } });
    } catch (error) {
      // The request may have shown that `canRemove` is false.
      this.#listOf(keyOf(address)).reportRecordChange();
      if (!isRecordGone(faultOf(error))) throw error;
    }
    this.#removeBetween(address, other);
  }

  async #request(owner: string): Promise<ItemRelation[]> {
    const relations = await this.#client.call.listRelations(itemPath(owner), { urgency: 'visible' });
    return RELATION_TYPES.flatMap((type) =>
      (relations[type] ?? []).map((related) => {
        const { issue_id: otherId, project_id } =
          typeof related === 'string' ? { issue_id: related, project_id: undefined } : related;
        return {
          id: relationId(type, otherId),
          type,
          otherId,
          otherProject: typeof project_id === 'string' ? project_id : undefined,
        };
      }),
    );
  }

  #addTo(address: ItemAddress, type: RelationType, other: ItemAddress): void {
    const id = relationId(type, other.id);
    this.#storeRelations(keyOf(address), [{ id, type, otherId: other.id, otherProject: other.project }]);
    this.#listOf(keyOf(address)).add(id);
  }

  #removeBetween(one: ItemAddress, other: ItemAddress): void {
    for (const [address, otherId] of [
      [one, other.id],
      [other, one.id],
    ] as const) {
      const ids = RELATION_TYPES.map((type) => relationId(type, otherId));
      this.#listOf(keyOf(address)).remove(ids);
      for (const id of ids) this.#relations.delete(mapKey(keyOf(address), id));
    }
  }

  #storeRelations(owner: string, relations: readonly ItemRelation[]): void {
    for (const relation of relations) this.#relations.set(mapKey(owner, relation.id), relation);
  }
}

function relationId(type: RelationType, otherId: string): string {
  return `${type}:${otherId}`;
}

function mapKey(owner: string, id: string): string {
  return `${owner} ${id}`;
}
