// The relations and the links on a work item's page: reads them from the cache and loads them.
import * as l10n from '@vscode/l10n';
import { type Fault, isUnsupported } from '../../client/apiError.ts';
import { RELATION_TYPES } from '../../contract/resources/relation.ts';
import { type ItemAddress, parseItemKey } from '../../core/cache/address.ts';
import { readIfOld } from '../../core/cache/lists/loadRemainingPages.ts';
import { type RelatedItem, relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { stateChoice } from '../../items/form/choices.ts';
import { relationTypeName } from '../../items/relationTypeName.ts';
import type { LinksView, RelatedItemView, RelationsView } from '../../shell/protocol/linked.ts';
import { linkRow, pullRequestView } from '../../shell/sections/linkRow.ts';
import { listViewState } from '../../shell/sections/listView.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import type { Disposable } from '../../std/disposable.ts';

interface LinkedView {
  readonly relations: RelationsView;
  readonly links: LinksView;
}

const EMPTY_VIEW: LinkedView = {
  relations: { status: 'notLoaded', groups: [] },
  links: { status: 'notLoaded', items: [], more: false },
};

export class RelationsAndLinks {
  readonly #deps: Pick<DiscussionDeps, 'address' | 'store' | 'formatError' | 'changed' | 'clock'>;
  /**
   * The view of this store, cached until a change affects the view, because the host builds a model for each keystroke.
   */
  #cachedView: { readonly store: Store; readonly view: LinkedView } | undefined;

  constructor(deps: Pick<DiscussionDeps, 'address' | 'store' | 'formatError' | 'changed' | 'clock'>) {
    this.#deps = deps;
  }

  view(): LinkedView {
    const { address, store: getStore, formatError, clock } = this.#deps;
    const store = getStore();
    if (store === undefined) return EMPTY_VIEW;
    if (this.#cachedView?.store !== store)
      this.#cachedView = {
        store,
        view: {
          relations: relationsView(store, address, formatError),
          links: linksView(store, address, formatError, clock.now()),
        },
      };
    return this.#cachedView.view;
  }

  /** Subscribes to the changes of the store that affect the view. */
  subscribe(store: Store): readonly Disposable[] {
    const { address, changed } = this.#deps;
    const invalidate = (): void => {
      this.#cachedView = undefined;
      changed();
    };
    const relations = store.relations.list(address);
    const invalidateIfRelationsExist = (): void => {
      if (relations.state.ids.length > 0) invalidate();
    };
    return [
      relations.onDidChange(invalidate),
      store.links.list(address).onDidChange(invalidate),
      store.code.onDidChange(() => store.code.of(address).pullRequest !== undefined && invalidate()),
      store.resources.workItems.records.onDidChange((keys) => {
        const relatedIds = new Set(relations.state.ids.map((id) => store.relations.get(address, id)?.otherId));
        if (relatedIds.size > 0 && keys.some((key) => relatedIds.has(parseItemKey(key)?.id))) invalidate();
      }),
      store.resources.projects.records.onDidChange(invalidateIfRelationsExist),
      store.resources.states.onDidChangeListed(invalidateIfRelationsExist),
    ];
  }

  /**
   * Loads each of the two lists if it is not loaded, if loading it failed, or if it was loaded more than five minutes
   * ago.
   */
  async read({ relations, links }: Store): Promise<void> {
    const { address } = this.#deps;
    await Promise.all([readIfOld(relations.list(address)), readIfOld(links.list(address))]);
  }

  async reload({ relations, links }: Store): Promise<void> {
    const { address } = this.#deps;
    await Promise.all([relations.list(address).reload(), links.list(address).reload()]);
  }
}

function relationsView(store: Store, address: ItemAddress, formatError: (fault: Fault) => string): RelationsView {
  const { state } = store.relations.list(address);
  if (state.fault !== undefined && isUnsupported(state.fault))
    return { status: 'ready', groups: [], isUnsupported: true };
  const { more: _more, ...listState } = listViewState(state, formatError);
  const itemRelations = relatedItems(store, address);
  return {
    ...listState,
    groups: RELATION_TYPES.flatMap((type) => {
      const rows = itemRelations
        .filter((relation) => relation.type === type)
        .map((relation) => relationRow(store, relation));
      return rows.length === 0 ? [] : [{ id: type, label: relationTypeName(type), rows }];
    }),
    ...(store.relations.canRemove
      ? {}
      : { removalObstacle: l10n.t("Relations can't be removed on this server. Remove them in Plane.") }),
  };
}

function relationRow(store: Store, { id, other }: RelatedItem): RelatedItemView {
  const item = store.item(other);
  const state = item?.state ? store.state(other.project, item.state) : undefined;
  return {
    id,
    identifier: store.identifier(other),
    name: item === undefined ? l10n.t('Unknown work item') : item.name,
    state: state === undefined ? undefined : stateChoice(state, store.knownStates(other.project)),
  };
}

function linksView(store: Store, address: ItemAddress, formatError: (fault: Fault) => string, now: number): LinksView {
  const { state } = store.links.list(address);
  return {
    ...listViewState(state, formatError),
    items: state.ids.flatMap((id) => {
      const link = store.links.get(id);
      const status = link && store.code.statusOf(link.url);
      return link === undefined ? [] : [linkRow(link, status && pullRequestView(status, now))];
    }),
  };
}
