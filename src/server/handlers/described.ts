// Shares code for records with descriptions: plain text, leads, and the search for a text.
import { NEWEST_FIRST } from '../database/orders.ts';
import type { RecordTypeName, RecordTypes, Workspace } from '../database/records.ts';
import type { Database, ListQuery } from '../database/store.ts';
import { invalidField, unknownId } from '../refusal.ts';

/** A body with a description in HTML. */
export interface Described {
  readonly description_html?: string | undefined;
}

const MATCHING = `FROM record WHERE kind = ?1 AND owner = ?2
  AND instr(folded(concat(body ->> '$.name', ' ', body ->> '$.description_stripped')), ?3) > 0`;

/** Returns the fields that were sent, plus the plain text of the description, unless that was sent too. */
export function described(body: Described): Record<string, unknown> {
  return body.description_html === undefined
    ? { ...body }
    : { description_stripped: plainTextOf(body.description_html), ...body };
}

function plainTextOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the records that contain the text in their name or description, or all without a text. Newest first. */
export function matching<K extends RecordTypeName>(
  store: Database,
  kind: K,
  owner: string,
  text: string | undefined,
): ListQuery<RecordTypes[K]> {
  const words = (text ?? '').trim().toLocaleLowerCase('en');
  if (words === '') return store.list(kind, owner, NEWEST_FIRST);
  return {
    count: () => Number(store.rows(`SELECT count(*) AS count ${MATCHING}`, kind, owner, words)[0]?.['count']),
    read: (limit, skip) =>
      store
        .rows(
          `SELECT body ${MATCHING} ORDER BY created_at DESC, rowid DESC LIMIT ?4 OFFSET ?5`,
          kind,
          owner,
          words,
          limit,
          skip,
        )
        .map((row) => JSON.parse(String(row['body'])) as RecordTypes[K]),
  };
}

/** Whether the filter of §4 is missing or names the workspace of the path. */
export function isThisWorkspace(workspace: Workspace, filter: string | undefined): boolean {
  return [undefined, workspace.id, workspace.slug].includes(filter);
}

export function checkLead(store: Database, lead: string | null | undefined): void {
  if (lead && store.get('user', lead) === undefined) throw invalidField('lead', unknownId(lead));
}
