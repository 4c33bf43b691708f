// Reads the comments that the local workspace of the extension has stored.
import { ok } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scratchFolder } from '../support/setup/paths.mjs';

/** Returns the HTML of all comments in the database of the local workspace. */
export function readStoredComments(): string[] {
  const home = join(scratchFolder, 'host', 'server', 'user');
  const file = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('workspace.db'));
  ok(file, 'the local workspace has a database');
  const database = new DatabaseSync(join(home, file), { readOnly: true });
  try {
    const rows = database.prepare('SELECT * FROM record').all();
    return rows.flatMap((row) =>
      Object.values(row).flatMap((value) => {
        if (typeof value !== 'string' || !value.includes('"comment_html"')) return [];
        const { comment_html } = JSON.parse(value) as { readonly comment_html?: string };
        return comment_html === undefined ? [] : [comment_html];
      }),
    );
  } finally {
    database.close();
  }
}
