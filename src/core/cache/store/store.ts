// Caches the records, lists and names of one workspace, and reads and changes them on the server.

import type { Client } from '../../../client/api/client.ts';
import type { Authentication } from '../../../client/authentication.ts';
import type { Allowance } from '../../../client/budget/budget.ts';
import type { CallOptions } from '../../../client/call.ts';
import type { Page } from '../../../contract/page.ts';
import type { EstimatePoint, Project } from '../../../contract/resources/project.ts';
import type { NewState } from '../../../contract/resources/state.ts';
import { isClosedGroup } from '../../../contract/resources/state.ts';
import type { User } from '../../../contract/resources/user.ts';
import {
  type FoundWorkItem,
  identifierOf,
  normalizeIdentifier,
  type WorkItem,
} from '../../../contract/resources/workItem.ts';
import { resourceTable } from '../../../contract/resourceTable.ts';
import { idOf } from '../../../contract/schema/wire.ts';
import { type Clock, systemClock } from '../../../std/clock.ts';
import type { ItemAddress, RecordKind } from '../address.ts';
import { type EstimateScale, estimateName, estimateScale, readEstimatePoints } from '../estimates.ts';
import { Finder } from '../find.ts';
import { ItemCode } from '../itemCode.ts';
import { toIdPage } from '../lists/cachedList.ts';
import { ItemListSource } from '../lists/itemListSource.ts';
import type { ListKey, ListKind } from '../lists/listKey.ts';
import type { PagedList, SynchronizedList } from '../lists/pagedList.ts';
import { PagedLists } from '../lists/pagedLists.ts';
import { QueriedItemSource } from '../lists/queriedItems.ts';
import { resourceOperations } from '../lists/resourceOperations.ts';
import { newLabelColor } from '../newLabelColor.ts';
import type { ItemRecord, LabelRecord, StateRecord } from '../record.ts';
import { ActivityStore } from '../resources/activities.ts';
import { type Associations, createAssociations } from '../resources/associations.ts';
import { AttachmentStore } from '../resources/attachments.ts';
import { CommentStore } from '../resources/comments.ts';
import { LinkStore } from '../resources/links.ts';
import { LocalMemberships } from '../resources/localMemberships.ts';
import { NameStore } from '../resources/recordStore.ts';
import { RelationStore } from '../resources/relations.ts';
import { createResourceStores, type ResourceStores } from '../resources/resourceStores.ts';
import { SentComments } from '../resources/sentComments.ts';
import { SyncedItemReader } from '../resources/syncedItems.ts';
import { ITEM_EXPANSION, LIST_EXPANSION } from '../resources/workItems.ts';
import { SyncProgress } from '../syncProgress.ts';
import { NameIndex } from './names.ts';

const DEFAULT_OPTIONS: CallOptions = { urgency: 'visible' };

/** The lists of a project whose records are the values of fields. */
const PROJECT_LISTS: readonly ListKind[] = [
  'states',
  'labels',
  'members',
  'modules',
  'cycles',
  'types',
  'estimatePoints',
];

/** The role of a guest of a project, who may read and comment. */
const GUEST_ROLE = 5;

export class Store {
  readonly #client: Client;
  /** Reports when requests wait for the server's rate limit. */
  readonly rateLimit: Client['allowance'];
  readonly #names: NameIndex;
  readonly #itemSource: ItemListSource;

  /** Whether and why the server rejects the key or token. */
  readonly authentication: Authentication;
  /** The lists of the workspace, with the pages that have been read. */
  readonly lists: PagedLists;
  /** The names that were received inside other records. */
  readonly seenNames: NameIndex['seenNames'];
  readonly comments: CommentStore;
  readonly sentComments: SentComments;
  readonly attachments: AttachmentStore;
  readonly links: LinkStore;
  readonly relations: RelationStore;
  readonly activities: ActivityStore;
  /** The stores of every kind of record. */
  readonly resources: ResourceStores;
  /** Records that belong to another record: epics of an initiative, members of a teamspace, items of a cycle… */
  readonly associations: Associations;
  /** The cycles and modules into which this window has moved work items. */
  readonly localMemberships = new LocalMemberships();
  /** The pull requests and local branches of work items. */
  readonly code = new ItemCode();
  /** Reads work items for the background synchronization. */
  readonly syncedItemReader: SyncedItemReader;
  /** How many work items of each project the background synchronization has read. */
  readonly sync: SyncProgress;
  readonly clock: Clock;
  /** Reads work items of projects that are too large for a complete list, with filters that the server applies. */
  readonly queriedItemSource: QueriedItemSource;
  /** Searches the work items of the cache. */
  readonly finder: Finder;
  /** The users of the workspace: a single list, with the owner ''. */
  readonly workspaceUsers: NameIndex['workspaceUsers'];
  /** The members of each project. */
  readonly members: NameIndex['members'];
  /** The types of the work items of each project. */
  readonly types: NameIndex['types'];
  /** The points of the estimate system of each project. */
  readonly estimatePoints: NameStore<EstimatePoint>;

  /** Fires when a response contained the name of a state, label or user. */
  readonly onDidReceiveNames: NameIndex['onDidReceiveNames'];

  constructor(client: Client, clock: Clock = systemClock) {
    this.#client = client;
    this.clock = clock;
    this.authentication = client.authentication;
    this.rateLimit = client.allowance;
    this.sync = new SyncProgress(clock);
    const storeUsers = (users: readonly User[]): void => this.#names.seenNames.addUsers(users);
    const storeItems = (project: string, items: readonly WorkItem[]): void =>
      this.resources.workItems.storeRecords(project, items);
    const lists = new PagedLists(clock);
    this.lists = lists;
    const { list: listPage } = resourceOperations(client.call, 'workItem', ITEM_EXPANSION);
    const confirmed = (key: string): ItemRecord | undefined => this.resources.workItems.records.confirmed(key);
    this.#itemSource = new ItemListSource({ listPage, lists, storeRecords: storeItems, confirmed });
    this.queriedItemSource = new QueriedItemSource({
      listPage,
      storeRecords: storeItems,
      confirmed,
      isOpenSource: () => this.isOpenSource,
      order: () => this.#itemSource.order,
    });
    lists.defineLists('foundItems', this.queriedItemSource);
    this.resources = createResourceStores({
      client,
      lists,
      clock,
      storeNames: (project, items) => this.#names.addNamesOf(project, items),
      itemSource: this.#itemSource,
    });
    const names = new NameIndex(client, lists, clock, this.resources);
    this.#names = names;
    this.seenNames = names.seenNames;
    this.onDidReceiveNames = names.onDidReceiveNames;
    this.workspaceUsers = names.workspaceUsers;
    this.members = names.members;
    this.types = names.types;
    this.estimatePoints = new NameStore({
      of: 'estimatePoints',
      lists,
      clock,
      source: async (project, _, options = DEFAULT_OPTIONS) => {
        const results = await readEstimatePoints(client.call, project, this.project(project)?.estimate, options);
        return { results, next: undefined, total: results.length, skipped: 0 };
      },
    });
    this.syncedItemReader = new SyncedItemReader(client, this.resources.workItems);
    this.finder = new Finder(this);
    this.comments = new CommentStore(client, lists, clock, storeUsers);
    this.sentComments = new SentComments(this.resources.workItems, clock);
    this.attachments = new AttachmentStore(client, lists);
    this.links = new LinkStore(client, lists);
    this.relations = new RelationStore(client, lists, () => this.isOpenSource);
    this.activities = new ActivityStore(client, lists);
    this.associations = createAssociations({
      client,
      lists,
      resources: this.resources,
      storeItems,
      storeUsers,
      expand: LIST_EXPANSION,
    });
  }

  /** Reports when requests that wait for the server's rate limit will be sent. */
  get allowance(): Pick<Allowance, 'waitingUntil' | 'onDidChange'> {
    return this.#client.allowance;
  }

  /** See `Client.unreachableSince`. */
  get unreachableSince(): number | undefined {
    return this.#client.unreachableSince;
  }

  /** Returns the list with this key. Returns the same object for each call with the same key. */
  list(key: ListKey): PagedList {
    return this.lists.get(key);
  }

  /** Returns the list of a project's work items for the background synchronization, which calls `setAllIds`. */
  synchronizedList(project: string): SynchronizedList {
    return this.lists.get({ of: 'items', owner: project });
  }

  // Projects

  project(id: string): Project | undefined {
    return this.resources.projects.get(id);
  }

  /** Stores the first page of the list of projects. The caller has requested this page. */
  storeFirstProjectPage(page: Page<Project>): void {
    this.resources.projects.storeRecords('', page.results);
    this.lists.get({ of: 'projects', owner: '' }).setFirstPage(toIdPage(page));
  }

  // Work items

  /** Sets the order in which lists of work items are read from the server: see `ItemListSource.setOrder`. */
  setItemOrder(order: string | undefined): void {
    this.#itemSource.setOrder(order);
  }

  /** Whether lists of work items start with the newest work item, which is the servers' default order. */
  get areListsNewestFirst(): boolean {
    return this.#itemSource.order === undefined;
  }

  item(address: ItemAddress): ItemRecord | undefined {
    return this.resources.workItems.get(address.id, address.project);
  }

  /** Returns the identifier (`PROJ-123`); undefined if the work item or its project is not loaded. */
  identifier(address: ItemAddress): string | undefined {
    const item = this.item(address);
    const project = this.project(address.project);
    return item === undefined || project === undefined ? undefined : identifierOf(project.identifier, item.sequence_id);
  }

  /** Requests the page with the most recently changed work items of a project, and resolves with their ids. */
  async readLastUpdated(project: string, options?: CallOptions): Promise<readonly string[]> {
    const records = await this.resources.workItems.readPage({ order_by: '-updated_at' }, project, options);
    return records.map(({ id }) => id);
  }

  /**
   * Reads the work item with this identifier (`PROJ-123`). Rejects with `notFound` or `rejected` if it does not exist.
   */
  async readByIdentifier(identifier: string, options?: CallOptions): Promise<ItemRecord> {
    const query = { expand: ITEM_EXPANSION.get };
    const response = await this.#client.call.getWorkItemByIdentifier(
      { identifier: normalizeIdentifier(identifier), query },
      options,
    );
    const item = this.resources.workItems.storeOne(idOf(response.project), response);
    if (this.project(item.project) === undefined) await this.resources.projects.readOne(item.project, '', options);
    return item;
  }

  async search(text: string, options?: CallOptions): Promise<readonly FoundWorkItem[]> {
    const response = await this.#client.call.searchWorkItems(
      { query: { search: text, workspace_search: 'true', limit: '30' } },
      options,
    );
    return response.issues;
  }

  // Names

  state(project: string, id: string): StateRecord | undefined {
    return this.#names.state(project, id);
  }

  /**
   * Returns the states of a project in their order, possibly those of an earlier run; an empty array if none are known.
   */
  knownStates(project: string): readonly StateRecord[] {
    return this.resources.states.listed(project);
  }

  /** Returns the state of a work item; undefined if the work item or the state is not loaded. */
  stateOf(address: ItemAddress): StateRecord | undefined {
    const state = this.item(address)?.state;
    return state ? this.state(address.project, state) : undefined;
  }

  /** Whether the work item is loaded, and is completed or canceled. */
  isDone(address: ItemAddress): boolean {
    return isClosedGroup(this.stateOf(address)?.group);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.#names.label(project, id);
  }

  /**
   * Creates a label with the color that `newLabelColor` chooses. Resolves with the label's id. Rejects with an
   * ApiError.
   */
  async createLabel(project: string, name: string): Promise<string> {
    const color = newLabelColor(this.resources.labels.listed(project));
    const { id } = await this.resources.labels.create({ name, color }, project);
    return id;
  }

  /** Creates a state. Resolves with the state's id. Rejects with an ApiError. */
  async createState(project: string, body: NewState): Promise<string> {
    const { id } = await this.resources.states.create(body, project);
    return id;
  }

  /**
   * Whether the signed-in user, whose id is `me`, is a guest of the project. The role is that of the project's loaded
   * members, of the loaded project, or of the workspace, in this order. Returns false if no role is known.
   */
  isGuest(project: string, me: string): boolean {
    const memberRole = this.members.get(me, project)?.role;
    return (memberRole ?? this.project(project)?.member_role ?? this.workspaceUser(me)?.role) === GUEST_ROLE;
  }

  type(project: string, id: string): LabelRecord | undefined {
    return this.#names.type(project, id);
  }

  /**
   * Marks the states, labels, members, modules, cycles, types and estimate points of a project as out of date; without
   * a project, those of every project, and the users of the workspace. Sends no request.
   */
  expireProjectLists(project?: string): void {
    this.lists.expire(PROJECT_LISTS, project);
    if (project === undefined) this.lists.expire(['users']);
  }

  /** Returns the estimate scale of the work items with these ids; without ids, the scale for a new work item. */
  estimateScale(project: string, ids: readonly string[] = []): EstimateScale {
    return estimateScale({
      values: ids.map((id) => this.item({ project, id })?.estimate_point),
      estimateSystem: this.project(project)?.estimate,
      isOpenSource: this.isOpenSource,
    });
  }

  /** Returns the text of an estimate; undefined for the id of a point that is not loaded. */
  estimateName(project: string, value: string): string | undefined {
    return this.estimatePoints.get(value, project)?.value ?? estimateName(value);
  }

  /** Whether the server may support records of this kind. False after it has responded that it does not. */
  maySupport(kind: RecordKind): boolean {
    return !this.#client.unsupported.has(resourceTable[kind].operationNames.list);
  }

  /** Whether any received work item had a type, which shows that the server supports types. */
  get hasTypes(): boolean {
    return this.#names.hasTypes;
  }

  user(project: string, id: string): User | undefined {
    return this.#names.user(project, id);
  }

  /** Returns a user of the workspace; undefined if the user is not loaded. */
  workspaceUser(id: string): User | undefined {
    return this.#names.workspaceUser(id);
  }

  /**
   * Whether the server is an open-source server, which does not support all operations and does not send the field
   * `module` of work items. Undefined if the edition is unknown.
   */
  get isOpenSource(): boolean | undefined {
    if (this.#client.unsupported.size > 0) return true;
    const [first] = this.resources.workItems.records.all().values();
    return first === undefined ? undefined : first.module === undefined;
  }
}
