// Owns what is known of one workspace: records, lists and parts, and the ways to read and change them.
import type { CallOptions } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { Page } from '../contract/page.ts';
import type { Comment } from '../contract/resources/comment.ts';
import type { Label } from '../contract/resources/label.ts';
import type { Module } from '../contract/resources/module.ts';
import type { Project } from '../contract/resources/project.ts';
import type { State } from '../contract/resources/state.ts';
import type { User } from '../contract/resources/user.ts';
import { type FoundWorkItem, identifierOf, type NewWorkItem, type WorkItem, type WorkItemChanges } from '../contract/resources/workItem.ts';
import type { WorkItemType } from '../contract/resources/workItemType.ts';
import { Emitter } from '../std/event.ts';
import { type ItemAddress, keyOf } from './address.ts';
import { Collections, type Listing } from './collection.ts';
import type { CommentDraft } from './draft.ts';
import { Ledger } from './ledger.ts';
import { type SendOutcome, sendComment } from './outbox.ts';
import { Parts } from './parts.ts';
import { type ItemRecord, itemRecord, type LabelRecord, relatedOf, type StateRecord } from './record.ts';

const PROJECTS = 'projects';
/** One request brings the items and the names of what they refer to. */
const EXPAND = 'state,assignees,labels';

export class Store {
  readonly #client: Client;
  readonly #projects = new Map<string, Project>();
  readonly #comments = new Map<string, Comment>();
  readonly #seenStates = new Map<string, StateRecord>();
  readonly #seenLabels = new Map<string, LabelRecord>();
  readonly #seenUsers = new Map<string, User>();
  readonly #collections = new Collections();
  readonly #named = new Emitter<void>();

  readonly items = new Ledger<ItemRecord>();
  readonly states: Parts<State>;
  readonly labels: Parts<Label>;
  readonly members: Parts<User>;
  readonly modules: Parts<Module>;
  readonly types: Parts<WorkItemType>;

  /** Fires with the key of a list that was replaced: see `projectsKey`, `itemsKey`, `commentsKey`. */
  readonly onDidChangeListing = this.#collections.onDidChange;
  /** Fires when a state, label or person got a name. */
  readonly onDidName = this.#named.event;

  constructor(client: Client) {
    this.#client = client;
    const { call } = client;
    const visible: CallOptions = { urgency: 'visible' };
    this.states = new Parts((project_id) => this.#all((query) => call.listStates({ project_id, query }, visible)));
    this.labels = new Parts((project_id) => this.#all((query) => call.listLabels({ project_id, query }, visible)));
    this.modules = new Parts((project_id) => this.#all((query) => call.listModules({ project_id, query }, visible)));
    this.members = new Parts((project_id) => this.#all((query) => call.listProjectMembers({ project_id, query }, visible)));
    this.types = new Parts((project_id) => this.#all((query) => call.listWorkItemTypes({ project_id, query }, visible)));
  }

  // Projects

  readonly projectsKey = PROJECTS;

  projects(): Listing {
    return this.#collections.listing(PROJECTS);
  }

  project(id: string): Project | undefined {
    return this.#projects.get(id);
  }

  readProjects(): Promise<void> {
    return this.#collections.read(PROJECTS, this.#fetchProjects);
  }

  moreProjects(): Promise<void> {
    return this.#collections.more(PROJECTS, this.#fetchProjects);
  }

  readProjectsAgain(): Promise<void> {
    return this.#collections.again(PROJECTS, this.#fetchProjects);
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
    const project = this.#projects.get(address.project);
    return item === undefined || project === undefined ? undefined : identifierOf(project.identifier, item.sequence_id);
  }

  readItems(project: string): Promise<void> {
    return this.#collections.read(this.itemsKey(project), this.#fetchItems(project));
  }

  moreItems(project: string): Promise<void> {
    return this.#collections.more(this.itemsKey(project), this.#fetchItems(project));
  }

  readItemsAgain(project: string): Promise<void> {
    return this.#collections.again(this.itemsKey(project), this.#fetchItems(project));
  }

  /** Reads one item anew, and its project when that is unknown. */
  async readItem(address: ItemAddress, options?: CallOptions): Promise<ItemRecord> {
    if (!this.#projects.has(address.project)) await this.#readProject(address.project, options);
    const wire = await this.#client.call.getWorkItem(
      { project_id: address.project, work_item_id: address.id, query: { expand: EXPAND } },
      options,
    );
    return this.#tellItem(wire);
  }

  /** The item that people call `PROJ-123`. Throws `absent` or `refused` when there is none. */
  async readByIdentifier(identifier: string, options?: CallOptions): Promise<ItemRecord> {
    const wire = await this.#client.call.getWorkItemByIdentifier(
      { identifier: identifier.toUpperCase(), query: { expand: EXPAND } },
      options,
    );
    const item = this.#tellItem(wire);
    if (!this.#projects.has(item.project)) await this.#readProject(item.project, options);
    return item;
  }

  async search(text: string, options?: CallOptions): Promise<readonly FoundWorkItem[]> {
    const found = await this.#client.call.searchWorkItems({ query: { search: text, workspace_search: 'true', limit: '30' } }, options);
    return found.issues;
  }

  /** Changes fields of an item: shown at once, answered when the service has answered. */
  ask(address: ItemAddress, changes: WorkItemChanges): Promise<ItemRecord> {
    const key = keyOf(address);
    return this.items.ask(key, overlayOf(changes), async () => {
      const wire = await this.#client.call.updateWorkItem({ project_id: address.project, work_item_id: address.id, body: changes });
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

  // Comments

  commentsKey(address: ItemAddress): string {
    return `comments ${keyOf(address)}`;
  }

  commentsOf(address: ItemAddress): Listing {
    return this.#collections.listing(this.commentsKey(address));
  }

  comment(id: string): Comment | undefined {
    return this.#comments.get(id);
  }

  readComments(address: ItemAddress): Promise<void> {
    return this.#collections.read(this.commentsKey(address), this.#fetchComments(address));
  }

  moreComments(address: ItemAddress): Promise<void> {
    return this.#collections.more(this.commentsKey(address), this.#fetchComments(address));
  }

  readCommentsAgain(address: ItemAddress): Promise<void> {
    return this.#collections.again(this.commentsKey(address), this.#fetchComments(address));
  }

  /** Sends a comment once; see `sendComment`. The list shows it when it is read. */
  async sendComment(address: ItemAddress, draft: CommentDraft, html: string): Promise<SendOutcome> {
    const path = { project_id: address.project, work_item_id: address.id };
    const outcome = await sendComment(
      {
        create: (body) => this.#client.call.createComment({ ...path, body }),
        find: async (externalId) => {
          const comments = await this.#all((query) => this.#client.call.listComments({ ...path, query }));
          return comments.find((one) => one.external_id === externalId);
        },
      },
      draft,
      html,
    );
    if (outcome.sent && outcome.comment !== undefined) this.#showComment(address, outcome.comment);
    else if (outcome.sent) await this.readCommentsAgain(address);
    return outcome;
  }

  // Names

  state(project: string, id: string): StateRecord | undefined {
    return this.states.of(project).records.find((one) => one.id === id) ?? this.#seenStates.get(id);
  }

  label(project: string, id: string): LabelRecord | undefined {
    return this.labels.of(project).records.find((one) => one.id === id) ?? this.#seenLabels.get(id);
  }

  user(project: string, id: string): User | undefined {
    return this.members.of(project).records.find((one) => one.id === id) ?? this.#seenUsers.get(id);
  }

  // Reading

  readonly #fetchProjects = async (cursor: string | undefined) => {
    const page = await this.#client.call.listProjects({ query: cursor === undefined ? {} : { cursor } });
    for (const project of page.results) this.#projects.set(project.id, project);
    return idPage(page);
  };

  #fetchItems(project: string) {
    return async (cursor: string | undefined) => {
      const query = cursor === undefined ? { expand: EXPAND } : { expand: EXPAND, cursor };
      const page = await this.#client.call.listWorkItems({ project_id: project, query });
      this.#seen(page.results);
      this.items.tell(page.results.map(itemRecord).map((item) => [keyOf({ project, id: item.id }), item]));
      return idPage(page);
    };
  }

  #fetchComments(address: ItemAddress) {
    return async (cursor: string | undefined) => {
      const query = cursor === undefined ? {} : { cursor };
      const page = await this.#client.call.listComments({ project_id: address.project, work_item_id: address.id, query });
      for (const one of page.results) this.#comments.set(one.id, one);
      return idPage(page);
    };
  }

  async #readProject(id: string, options: CallOptions | undefined): Promise<void> {
    this.#projects.set(id, await this.#client.call.getProject({ project_id: id }, options));
  }

  #tellItem(wire: WorkItem): ItemRecord {
    this.#seen([wire]);
    const item = itemRecord(wire);
    this.items.tell([[keyOf(item), item]]);
    return item;
  }

  #showComment(address: ItemAddress, one: Comment): void {
    this.#comments.set(one.id, one);
    this.#collections.add(this.commentsKey(address), one.id);
  }

  #seen(items: readonly WorkItem[]): void {
    const { states, labels, users } = relatedOf(items);
    for (const one of states) this.#seenStates.set(one.id, one);
    for (const one of labels) this.#seenLabels.set(one.id, one);
    for (const one of users) this.#seenUsers.set(one.id, one);
    if (states.length + labels.length + users.length > 0) this.#named.fire();
  }

  async #all<T>(fetch: (query: { cursor?: string }) => Promise<Page<T>>): Promise<readonly T[]> {
    const records: T[] = [];
    let page = await fetch({});
    records.push(...page.results);
    while (page.next !== undefined) {
      page = await fetch({ cursor: page.next });
      records.push(...page.results);
    }
    return records;
  }
}

function idPage(page: Page<{ readonly id: string }>) {
  return { ids: page.results.map((one) => one.id), next: page.next, total: page.total };
}

function overlayOf(changes: WorkItemChanges): Partial<ItemRecord> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
