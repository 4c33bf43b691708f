// What a record contains, for its page: the work items of a cycle, the epics and projects of an initiative, and so on.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../contract/resources/user.ts';
import { identifierOf, workItemCodec } from '../../contract/resources/workItem.ts';
import { type RecordAddress, recordKey } from '../../core/cache/address.ts';
import type { PagedList } from '../../core/cache/lists/pagedList.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { ownerIn } from '../../core/cache/resources/associations.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { stateChoice } from '../../items/form/choices.ts';
import { resourceStoreOf } from '../../items/record/resourceStoreOf.ts';
import type { ContentRow, ContentsView } from '../../shell/protocol/contents.ts';
import { listViewState } from '../../shell/sections/listView.ts';
import type { ContentsDeps } from '../../shell/sections/pageSections.ts';
import type { Disposable } from '../../std/disposable.ts';

/** A page shows no more rows of a list: the rest is in the side bar. */
const MAX_ROWS = 100;

interface ContentsSource {
  readonly title: string;
  readonly list: PagedList;
  readonly addressOf: (id: string) => RecordAddress | undefined;
  /** Whether a record of the list belongs to the page. */
  readonly contains?: (id: string) => boolean;
}

export class PageContents {
  readonly #deps: ContentsDeps;
  /** The rows are computed once for each change: a list can be long, and a model is built for each keystroke. */
  #views: readonly ContentsView[] | undefined;
  readonly #addresses = new Map<string, RecordAddress>();

  constructor(deps: ContentsDeps) {
    this.#deps = deps;
  }

  view(): readonly ContentsView[] {
    const store = this.#deps.store();
    this.#views ??=
      store === undefined ? [] : sourcesOf(store, this.#deps.address).map((one) => this.#view(store, one));
    return this.#views;
  }

  subscribe(store: Store): readonly Disposable[] {
    const invalidate = (): void => {
      this.#views = undefined;
      this.#deps.changed();
    };
    invalidate();
    const { workItems, epics, projects, customerRequests } = store.resources;
    return [
      ...sourcesOf(store, this.#deps.address).map(({ list }) => list.onDidChange(invalidate)),
      ...[workItems, epics, projects, customerRequests].map(({ records }) => records.onDidChange(invalidate)),
      store.resources.states.onDidChangeListed(invalidate),
    ];
  }

  /** Reads the first page of each list that is not loaded. A list keeps its fault. */
  async read(store: Store): Promise<void> {
    await Promise.all(sourcesOf(store, this.#deps.address).map(({ list }) => list.read({ urgency: 'visible' })));
  }

  /** Returns the record of a row that the page shows. */
  addressOf(key: string): RecordAddress | undefined {
    return this.#addresses.get(key);
  }

  #view(store: Store, { title, list, addressOf, contains }: ContentsSource): ContentsView {
    const rows = list.state.ids.flatMap((id) => {
      const address = addressOf(id);
      return address === undefined || contains?.(id) === false ? [] : (this.#row(store, address) ?? []);
    });
    const { next, total = 0 } = list.state;
    const isComplete = next === undefined;
    const count = isComplete || contains !== undefined ? rows.length : Math.max(rows.length, total);
    return {
      ...listViewState(list.state, this.#deps.formatError),
      title,
      rows: rows.slice(0, MAX_ROWS),
      ...(count > MAX_ROWS ? { hidden: count - MAX_ROWS } : {}),
      ...(isComplete && rows.some(({ state }) => state !== undefined)
        ? { completed: rows.filter(({ state }) => state?.icon === 'completed').length }
        : {}),
    };
  }

  #row(store: Store, address: RecordAddress): ContentRow | undefined {
    const { kind, within: project, id } = address;
    const record = resourceStoreOf(store.resources, kind).get(id, project);
    if (record === undefined) return undefined;
    const key = recordKey(address);
    this.#addresses.set(key, address);
    const item = itemOf(store, address);
    if (item === undefined) return { key, name: nameOf(record) };
    const { name, sequence_id, state: stateId, assignees } = item;
    const prefix = store.project(project)?.identifier;
    const state = stateId === null ? undefined : store.state(project, stateId);
    const people = assignees.flatMap((user) => store.user(project, user) ?? []).map(nameOfUser);
    return {
      key,
      name,
      ...(prefix === undefined ? {} : { identifier: identifierOf(prefix, sequence_id) }),
      ...(state === undefined ? {} : { state: stateChoice(state, store.knownStates(project)) }),
      ...(people.length === 0 ? {} : { assignees: people.join(', ') }),
    };
  }
}

/** Returns the work item or the epic with this address. */
function itemOf(store: Store, { kind, within: project, id }: RecordAddress): ItemRecord | undefined {
  if (kind === 'workItem') return store.item({ project, id });
  const epic = kind === 'epic' ? store.resources.epics.get(id, project) : undefined;
  return epic === undefined ? undefined : workItemCodec.normalize(epic);
}

function nameOf(record: object): string {
  return 'name' in record && typeof record.name === 'string' ? record.name : '';
}

function sourcesOf(store: Store, { kind, within, id: owner }: RecordAddress): readonly ContentsSource[] {
  const { associations, resources } = store;
  const workItems = (list: PagedList, project = within): ContentsSource => ({
    title: l10n.t('Work items'),
    list,
    addressOf: (id) => ({ kind: 'workItem', within: project, id }),
  });
  switch (kind) {
    case 'project':
      return [workItems(store.list({ of: 'items', owner }), owner)];
    case 'cycle':
      return [workItems(associations.cycleItems.list(ownerIn(within, owner)))];
    case 'module':
      return [workItems(associations.moduleItems.list(ownerIn(within, owner)))];
    case 'epic': {
      const contains = (id: string): boolean => store.item({ project: within, id })?.parent === owner;
      return [{ ...workItems(store.list({ of: 'items', owner: within })), contains }];
    }
    case 'initiative':
      return [
        { title: l10n.t('Epics'), ...associatedWith(associations.initiativeEpics, owner) },
        { title: l10n.t('Projects'), ...associatedWith(associations.initiativeProjects, owner) },
      ];
    case 'teamspace':
      return [{ title: l10n.t('Projects'), ...associatedWith(associations.teamspaceProjects, owner) }];
    case 'customer': {
      const addressOf = (id: string): RecordAddress => ({ kind: 'customerRequest', within: owner, id });
      return [{ title: l10n.t('Requests'), list: resources.customerRequests.list(owner), addressOf }];
    }
    default:
      return [];
  }
}

function associatedWith(
  association: Pick<Store['associations']['initiativeEpics'], 'list' | 'addressOf'>,
  owner: string,
): Pick<ContentsSource, 'list' | 'addressOf'> {
  return { list: association.list(owner), addressOf: (id) => association.addressOf(id) };
}
