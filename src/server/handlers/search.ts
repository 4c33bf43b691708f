// Handles the search for work items by a part of the name, project identifier or number.
import type { FoundWorkItem } from '../../contract/resources/workItem.ts';
import { invalidQueryOrJson } from '../http/httpError.ts';
import type { Handlers } from './handlerTypes.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1000;

const SEARCH_SQL = `
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
   * Returns no work items for an empty text. The query `project_id` limits the search to one project, unless the query
   * also contains `workspace_search=true`. Open-source servers omit work items of archived projects.
   */
  searchWorkItems: ({ store, workspace, query, dialect }) => {
    const limit = parseLimit(query.limit);
    const searchText = query.search.trim().toLocaleLowerCase('en');
    if (searchText === '') return { issues: [] };
    const project = query.workspace_search === 'true' ? null : query.project_id || null;
    const numbers = JSON.stringify((searchText.match(/\b\d{1,15}\b/g) ?? []).map(Number));
    const rows = store.rows(SEARCH_SQL, workspace.id, project, searchText, numbers, limit, dialect === 'spec' ? 1 : 0);
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

function parseLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw invalidQueryOrJson('Invalid limit parameter.');
  return Math.min(Number(text), MAX_LIMIT);
}
