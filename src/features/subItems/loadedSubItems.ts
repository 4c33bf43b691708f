// Finds the sub-items of a work item among the loaded work items of its project, without a request.
import { type ItemAddress, keyOf, parseItemKey } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Disposable } from '../../std/disposable.ts';

/**
 * The sub-items of one work item in one store. The project's list of work items is searched again only after the list
 * or a sub-item has changed.
 */
export class LoadedSubItems {
  readonly #store: Store;
  readonly #parent: ItemAddress;
  /** Ids of new work items that may not be in the project's list of work items yet. */
  readonly #unlisted = new Set<string>();
  #ids: readonly string[] | undefined;

  constructor(store: Store, parent: ItemAddress) {
    this.#store = store;
    this.#parent = parent;
  }

  /** Ids of the sub-items, in reverse order of the list: oldest first. */
  get ids(): readonly string[] {
    this.#ids ??= [...new Set([...this.#list.state.ids.toReversed(), ...this.#unlisted])].filter((id) => this.has(id));
    return this.#ids;
  }

  /** Whether all work items of the project are loaded. */
  get isComplete(): boolean {
    const { status, next } = this.#list.state;
    return (
      this.#store.sync.get(this.#parent.project)?.status === 'complete' || (status === 'ready' && next === undefined)
    );
  }

  has(id: string): boolean {
    return this.#store.item({ project: this.#parent.project, id })?.parent === this.#parent.id;
  }

  /** Adds a work item that the server has created, but that may not be in the list yet. */
  add(id: string): void {
    this.#unlisted.add(id);
    this.#ids = undefined;
  }

  watch(onChange: () => void): readonly Disposable[] {
    const { sync, resources } = this.#store;
    const { project } = this.#parent;
    const invalidate = (): void => {
      this.#ids = undefined;
      onChange();
    };
    return [
      this.#list.onDidChange(invalidate),
      resources.workItems.records.onDidChange((keys) => keys.some((key) => this.#concerns(key)) && invalidate()),
      sync.onDidChange((changedProject) => changedProject === project && onChange()),
    ];
  }

  get #list() {
    return this.#store.list({ of: 'items', owner: this.#parent.project });
  }

  /** Whether the work item with this key is a sub-item, or was a sub-item when the list was last searched. */
  #concerns(key: string): boolean {
    const item = parseItemKey(key);
    if (item?.project !== this.#parent.project || key === keyOf(this.#parent)) return false;
    return this.has(item.id) || this.#ids?.includes(item.id) === true;
  }
}
