// Owns what the tests of the outline know: projects, lists and items, written down as briefly as can be.

import type { Project } from '../../../src/contract/resources/project.ts';
import type { Names } from '../../../src/outline/present.ts';
import type { Listing } from '../../../src/store/collection.ts';
import type { ItemRecord } from '../../../src/store/record.ts';

const READY: Listing = { status: 'ready', ids: [], pages: 1, next: undefined, total: undefined, fault: undefined };

export function listing(ids: string, changes: Partial<Listing> = {}): Listing {
  return { ...READY, ids: ids === '' ? [] : ids.split(' '), ...changes };
}

export function item(id: string, changes: Partial<ItemRecord> = {}): ItemRecord {
  return {
    id,
    project: 'p1',
    sequence_id: Number(id.replace(/\D/g, '') || 1),
    name: `Item ${id}`,
    description_html: undefined,
    state: null,
    priority: 'none',
    assignees: [],
    labels: [],
    parent: null,
    estimate_point: null,
    type: null,
    module: undefined,
    start_date: null,
    target_date: null,
    created_at: undefined,
    updated_at: undefined,
    created_by: null,
    ...changes,
  };
}

export const project: Project = { id: 'p1', name: 'Atlas Web', identifier: 'WEB', description: 'The board' };

/** One project p1 with these items; names for `s1`, `u1`, `u2` and `l1`. */
export function known(
  items: readonly ItemRecord[],
  list?: Listing,
  projects: readonly Project[] = [project],
  projectList?: Listing,
): Names {
  const unread: Listing = { ...READY, status: 'unread', pages: 0 };
  return {
    projects: () => projectList ?? listing(projects.map((one) => one.id).join(' ')),
    project: (id) => projects.find((one) => one.id === id),
    itemsOf: (id) => (id === 'p1' ? (list ?? listing(items.map((one) => one.id).join(' '))) : unread),
    item: ({ project: of, id }) => items.find((one) => one.project === of && one.id === id),
    state: (_project, id) => (id === 's1' ? { id, name: 'In Progress', group: 'started' } : undefined),
    label: (_project, id) => (id === 'l1' ? { id, name: 'Bug' } : undefined),
    user: (_project, id) => ({ u1: { id, display_name: 'Ada' }, u2: { id, display_name: 'Bruno' } })[id],
  };
}
