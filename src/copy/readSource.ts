// Reads from a project all data that can be copied, except the content of files.

import { throwIfAborted } from '../client/abort.ts';
import type { Client } from '../client/api/client.ts';
import { type Fault, faultOf, isForbidden, isUnsupported, isUnsupportedInProject } from '../client/apiError.ts';
import type { CallOptions } from '../client/call.ts';
import { withCycleDays } from '../contract/cycleDays.ts';
import type { Page } from '../contract/page.ts';
import type { Project } from '../contract/resources/project.ts';
import { RELATION_TYPES } from '../contract/resources/relation.ts';
import { nameOfUser, type User } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import { type ResourceResponses } from '../contract/resourceTable.ts';
import { idOf, type Reference } from '../contract/schema/wire.ts';
import { readAllPages } from '../core/cache/lists/readAllPages.ts';
import type {
  SourceAttachment,
  SourceComment,
  SourceCycle,
  SourceItem,
  SourceLabel,
  SourceLink,
  SourceModule,
  SourceProject,
  SourceState,
  SourceUser,
} from './source.ts';

export interface ReadSourceOptions {
  readonly client: Client;
  readonly project_id: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of work items whose comments, links, relations and attachments have been read. */
  readonly onProgress?: (readItems: number, totalItems: number) => void;
}

/** Resolves with the project. Rejects with an ApiError. */
export async function readSource(options: ReadSourceOptions): Promise<SourceProject> {
  return new SourceReader(options).read();
}

type Query = { readonly cursor?: string };

class SourceReader {
  readonly #client: Client;
  readonly #path: { readonly project_id: string };
  readonly #options: CallOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ReadSourceOptions['onProgress'];
  #unreadable = 0;

  constructor({ client, project_id, signal, onProgress }: ReadSourceOptions) {
    this.#client = client;
    this.#path = { project_id };
    this.#signal = signal;
    this.#options = signal === undefined ? { urgency: 'background' } : { urgency: 'background', signal };
    this.#onProgress = onProgress;
  }

  async read(): Promise<SourceProject> {
    const { call } = this.#client;
    const project = await call.getProject(this.#path, this.#options);
    const user = await call.getCurrentUser({}, this.#options);
    const states = await this.#all((query) => call.listStates({ ...this.#path, query }, this.#options));
    const labels = await this.#all((query) => call.listLabels({ ...this.#path, query }, this.#options));
    const modules = await this.#modules();
    const cycles = await this.#cycles(project);
    const items = await this.#items();
    return {
      id: project.id,
      name: project.name,
      identifier: project.identifier,
      description: project.description ?? '',
      timezone: textOf(project.timezone),
      user: user.id,
      users: await this.#users(),
      states: states.map(toState).sort((first, second) => (first.sequence ?? 0) - (second.sequence ?? 0)),
      labels: labels.map(toLabel),
      modules,
      cycles,
      items,
      unreadable: this.#unreadable,
    };
  }

  #all<T extends { readonly id: string }>(fetch: (query: Query) => Promise<Page<T>>): Promise<readonly T[]> {
    return readAllPages(fetch, ({ skipped }) => {
      this.#unreadable += skipped;
    });
  }

  /**
   * Reads all pages of a list. Resolves with an empty list if `isMissing` returns true for the fault of the request.
   */
  async #allOrNone<T extends { readonly id: string }>(
    isMissing: (fault: Fault) => boolean,
    fetch: (query: Query) => Promise<Page<T>>,
  ): Promise<readonly T[]> {
    try {
      return await this.#all(fetch);
    } catch (thrown) {
      if (isMissing(faultOf(thrown))) return [];
      throw thrown;
    }
  }

  /**
   * Resolves with the users of the workspace and the members of the project. Guests cannot list the workspace members
   * (403).
   */
  async #users(): Promise<SourceUser[]> {
    const { call } = this.#client;
    const isListUnavailable = (fault: Fault): boolean => isForbidden(fault) || isUnsupported(fault);
    const members = await this.#allOrNone(isListUnavailable, () => call.listProjectMembers(this.#path, this.#options));
    const workspaceMembers = await this.#allOrNone(isListUnavailable, () =>
      call.listWorkspaceMembers({}, this.#options),
    );
    return [...new Map([...workspaceMembers, ...members].map((user) => [user.id, toUser(user)])).values()];
  }

  async #modules(): Promise<SourceModule[]> {
    const { call } = this.#client;
    const modules = await this.#allOrNone(isUnsupportedInProject, (query) =>
      call.listModules({ ...this.#path, query }, this.#options),
    );
    return mapSequentially(modules, async (module) => {
      const path = { ...this.#path, module_id: module.id };
      const items = await this.#all((query) => call.listModuleItems({ ...path, query }, this.#options));
      const members = module['members'];
      return {
        ...moduleOrCycleFields(module, items),
        end: dateOf(module['target_date']),
        status: module.status ?? null,
        lead: textOf(module['lead']),
        members: Array.isArray(members) ? members.filter((member) => typeof member === 'string') : [],
      };
    });
  }

  async #cycles(project: Project): Promise<SourceCycle[]> {
    const { call } = this.#client;
    const cycles = await this.#allOrNone(isUnsupportedInProject, (query) =>
      call.listCycles({ ...this.#path, query }, this.#options),
    );
    return mapSequentially(cycles, async (listedCycle) => {
      const cycle = withCycleDays(listedCycle, project);
      const path = { ...this.#path, cycle_id: cycle.id };
      const items = await this.#all((query) => call.listCycleItems({ ...path, query }, this.#options));
      return { ...moduleOrCycleFields(cycle, items), end: dateOf(cycle.end_date), owner: optionalId(cycle.owned_by) };
    });
  }

  async #items(): Promise<SourceItem[]> {
    const { call } = this.#client;
    const listedItems = await this.#all((query) =>
      call.listWorkItems({ ...this.#path, query: { ...query, order_by: 'created_at' } }, this.#options),
    );
    // The list may contain a work item twice if other work items were created while it was read.
    const items = [...new Map(listedItems.map((item) => [item.id, item])).values()];
    items.sort((first, second) => first.sequence_id - second.sequence_id);
    this.#onProgress?.(0, items.length);
    let readItems = 0;
    return mapSequentially(items, async (item) => {
      const details = await this.#details(item.id);
      readItems += 1;
      this.#onProgress?.(readItems, items.length);
      return { ...itemFields(item), ...details };
    });
  }

  async #details(work_item_id: string): Promise<Pick<SourceItem, 'relations' | 'links' | 'comments' | 'attachments'>> {
    const { call } = this.#client;
    const path = { ...this.#path, work_item_id };
    throwIfAborted(this.#signal);
    const [relations, links, comments, attachments] = await Promise.all([
      this.#relations(path),
      this.#all((query) => call.listLinks({ ...path, query }, this.#options)),
      this.#all((query) => call.listComments({ ...path, query }, this.#options)),
      this.#all((query) => call.listAttachments({ ...path, query }, this.#options)),
    ]);
    return {
      relations,
      links: links.map(({ id, url, title }): SourceLink => ({ id, url, title: title ?? '' })).reverse(),
      comments: comments.map(toComment).sort(compareByTime),
      attachments: attachments
        .filter((attachment) => attachment.is_uploaded !== false)
        .map(
          ({ id, attributes, size }): SourceAttachment => ({
            id,
            name: attributes?.name ?? id,
            type: attributes?.type ?? '',
            size: attributes?.size ?? size ?? 0,
          }),
        )
        .reverse(),
    };
  }

  /** Resolves with no relations if the server does not support them: older open-source servers do not. */
  async #relations(path: {
    readonly project_id: string;
    readonly work_item_id: string;
  }): Promise<SourceItem['relations']> {
    try {
      const relations = await this.#client.call.listRelations(path, this.#options);
      return RELATION_TYPES.flatMap((type) =>
        (relations[type] ?? []).map((related) => ({
          type,
          other: typeof related === 'string' ? related : related.issue_id,
        })),
      );
    } catch (thrown) {
      if (isUnsupported(faultOf(thrown))) return [];
      throw thrown;
    }
  }
}

async function mapSequentially<T, R>(values: readonly T[], convert: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await convert(value));
  return results;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the date part of an ISO 8601 date or time; null if the value is empty or not a string. */
function dateOf(value: unknown): string | null {
  return textOf(value)?.slice(0, 10) ?? null;
}

function optionalId(reference: Reference | null | undefined): string | null {
  return reference === null || reference === undefined ? null : idOf(reference);
}

function moduleOrCycleFields(group: ResourceResponses['module' | 'cycle'], items: readonly WorkItem[]) {
  return {
    id: group.id,
    name: group.name,
    description: group.description ?? '',
    start: dateOf(group['start_date']),
    items: [...new Set(items.map(({ id }) => id))],
  };
}

function toUser(user: User): SourceUser {
  return { id: user.id, name: nameOfUser(user), email: textOf(user.email) };
}

function toState(state: ResourceResponses['state']): SourceState {
  return {
    id: state.id,
    name: state.name,
    color: state.color ?? null,
    group: state.group ?? null,
    description: textOf(state['description']) ?? '',
    sequence: state.sequence ?? null,
    isDefault: state.default === true,
  };
}

function toLabel(label: ResourceResponses['label']): SourceLabel {
  return {
    id: label.id,
    name: label.name,
    color: label.color ?? null,
    description: label.description ?? '',
    parent: optionalId(label.parent),
    position: label.sort_order ?? null,
  };
}

function toComment(comment: {
  readonly id: string;
  readonly comment_html?: string | null | undefined;
  readonly access?: string | null | undefined;
  readonly actor?: Reference | null | undefined;
  readonly created_by?: Reference | null | undefined;
  readonly created_at?: string | null | undefined;
}): SourceComment {
  return {
    id: comment.id,
    html: comment.comment_html ?? '',
    access: comment.access ?? null,
    author: optionalId(comment.actor) ?? optionalId(comment.created_by),
    createdAt: comment.created_at ?? null,
  };
}

/** Compares comments to sort them, oldest first. Open-source servers send the newest comment first. */
function compareByTime(first: SourceComment, second: SourceComment): number {
  return Date.parse(first.createdAt ?? '') - Date.parse(second.createdAt ?? '') || 0;
}

function itemFields(item: WorkItem): Omit<SourceItem, 'relations' | 'links' | 'comments' | 'attachments'> {
  return {
    id: item.id,
    number: item.sequence_id,
    name: item.name,
    html: item.description_html ?? '',
    state: optionalId(item.state),
    priority: item.priority ?? 'none',
    assignees: item.assignees.map(idOf),
    labels: item.labels.map(idOf),
    parent: optionalId(item.parent),
    estimate: optionalId(item.estimate_point),
    type: optionalId(item.type),
    start: item.start_date ?? null,
    target: item.target_date ?? null,
  };
}
