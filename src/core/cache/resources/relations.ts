// Caches the relations between work items, and adds and removes them.

import type { Client } from '../../../client/api/client.ts';
import { faultOf, isRecordGone } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import { INVERSE_RELATION_TYPES, RELATION_TYPES, type RelationType } from '../../../contract/resources/relation.ts';
import { type ItemAddress, itemPathParameters, keyOf, parseItemKey } from '../address.ts';
import { type CachedList, createListSource } from '../lists/cachedList.ts';
import type { PagedList } from '../lists/pagedList.ts';
import type { PagedLists } from '../lists/pagedLists.ts';

/** A relation as seen from one of its two work items. */
export interface ItemRelation {
  /** `<type>:<id of the other work item>`, because servers send no id for relations. */
  readonly id: string;
  readonly type: RelationType;
  readonly otherId: string;
  /** The project of the other work item; undefined if the server does not send it (API-FACTS A.5). */
  readonly otherProject: string | undefined;
}

export class RelationStore {
  readonly #client: Client;
  readonly #isOpenSource: () => boolean | undefined;
  /** The relations, by the key of the work item and the id of the relation. */
  readonly #relations = new Map<string, ItemRelation>();
  /** By the id of a blocked work item: the relations that say so, of either of the two work items. */
  readonly #blocking = new Map<string, { readonly owner: string; readonly relation: ItemRelation }[]>();
  readonly #listOf: (key: string) => CachedList;

  constructor(client: Client, lists: PagedLists, isOpenSource: () => boolean | undefined) {
    this.#client = client;
    this.#isOpenSource = isOpenSource;
    this.#listOf = lists.defineLists(
      'relations',
      createListSource(
        async (owner, _, options) => {
          const results = await this.#request(owner, options);
          return { results, next: undefined, total: results.length, skipped: 0 };
        },
        (owner, relations) => this.#storeRelations(owner, relations),
      ),
    );
  }

  /** Returns the list of all relations of a work item, in the order of their types. The list has one page. */
  list(address: ItemAddress): PagedList {
    return this.#listOf(keyOf(address));
  }

  /** Whether relations may be removed: false on open-source servers, which do not have the operation. */
  get canRemove(): boolean {
    return this.#isOpenSource() !== true && !this.#client.unsupported.has('removeRelation');
  }

  /** Returns a relation of the work item. `id` is an id from `list(address)`. */
  get(address: ItemAddress, id: string): ItemRelation | undefined {
    return this.#relations.get(mapKey(keyOf(address), id));
  }

  /** Returns the work items that block this one, as far as the relations of one of the two are loaded. */
  blockersOf({ project, id }: ItemAddress): readonly ItemAddress[] {
    const blockers = new Map<string, ItemAddress>();
    for (const { owner, relation } of this.#blocking.get(id) ?? []) {
      if (!this.#listOf(owner).state.ids.includes(relation.id)) continue;
      const other =
        relation.type === 'blocked_by'
          ? { project: relation.otherProject ?? project, id: relation.otherId }
          : parseItemKey(owner);
      if (other !== undefined) blockers.set(other.id, other);
    }
    return [...blockers.values()];
  }

  /** Returns the work items that this one blocks, as far as the relations of one of the two are loaded. */
  blockedBy({ project, id }: ItemAddress): readonly ItemAddress[] {
    return [...this.#blocking].flatMap(([blockedId, [first]]) => {
      if (first === undefined) return [];
      const { owner, relation } = first;
      const ownerProject = parseItemKey(owner)?.project ?? project;
      const blocked = {
        project: relation.type === 'blocked_by' ? ownerProject : (relation.otherProject ?? ownerProject),
        id: blockedId,
      };
      return this.blockersOf(blocked).some((blocker) => blocker.id === id) ? [blocked] : [];
    });
  }

  /** Returns all relations for the snapshot. The keys are meaningful only to `restore`. */
  all(): IterableIterator<[key: string, relation: ItemRelation]> {
    return this.#relations.entries();
  }

  /** Stores relations of an earlier run. */
  restore(relations: readonly (readonly [key: string, relation: ItemRelation])[]): void {
    for (const [key, relation] of relations)
      if (!this.#relations.has(key)) this.#storeRelations(key.slice(0, key.lastIndexOf(' ')), [relation]);
  }

  /**
   * Adds a relation of this type (for example `blocking`) from the work item to each of the other work items. Resolves
   * with the work items to which the server has added none. Between two work items, some servers replace an earlier
   * relation, and others keep it and ignore the new one: then the list is read again. Rejects with an ApiError.
   */
  async add(
    address: ItemAddress,
    relation_type: RelationType,
    others: readonly ItemAddress[],
  ): Promise<readonly ItemAddress[]> {
    const { results } = await this.#client.call.createRelation({
      ...itemPathParameters(keyOf(address)),
      body: { relation_type, issues: others.map(({ id }) => id) },
    });
    const answeredIds = new Set(results.map(({ id }) => id));
    const isAnswered = ({ id }: ItemAddress): boolean => results.length >= others.length || answeredIds.has(id);
    const isCertain = others.every((other) => isAnswered(other) && !this.#hasRelationBetween(address, other));
    if (isCertain) {
      for (const other of others) {
        this.#addTo(address, relation_type, other);
        this.#addTo(other, INVERSE_RELATION_TYPES[relation_type], address);
      }
      return [];
    }
    // The other work items show what the server has stored when they are opened.
    for (const other of others) this.#listOf(keyOf(other)).forget();
    const list = this.list(address);
    await (list.state.status === 'ready' ? list.reload() : list.read());
    return others.filter(
      (other) => !isAnswered(other) && !list.state.ids.includes(relationId(relation_type, other.id)),
    );
  }

  /**
   * Removes the relation between two work items. Rejects with an ApiError, but not if the relation is already removed.
   * Open-source servers cannot remove relations: the fault is `notFound`, and its `route` is true.
   */
  async remove(address: ItemAddress, other: ItemAddress): Promise<void> {
    try {
      await this.#client.call.removeRelation({
        ...itemPathParameters(keyOf(address)),
        body: { related_issue: other.id },
      });
    } catch (error) {
      // The response may have changed `canRemove`.
      this.#listOf(keyOf(address)).reportRecordChange();
      if (!isRecordGone(faultOf(error))) throw error;
    }
    this.#removeBetween(address, other);
  }

  async #request(owner: string, options?: CallOptions): Promise<ItemRelation[]> {
    const relations = await this.#client.call.listRelations(itemPathParameters(owner), {
      urgency: 'visible',
      ...options,
    });
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

  #hasRelationBetween(one: ItemAddress, other: ItemAddress): boolean {
    return RELATION_TYPES.some((type) => this.get(one, relationId(type, other.id)) !== undefined);
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
    for (const relation of relations) {
      this.#relations.set(mapKey(owner, relation.id), relation);
      const blocked =
        relation.type === 'blocked_by'
          ? parseItemKey(owner)?.id
          : relation.type === 'blocking'
            ? relation.otherId
            : undefined;
      if (blocked === undefined) continue;
      const others = (this.#blocking.get(blocked) ?? []).filter(
        (one) => one.owner !== owner || one.relation.id !== relation.id,
      );
      this.#blocking.set(blocked, [...others, { owner, relation }]);
    }
  }
}

function relationId(type: RelationType, otherId: string): string {
  return `${type}:${otherId}`;
}

function mapKey(owner: string, id: string): string {
  return `${owner} ${id}`;
}
