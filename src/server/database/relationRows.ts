// Reads the stored relations of a work item.
import type { Database } from './database.ts';
import { OLDEST_FIRST } from './orders.ts';
import type { RelationRow, Workspace } from './records.ts';

/** Returns the relations from and to the work item, the oldest first. */
export function relationRows(store: Database, workspace: Workspace, itemId: string): readonly RelationRow[] {
  const itemFilter = { condition: "? IN (body ->> '$.issue', body ->> '$.related_issue')", values: [itemId] };
  return store.list('relation', workspace.id, OLDEST_FIRST, itemFilter).read(-1, 0);
}
