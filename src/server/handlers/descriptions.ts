// Code that resources with descriptions share: plain text, text search, the workspace filter, and the check of leads.

import type { Database, ListQuery } from '../database/database.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import type { RecordTypeName, RecordTypes, Workspace } from '../database/records.ts';
import { invalidField, unknownIdMessage } from '../http/httpError.ts';

/** A request body that may contain a description in HTML. */
export interface DescribedBody {
  readonly description_html?: string | undefined;
}

const CONTAINS_TEXT_SQL = "instr(folded(concat(body ->> '$.name', ' ', body ->> '$.description_stripped')), ?) > 0";

/** Returns the body, and adds the plain text of the description unless the body contains the plain text already. */
export function addPlainText(body: DescribedBody): Record<string, unknown> {
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

/**
 * Returns the records whose name or description contains the text, newest first; all records if the text is blank or
 * undefined.
 */
export function searchByText<K extends RecordTypeName>(
  store: Database,
  kind: K,
  owner: string,
  text: string | undefined,
): ListQuery<RecordTypes[K]> {
  const searchText = (text ?? '').trim().toLocaleLowerCase('en');
  const filter = searchText === '' ? undefined : { condition: CONTAINS_TEXT_SQL, values: [searchText] };
  return store.list(kind, owner, NEWEST_FIRST, filter);
}

/** Whether the filter (specification §4) is undefined or names the workspace of the path. */
export function matchesWorkspaceFilter(workspace: Workspace, filter: string | undefined): boolean {
  return [undefined, workspace.id, workspace.slug].includes(filter);
}

/** Throws an HttpError 400 if the lead is not a user. */
export function checkLead(store: Database, lead: string | null | undefined): void {
  if (lead && store.get('user', lead) === undefined) throw invalidField('lead', unknownIdMessage(lead));
}
