// Owns what is known of one workspace: records, lists and parts, and the ways to read and change them.
import type { CallOptions } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { Page } from '../contract/page.ts';
import type { Label } from '../contract/resources/label.ts';
import type { Module } from '../contract/resources/module.ts';
import type { Project } from '../contract/resources/project.ts';
import type { State } from '../contract/resources/state.ts';
import type { User } from '../contract/resources/user.ts';
import { type FoundWorkItem, identifierOf, type NewWorkItem, type WorkItem, type WorkItemChanges } from '../contract/resources/workItem.ts';
import type { WorkItemType } from '../contract/resources/workItemType.ts';
import { Emitter } from '../std/event.ts';
import { Activities } from './activities.ts';
import { type ItemAddress, keyOf } from './address.ts';
import { Attachments } from './attachments.ts';
import { Collections, type Listing } from './collection.ts';
import { Comments } from './comments.ts';
import { Ledger } from './ledger.ts';
import { Parts } from './parts.ts';
import { readAll } from './readAll.ts';
import { type ItemRecord, itemRecord, type LabelRecord, relatedOf, type StateRecord } from './record.ts';
import { openShelves, type Shelves } from './shelves.ts';
import { openTies, type Ties } from './ties.ts';

/** One request brings the items and the names of what they refer to. */
const EXPAND = 'state,assignees,labels,type';
/** Of one that is opened its maker is shown as well. */
const EXPAND_ONE = `${EXPAND},created_by`;

export class Store {
  readonly #client: Client;
  readonly #seenStates = new Map<string, StateRecord>();
  readonly #seenLabels = new Map<string, LabelRecord>();
  readonly #seenTypes = new Map<string, LabelRecord>();
  readonly #seenUsers = new Map<string, User>();
  readonly #collections = new Collections();
  readonly #named = new Emitter<void>();
  #itemOrder: string | undefined;
  /** Projects of whose lists of work items something was read. */
  readonly #openedProjects = new Set<string>();

  readonly items = new Ledger<ItemRecord>();
  readonly comments: Comments;
  readonly attachments: Attachments;
  readonly activities: Activities;
  /** Every other kind of record. */
  readonly shelves: Shelves;
  /** What records gather: epics of an initiative, members of a teamspace, items of a cycle… */
  readonly ties: Ties;
  /** The workspace's people, under ''. */
  readonly people: Parts<User>;
  readonly states: Parts<State>;
  readonly labels: Parts<Label>;
  readonly members: Parts<User>;
  readonly modules: Parts<Module>;
  readonly types: Parts<WorkItemType>;

  /** Fires with the key of a list that was replaced: see `projectsKey`, `itemsKey`, and the `key` of comments, files and what was done. */
  readonly onDidChangeListing = this.#collections.onDidChange;
  /** Fires when a state, label or person got a name. */
  readonly onDidName = this.#named.event;

  constructor(client: Client) {
    this.#client = client;
    const { call } = client;
    const visible: CallOptions = { urgency: 'visible' };
    this.shelves = openShelves(client, this.#collections);
    this.comments = new Comments(client, this.#collections, (users) => this.#tellUsers(users));
    this.attachments = new Attachments(client, this.#collections);
    this.activities = new Activities(client, this.#collections);
    this.ties = openTies({
      client,
      collections: this.#collections,
      shelves: this.shelves,
      tellItems: (project, items) => this.#tellItems(project, items),
      tellUsers: (users) => this.#tellUsers(users),
      expand: EXPAND,
    });
    this.people = new Parts(() => readAll((query) => call.listWorkspaceMembers({ query }, visible)));
    this.states = new Parts((project_id) => readAll((query) => call.listStates({ project_id, query }, visible)));
    this.labels = new Parts((project_id) => readAll((query) => call.listLabels({ project_id, query }, visible)));
    this.modules = new Parts((project_id) => readAll((query) => call.listModules({ project_id, query }, visible)));
    this.members = new Parts((project_id) => readAll((query) => call.listProjectMembers({ project_id, query }, visible)));
    this.types = new Parts((project_id) => readAll((query) => call.listWorkItemTypes({ project_id, query }, visible)));
  }

  // Projects

  get projectsKey(): string {
    return this.shelves.projects.lists.key();
  }

  projects(): Listing {
    return this.shelves.projects.lists.of();
  }

  project(id: string): Project | undefined {
    return this.shelves.projects.get(id);
  }

  readProjects(): Promise<void> {
    return this.shelves.projects.lists.read();
  }

  moreProjects(): Promise<void> {
    return this.shelves.projects.lists.more();
  }

  readProjectsAgain(): Promise<void> {
    return this.shelves.projects.lists.again();
  }

  // Work items

  itemsKey(project: string): string {
    return `items ${project}`;
  }

  itemsOf(project: string): Listing {
    return this.#collections.listing(this.itemsKey(project));
  }

  item(address: ItemAddress): ItemRecord | undefined {
    return this.items.shown(keyOf(address));
  }

  /** `PROJ-123`, as far as the project is known. */
  identifier(address: ItemAddress): string | undefined {
    const item = this.item(address);
    const project = this.project(address.project);
    return item === undefined || project === undefined ? undefined : identifierOf(project.identifier, item.sequence_id);
  }

  readItems(project: string, options?: CallOptions): Promise<void> {
    return this.#collections.read(this.itemsKey(project), this.#fetchItems(project, options));
  }

  moreItems(project: string, options?: CallOptions): Promise<void> {
    return this.#collections.more(this.itemsKey(project), this.#fetchItems(project, options));
  }

  readItemsAgain(project: string, options?: CallOptions): Promise<void> {
    return this.#collections.again(this.itemsKey(project), this.#fetchItems(project, options));
  }

  /**
   * Takes in what was changed since the project's list was read: one request that brings the page changed last. When more than that page
   * was changed, or something is gone, the list is read again as far as it had been. Rejects with a FaultError.
   */
  async freshenItems(project: string, options?: CallOptions): Promise<void> {
    const key = this.itemsKey(project);
    const before = this.#collections.listing(key);
    if (before.status !== 'ready') return;
    const query = { expand: EXPAND, order_by: '-updated_at' };
    const page = await this.#client.call.listWorkItems({ project_id: project, query }, options);
    const known = new Set(before.ids);
    const fresh = page.results.filter(({ id }) => !known.has(id));
    const isWhole = page.next === undefined || page.results.some((wire) => this.#isKnownAsItIs(project, wire));
    this.#tellItems(project, page.results);
    const created = fresh.filter((wire) => this.#isCreated(project, before, wire)).sort(byCreation);
    for (const { id } of created) this.#collections.add(key, id);
    const total = before.total === undefined ? undefined : before.total + created.length;
    if (!isWhole || (page.total !== undefined && page.total !== total))
      await this.#collections.freshen(key, this.#fetchItems(project, options));
  }

  /**
   * The order in which the service is to hand out work items (`order_by`; undefined is its usual one). What has been read whole stays:
   * it can be sorted here. What has not is forgotten, because the first page is another one now.
   */
  orderItems(order: string | undefined): void {
    if (order === this.#itemOrder) return;
    this.#itemOrder = order;
    for (const project of this.#openedProjects) {
      const { status, next } = this.itemsOf(project);
      if (next !== undefined || status === 'reading') this.#collections.forget(this.itemsKey(project));
    }
  }

  /** Reads one item anew, and its project when that is unknown. */
  async readItem(address: ItemAddress, options?: CallOptions): Promise<ItemRecord> {
    if (this.project(address.project) === undefined) await this.shelves.projects.readOne(address.project, '', options);
    const wire = await this.#client.call.getWorkItem(
      { project_id: address.project, work_item_id: address.id, query: { expand: EXPAND_ONE } },
      options,
    );
    return this.#tellItem(wire);
  }

  /** Reads a page of a project's items anew, those that were changed last, and gives their ids. */
  async readChanged(project: string, options?: CallOptions): Promise<readonly string[]> {
    const query = { expand: EXPAND, order_by: '-updated_at' };
    const page = await this.#client.call.listWorkItems({ project_id: project, query }, options);
    this.#tellItems(project, page.results);
    return page.results.map(({ id }) => id);
  }

  /** The item that people call `PROJ-123`. Throws `absent` or `refused` when there is none. */
  async readByIdentifier(identifier: string, options?: CallOptions): Promise<ItemRecord> {
    const wire = await this.#client.call.getWorkItemByIdentifier(
      { identifier: identifier.toUpperCase(), query: { expand: EXPAND_ONE } },
      options,
    );
    const item = this.#tellItem(wire);
    if (this.project(item.project) === undefined) await this.shelves.projects.readOne(item.project, '', options);
    return item;
  }

  async search(text: string, options?: CallOptions): Promise<readonly FoundWorkItem[]> {
    const found = await this.#client.call.searchWorkItems({ query: { search: text, workspace_search: 'true', limit: '30' } }, options);
    return found.issues;
  }

  /** Changes fields of an item: shown at once, answered when the service has answered. */
  ask(address: ItemAddress, changes: WorkItemChanges, options?: CallOptions): Promise<ItemRecord> {
    const key = keyOf(address);
    return this.items.ask(key, overlayOf(changes), async () => {
      const where = { project_id: address.project, work_item_id: address.id };
      const wire = await this.#client.call.updateWorkItem({ ...where, body: changes }, options);
      this.#seen([wire]);
      const answered = itemRecord(wire);
      // Some servers leave the description out of this answer: then it is what was sent, or what was known.
      const description_html = answered.description_html ?? changes.description_html ?? this.items.told(key)?.description_html;
      return { ...answered, description_html };
    });
  }

  async createItem(project: string, body: NewWorkItem): Promise<ItemRecord> {
    const item = this.#tellItem(await this.#client.call.createWorkItem({ project_id: project, body }));
    this.#collections.add(this.itemsKey(project), item.id);
    return item;
  }

  async removeItem(address: ItemAddress): Promise<void> {
    await this.#client.call.deleteWorkItem({ project_id: address.project, work_item_id: address.id });
    this.#collections.remove(this.itemsKey(address.project), address.id);
    this.items.forget(keyOf(address));
  }

  // Names

  state(project: string, id: string): StateRecord | undefined {
    return this.states.of(project).records.find((one) => one.id === id) ?? this.#seenStates.get(id);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.labels.of(project).records.find((one) => one.id === id) ?? this.#seenLabels.get(id);
  }

  type(project: string, id: string): LabelRecord | undefined {
    return this.types.of(project).records.find((one) => one.id === id) ?? this.#seenTypes.get(id);
  }

  /** Whether any work item came with a type: then this server has types. */
  get hasTypes(): boolean {
    return this.#seenTypes.size > 0;
  }

  user(project: string, id: string): User | undefined {
    return this.members.of(project).records.find((one) => one.id === id) ?? this.person(id);
  }

  /** Anybody of the workspace who has been seen. */
  person(id: string): User | undefined {
    return this.people.of('').records.find((one) => one.id === id) ?? this.#seenUsers.get(id);
  }

  // Reading

  #isKnownAsItIs(project: string, wire: WorkItem): boolean {
    const told = this.items.told(keyOf({ project, id: wire.id }));
    return told?.updated_at !== undefined && told.updated_at === wire.updated_at;
  }

  /** In a list that stands newest first, an unknown item that is older than the first belongs to a page that was not read. In another order nobody can say. */
  #isCreated(project: string, { ids, next }: Listing, wire: WorkItem): boolean {
    if (next === undefined) return true;
    if (this.#itemOrder !== undefined) return false;
    const first = ids[0] === undefined ? undefined : this.items.told(keyOf({ project, id: ids[0] }));
    return first === undefined || (wire.created_at ?? '') >= (first.created_at ?? '');
  }

  #fetchItems(project: string, options?: CallOptions) {
    return async (cursor: string | undefined) => {
      this.#openedProjects.add(project);
      const order = this.#itemOrder === undefined ? {} : { order_by: this.#itemOrder };
      const query = { expand: EXPAND, ...order, ...(cursor === undefined ? {} : { cursor }) };
      const page = await this.#client.call.listWorkItems({ project_id: project, query }, options);
      this.#tellItems(project, page.results);
      return idPage(page);
    };
  }

  #tellItems(project: string, items: readonly WorkItem[]): void {
    this.#seen(items);
    this.items.tell(items.map(itemRecord).map((item) => [keyOf({ project, id: item.id }), item]));
  }

  #tellUsers(users: readonly User[]): void {
    for (const one of users) this.#seenUsers.set(one.id, one);
    if (users.length > 0) this.#named.fire();
  }

  #tellItem(wire: WorkItem): ItemRecord {
    this.#seen([wire]);
    const item = itemRecord(wire);
    this.items.tell([[keyOf(item), item]]);
    return item;
  }

  #seen(items: readonly WorkItem[]): void {
    const { states, labels, users, types } = relatedOf(items);
    for (const one of states) this.#seenStates.set(one.id, one);
    for (const one of labels) this.#seenLabels.set(one.id, one);
    for (const one of types) this.#seenTypes.set(one.id, one);
    for (const one of users) this.#seenUsers.set(one.id, one);
    if (states.length + labels.length + users.length > 0) this.#named.fire();
  }
}

function idPage(page: Page<{ readonly id: string }>) {
  return { ids: page.results.map((one) => one.id), next: page.next, total: page.total };
}

function byCreation(one: WorkItem, other: WorkItem): number {
  return Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? '');
}

function overlayOf(changes: WorkItemChanges): Partial<ItemRecord> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
