// Creates what belongs to the sample's work items: activities, cycles, links, a relation, files.

import { recordCreation } from '../database/activities.ts';
import { associate } from '../database/associations.ts';
import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST, positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { nameId } from '../nameId.ts';
import { DAY_MS, dateAfter, instantAt } from './dates.ts';

const PROJECT = nameId('project', 'WEB');
const item = (number: number): string => nameId('work-item', `WEB/${number}`);

/** Name, first and last day relative to today, and the numbers of the work items. */
const CYCLES: readonly (readonly [name: string, start: number, end: number, items: readonly number[]])[] = [
  ['Keys and focus', -28, -15, [2, 10, 12]],
  ['Board by keyboard', -14, 3, [1, 3, 4]],
  ['Offline first steps', 4, 17, []],
];

/** Number of the work item, title, URL. */
const LINKS: readonly (readonly [number: number, title: string, url: string])[] = [
  [1, 'How grids take the keyboard', 'https://www.w3.org/WAI/ARIA/apg/patterns/grid/'],
  [1, 'Notes of the talk in May', 'https://contrail.example/notes/may'],
];

/** Name, type, content, and whether the upload was completed. All belong to WEB-1. */
const FILES: readonly (readonly [name: string, type: string, text: string, complete: boolean])[] = [
  ['keys.txt', 'text/plain', 'Arrows move, Enter opens, Escape goes back.\n', true],
  ['columns.csv', 'text/csv', 'column,cards\nTodo,4\nIn Progress,2\n', true],
  ['never-arrived.txt', 'text/plain', '', false],
];

/** Call it inside a transaction, after the projects. */
export function plantAbout(store: Database, workspace: Workspace, now: number): void {
  const made = instantAt(now - 10 * DAY_MS);
  const dated = { created_by: workspace.caller, created_at: made, updated_at: made, workspace: workspace.id };
  for (const project of store.all('project', workspace.id, NEWEST_FIRST)) {
    for (const one of store.all('workItem', project.id, NEWEST_FIRST)) {
      recordCreation(
        store,
        one,
        { actor: workspace.caller, now: one.created_at ?? made },
        nameId('activity', `${one.id}/created`),
      );
    }
  }
  plantCycles(store, workspace, now, dated);
  for (const [number, title, url] of LINKS) {
    const issue = item(number);
    store.insert('link', issue, {
      ...blanks.link,
      ...dated,
      id: nameId('link', `${number}/${title}`),
      title,
      url,
      project: PROJECT,
      issue,
    });
  }
  const relation = { relation_type: 'blocked_by', issue: item(3), related_issue: item(2), created_at: made } as const;
  store.insert('relation', workspace.id, { id: nameId('relation', 'WEB/3/2'), ...relation });
  plantFiles(store, workspace, dated);
}

function plantCycles(store: Database, workspace: Workspace, now: number, dated: Record<string, unknown>): void {
  const project = store.get('project', PROJECT);
  if (project !== undefined) store.replace('project', { ...project, cycle_view: true });
  for (const [index, [name, start, end, numbers]] of CYCLES.entries()) {
    const id = nameId('cycle', `WEB/${name}`);
    const days = { start_date: dateAfter(now, start), end_date: dateAfter(now, end) };
    const sort_order = positionAt(index);
    store.insert('cycle', PROJECT, {
      ...blanks.cycle,
      ...dated,
      ...days,
      id,
      name,
      sort_order,
      project: PROJECT,
      owned_by: workspace.caller,
    });
    associate(store, id, 'workItem', 'issues', numbers.map(item));
  }
}

function plantFiles(store: Database, workspace: Workspace, dated: Record<string, unknown>): void {
  const issue = item(1);
  for (const [name, type, text, is_uploaded] of FILES) {
    const id = nameId('attachment', `WEB/1/${name}`);
    const asset = `${workspace.id}/${id.replaceAll('-', '')}-${name}`;
    const bytes = new TextEncoder().encode(text);
    const size = bytes.length;
    if (is_uploaded) store.rows('INSERT INTO object VALUES (?, ?, ?)', asset, type, bytes);
    const whose = { user: workspace.caller, project: PROJECT, issue };
    const attachment = {
      ...blanks.attachment,
      ...dated,
      ...whose,
      id,
      asset,
      size,
      attributes: { name, type, size },
      is_uploaded,
    };
    store.insert('attachment', issue, attachment);
  }
}
