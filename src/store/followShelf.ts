// Owns the agreement between the two lists of one kind, of modules or cycles: the one that is chosen from, and the one that stands in the tree.
import { parseRecordKey } from './address.ts';
import type { Collections } from './collection.ts';
import type { Parts } from './parts.ts';
import type { Shelf, Shelved } from './shelf.ts';

type Named = Shelved & { readonly name: string };

/** What is read, made, renamed or deleted by way of the shelf is known to the parts, and the other way around. Neither sends anything for it. */
export function followShelf<R extends Named>(parts: Parts<R>, shelf: Shelf<R, never, never>, collections: Collections): void {
  const prefix = shelf.lists.key('-').slice(0, -1);
  parts.onDidChange((project) => {
    const { status, records } = parts.of(project);
    if (status === 'ready') shelf.tell(project, records);
  });
  collections.onDidChange((key) => {
    const project = key.slice(prefix.length);
    const { status, next, asOf, ids } = shelf.lists.of(project);
    if (!key.startsWith(prefix) || status !== 'ready' || next !== undefined) return;
    const records = ids.flatMap((id) => shelf.get(id, project) ?? []);
    if (asOf === undefined) parts.take(project, records);
    else parts.restore(project, records);
  });
  shelf.records.onDidChange((keys) => {
    for (const key of keys) {
      const address = parseRecordKey(key);
      if (address !== undefined && isOtherwise(parts, shelf, address.within, address.id)) parts.expire(address.within);
    }
  });
}

function isOtherwise<R extends Named>(parts: Parts<R>, shelf: Shelf<R, never, never>, project: string, id: string): boolean {
  const listed = parts.of(project).records.find((one) => one.id === id);
  return listed?.name !== shelf.get(id, project)?.name;
}
