// Owns what stands under what: the children and the parent of every node, from what is known.
import type { Project } from '../contract/resources/project.ts';
import type { Listing } from '../store/collection.ts';
import type { ItemRecord } from '../store/record.ts';
import { type Family, familyOf } from './family.ts';
import type { Node, Place } from './node.ts';

/** What is known, as far as a tree needs it. */
export interface Known {
  projects(): Listing;
  project(id: string): Project | undefined;
  itemsOf(project: string): Listing;
  item(address: { readonly project: string; readonly id: string }): ItemRecord | undefined;
}

/** The list whose first page must be read before the node can show children; undefined when nothing need be read. */
export function neededBy(node: Node | undefined): Place | undefined {
  if (node === undefined) return { kind: 'root' };
  return node.kind === 'project' ? { kind: 'project', project: node.project } : undefined;
}

export function childrenOf(node: Node | undefined, known: Known): Node[] {
  if (node === undefined) return withEnd({ kind: 'root' }, known.projects(), projectNodes(known));
  if (node.kind === 'project') {
    const { project } = node;
    const family = familyIn(project, known);
    const rows = family.roots.map((id) => itemNode(project, id, family));
    return withEnd({ kind: 'project', project }, known.itemsOf(project), rows);
  }
  if (node.kind === 'workItem') {
    const family = familyIn(node.project, known);
    return (family.below.get(node.id) ?? []).map((id) => itemNode(node.project, id, family));
  }
  return [];
}

/** The node above; undefined when it is the root. */
export function parentOf(node: Node, known: Known): Node | undefined {
  if (node.kind === 'project') return undefined;
  if (node.kind === 'workItem') {
    const { project } = node;
    const family = familyIn(project, known);
    const parent = family.parents.get(node.id);
    return parent === undefined ? { kind: 'project', project } : itemNode(project, parent, family);
  }
  return node.place.kind === 'root' ? undefined : { kind: 'project', project: node.place.project };
}

/** The row of one work item. */
export function itemNodeIn(project: string, id: string, known: Known): Node {
  return itemNode(project, id, familyIn(project, known));
}

function projectNodes(known: Known): Node[] {
  return known
    .projects()
    .ids.filter((id) => !known.project(id)?.archived_at)
    .map((project) => ({ kind: 'project', project }));
}

function familyIn(project: string, known: Known): Family {
  return familyOf(known.itemsOf(project).ids, (id) => known.item({ project, id }));
}

function itemNode(project: string, id: string, family: Family): Node {
  return { kind: 'workItem', project, id, subItems: family.below.get(id)?.length ?? 0 };
}

function withEnd(place: Place, listing: Listing, rows: Node[]): Node[] {
  if (listing.status === 'failed' && listing.fault !== undefined) return [{ kind: 'failed', place, fault: listing.fault }];
  if (listing.status !== 'ready') return [];
  const end: Node[] = [];
  if (listing.fault !== undefined) end.push({ kind: 'failed', place, fault: listing.fault });
  else if (listing.next !== undefined) end.push({ kind: 'more', place, loaded: listing.ids.length, total: listing.total });
  return rows.length + end.length === 0 ? [{ kind: 'empty', place }] : [...rows, ...end];
}
