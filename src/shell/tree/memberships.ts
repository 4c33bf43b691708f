// Determines which cycles and modules a work item is in, from the loaded lists of work items of the cycles and modules.
import type { TreeData } from './treeData.ts';

type GroupKind = 'cycle' | 'module';

/** Ids of cycles or modules by the id of the work item. */
type GroupsByItem = ReadonlyMap<string, readonly string[]>;

/** Computes once for each project, until the lists change, which work items are in which cycles or modules. */
export class Memberships {
  readonly #data: Pick<TreeData, 'listing'>;
  readonly #byProject = new Map<string, GroupsByItem>();

  constructor(data: Pick<TreeData, 'listing'>) {
    this.#data = data;
  }

  get(project: string, by: GroupKind): GroupsByItem {
    const key = `${by} ${project}`;
    const cached = this.#byProject.get(key);
    if (cached !== undefined) return cached;
    const groups = groupsByItem(project, by, this.#data);
    this.#byProject.set(key, groups);
    return groups;
  }

  /** Discards the computed memberships. Must be called when lists have changed. */
  forget(): void {
    this.#byProject.clear();
  }
}

function groupsByItem(project: string, by: GroupKind, data: Pick<TreeData, 'listing'>): GroupsByItem {
  const groups = new Map<string, string[]>();
  for (const owner of data.listing({ of: by === 'cycle' ? 'cycles' : 'modules', owner: project }).ids) {
    const list = data.listing({ of: by === 'cycle' ? 'cycleItems' : 'moduleItems', owner: `${project}/${owner}` });
    for (const id of list.ids) groups.set(id, [...(groups.get(id) ?? []), owner]);
  }
  return groups;
}
