// Handles the search for work items by words of the name, project identifiers and whole numbers.
import type { FoundWorkItem } from '../../contract/resources/workItem.ts';
import type { Handlers } from '../handler.ts';
import { badRequest } from '../refusal.ts';

const USUAL_LIMIT = 10;
const LARGEST_LIMIT = 1000;

const SEARCH = `
  SELECT item.id, item.body ->> '$.name' AS name, item.number, item.owner, project.body ->> '$.identifier' AS identifier
  FROM record item JOIN record project ON project.kind = 'project' AND project.id = item.owner
  WHERE item.kind = 'workItem' AND project.owner = ?1 AND (?2 IS NULL OR item.owner = ?2)
    AND (?6 OR project.body ->> '$.archived_at' IS NULL)
    AND (instr(folded(item.body ->> '$.name'), ?3) > 0
      OR instr(folded(project.body ->> '$.identifier'), ?3) > 0
      OR item.number IN (SELECT value FROM json_each(?4)))
  ORDER BY item.created_at DESC, item.rowid DESC LIMIT ?5`;

export const searchHandlers = {
  /**
   * An empty search finds nothing. Open-source servers omit archived projects. Without `workspace_search=true`, the
   * search is limited to `project_id`, if that is sent.
   */
  searchWorkItems: ({ store, workspace, query, dialect }) => {
    const limit = limitOf(query.limit);
    const words = query.search.trim().toLocaleLowerCase('en');
    if (words === '') return { issues: [] };
    const project = query.workspace_search === 'true' ? null : query.project_id || null;
    const numbers = JSON.stringify((words.match(/\b\d{1,15}\b/g) ?? []).map(Number));
    const rows = store.rows(SEARCH, workspace.id, project, words, numbers, limit, dialect === 'spec' ? 1 : 0);
    return {
      issues: rows.map(
        (row): FoundWorkItem => ({
          id: String(row['id']),
          name: String(row['name']),
          sequence_id: Number(row['number']),
          project__identifier: String(row['identifier']),
          project_id: String(row['owner']),
          workspace__slug: workspace.slug,
        }),
      ),
    };
  },
} satisfies Partial<Handlers>;

function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw badRequest('Invalid limit parameter.');
  return Math.min(Number(text), LARGEST_LIMIT);
}
