// Provides a session's store as tree data, and caches sorted lists and rows until something
// changes.

import type { ListKey } from '../cache/lists/listKey.ts';
import type { ItemRecord } from '../cache/record.ts';
import type { Store } from '../cache/store.ts';
import type { Project } from '../contract/resources/project.ts';
import { nameOfUser } from '../contract/resources/user.ts';
import type { ViewChoices } from './grouping/choices.ts';
import { ItemSorter } from './grouping/sortItems.ts';
import type { ItemRows } from './itemRows.ts';
import { type Node, nodeId } from './node.ts';
import { itemsIn, rowsOf } from './rows.ts';
import type { OwnItems, RecordLookup, TreeData } from './treeData.ts';

interface Sorted {
  readonly ids: readonly string[];
  readonly sortBy: ViewChoices['sortBy'];
  readonly descending: boolean;
  readonly items: readonly ItemRecord[];
}

/** The user's choices, recent and pinned items; read on every access. */
export interface Personal {
  choices(): ViewChoices;
  mine(): OwnItems;
  /** Whether the open folder is bound to this project. */
  isBound(project: Project): boolean;
}

export class StoreTreeData implements TreeData {
  readonly arranger: ItemSorter;
  readonly records: RecordLookup;
  readonly #store: Store;
  readonly #personal: Personal;
  readonly #rows = new Map<string, ItemRows>();
  readonly #sorted = new Map<string, Sorted>();

  constructor(store: Store, personal: Personal) {
    this.#store = store;
    this.#personal = personal;
    this.records = recordsOf(store);
    this.arranger = new ItemSorter({
      prefix: (project) => store.project(project)?.identifier ?? '?',
      state: (project, id) => store.state(project, id),
      label: (project, id) => store.label(project, id),
      type: (project, id) => store.type(project, id),
    });
  }

  get choices(): ViewChoices {
    return this.#personal.choices();
  }

  get mine(): OwnItems {
    return this.#personal.mine();
  }

  get rejection() {
    return this.#store.authentication.rejection;
  }

  isBound(project: string): boolean {
    const known = this.#store.project(project);
    return known !== undefined && this.#personal.isBound(known);
  }

  project(id: string) {
    return this.#store.project(id);
  }

  item(address: Parameters<Store['item']>[0]) {
    return this.#store.item(address);
  }

  state(project: string, id: string) {
    return this.#store.state(project, id);
  }

  label(project: string, id: string) {
    return this.#store.label(project, id);
  }

  type(project: string, id: string) {
    return this.#store.type(project, id);
  }

  user(project: string, id: string) {
    return this.#store.user(project, id);
  }

  personName(project: string, id: string): string {
    const person = this.#store.user(project, id);
    return person === undefined ? id : nameOfUser(person);
  }

  statesOf(project: string) {
    const part = this.#store.states.of(project);
    return part.status === 'ready' || part.status === 'failed' ? part.records : [];
  }

  listing(list: ListKey) {
    return this.#store.list(list).state;
  }

  placeOf(list: ListKey, id: string) {
    return list.of === 'initiativeEpics' ? this.#store.associations.initiativeEpics.placeOf(id) : undefined;
  }

  *items(): Iterable<ItemRecord> {
    for (const key of this.#store.resources.workItems.records.all().keys()) {
      const shown = this.#store.resources.workItems.records.value(key);
      if (shown !== undefined) yield shown;
    }
  }

  sorted(project: string): readonly ItemRecord[] {
    const { ids } = this.listing({ of: 'items', owner: project });
    const { sortBy, descending } = this.choices;
    const known = this.#sorted.get(project);
    if (known?.ids === ids && known.sortBy === sortBy && known.descending === descending) return known.items;
    const items = this.arranger.sort(itemsIn(project, ids, this), this.choices);
    this.#sorted.set(project, { ids, sortBy, descending, items });
    return items;
  }

  rowsOf(node: Node): ItemRows {
    const id = nodeId(node);
    const known = this.#rows.get(id);
    if (known !== undefined) return known;
    const rows = rowsOf(node, this, this.arranger);
    this.#rows.set(id, rows);
    return rows;
  }

  /** Lists or choices have changed: computes rows again on the next access. */
  rearrange(): void {
    this.#rows.clear();
  }

  /** Records were replaced: drops everything that was computed. */
  forget(): void {
    this.#sorted.clear();
    this.#rows.clear();
  }

  /** A record of the project was replaced: drops what depends on it. */
  replaced(project: string): void {
    this.#sorted.delete(project);
    this.#rows.clear();
  }
}

function recordsOf({ resources }: Store): RecordLookup {
  return {
    initiative: (id) => resources.initiatives.get(id),
    initiativeLabel: (id) => resources.initiativeLabels.get(id),
    epic: (project, id) => resources.epics.get(id, project),
    cycle: (project, id) => resources.cycles.get(id, project),
    module: (project, id) => resources.modules.get(id, project),
    teamspace: (id) => resources.teamspaces.get(id),
    customer: (id) => resources.customers.get(id),
    customerRequest: (customer, id) => resources.customerRequests.get(id, customer),
    customerProperty: (id) => resources.customerProperties.get(id),
  };
}
