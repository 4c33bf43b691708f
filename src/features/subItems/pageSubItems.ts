// The sub-items of a work item's page: their rows, and the messages about them.
import * as l10n from '@vscode/l10n';
import type { Store } from '../../core/cache/store/store.ts';
import { FieldChoices } from '../../items/form/choices.ts';
import type { DiscussionAnswer } from '../../shell/protocol/discussionSections.ts';
import type { SubItemMessage, SubItemsView, SubItemView } from '../../shell/protocol/subItems.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import type { Disposable } from '../../std/disposable.ts';
import { LoadedSubItems } from './loadedSubItems.ts';
import { SubItemCreator } from './subItemCreator.ts';

export class PageSubItems {
  readonly #deps: DiscussionDeps;
  readonly #creator: SubItemCreator;
  #loaded: { readonly store: Store; readonly subItems: LoadedSubItems } | undefined;

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
    this.#creator = new SubItemCreator(deps, (store, id) => this.#subItemsOf(store).add(id));
  }

  view(): SubItemsView {
    const store = this.#deps.store();
    const loaded = store === undefined ? undefined : this.#subItemsOf(store);
    return {
      items: store === undefined || loaded === undefined ? [] : loaded.ids.flatMap((id) => this.#row(store, id)),
      isComplete: loaded?.isComplete ?? false,
      ...this.#creator.view(),
    };
  }

  get isUnsent(): boolean {
    return this.#creator.isUnsent;
  }

  subscribe(store: Store): readonly Disposable[] {
    return this.#subItemsOf(store).watch(this.#deps.changed);
  }

  /** Stores the title of a new sub-item as a draft. */
  edit(name: string): void {
    this.#creator.edit(name);
  }

  create(name: string): Promise<DiscussionAnswer> {
    return this.#creator.create(name);
  }

  /** Opens a sub-item, or removes its parent. */
  act({ type, id }: Extract<SubItemMessage, { readonly id: string }>): DiscussionAnswer {
    const { address, subItemActions, store: getStore } = this.#deps;
    const store = getStore();
    if (store === undefined) return { problem: l10n.t('You are signed out.') };
    // Ignores the id of any other work item: the message comes from a webview, so it must be validated.
    if (!this.#subItemsOf(store).has(id)) return {};
    const item = { project: address.project, id };
    if (type === 'openSubItem') subItemActions.openRecord({ kind: 'workItem', within: item.project, id });
    else subItemActions.moveOut(item);
    return {};
  }

  #subItemsOf(store: Store): LoadedSubItems {
    if (this.#loaded?.store !== store)
      this.#loaded = { store, subItems: new LoadedSubItems(store, this.#deps.address) };
    return this.#loaded.subItems;
  }

  #row(store: Store, id: string): SubItemView[] {
    const { address, onMissingList } = this.#deps;
    const itemAddress = { project: address.project, id };
    const item = store.item(itemAddress);
    if (item === undefined) return [];
    const target = { kind: 'workItem', within: address.project, id } as const;
    const choices = new FieldChoices(store, target, new Map(), onMissingList);
    const state = item.state === null ? undefined : choices.choiceById('states', item.state);
    const names = item.assignees.flatMap((user) => choices.choiceById('members', user)?.label ?? []);
    return [
      {
        id,
        identifier: store.identifier(itemAddress) ?? '',
        name: item.name,
        ...(state === undefined ? {} : { state }),
        assignees: names.join(', '),
      },
    ];
  }
}
