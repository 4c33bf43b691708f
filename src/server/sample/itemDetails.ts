// Creates the activities, cycles, links, relation and files of the sample's work items.

import { addCreationActivity } from '../database/activities.ts';
import { associate } from '../database/associations.ts';
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import { NEWEST_FIRST, positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { DAY_MS, dateAfterDays, isoTimeAt } from './dates.ts';

const PROJECT_ID = uuidFromName('project', 'WEB');
const itemId = (number: number): string => uuidFromName('work-item', `WEB/${number}`);

/** `start` and `end` are days relative to today, `items` are the numbers of work items. */
const CYCLES: readonly (readonly [name: string, start: number, end: number, items: readonly number[]])[] = [
  ['Keys and focus', -28, -15, [2, 10, 12]],
  ['Board by keyboard', -14, 3, [1, 3, 4]],
  ['Offline first steps', 4, 17, []],
];

const LINKS: readonly (readonly [number: number, title: string, url: string])[] = [
  [1, 'How grids take the keyboard', 'https://www.w3.org/WAI/ARIA/apg/patterns/grid/'],
  [1, 'Notes of the talk in May', 'https://contrail.example/notes/may'],
];

/** Files of WEB-1. `complete` is false for a file that was never uploaded. */
const FILES: readonly (readonly [name: string, type: string, text: string, complete: boolean])[] = [
  ['keys.txt', 'text/plain', 'Arrows move, Enter opens, Escape goes back.\n', true],
  ['columns.csv', 'text/csv', 'column,cards\nTodo,4\nIn Progress,2\n', true],
  ['never-arrived.txt', 'text/plain', '', false],
];

/** Stores the records. Must be called inside a transaction, after the projects were stored. */
export function insertItemDetails(store: Database, workspace: Workspace, now: number): void {
  const createdAt = isoTimeAt(now - 10 * DAY_MS);
  const creationFields = {
    created_by: workspace.caller,
    created_at: createdAt,
    updated_at: createdAt,
    workspace: workspace.id,
  };
  for (const project of store.all('project', workspace.id, NEWEST_FIRST)) {
    for (const item of store.all('workItem', project.id, NEWEST_FIRST)) {
      addCreationActivity(
        store,
        item,
        { actor: workspace.caller, now: item.created_at ?? createdAt },
        uuidFromName('activity', `${item.id}/created`),
      );
    }
  }
  addCycles(store, workspace, now, creationFields);
  for (const [number, title, url] of LINKS) {
    const issue = itemId(number);
    store.insert('link', issue, {
      ...defaultRecords.link,
      ...creationFields,
      id: uuidFromName('link', `${number}/${title}`),
      title,
      url,
      project: PROJECT_ID,
      issue,
    });
  }
  const relation = {
    relation_type: 'blocked_by',
    issue: itemId(3),
    related_issue: itemId(2),
    created_at: createdAt,
  } as const;
  store.insert('relation', workspace.id, { id: uuidFromName('relation', 'WEB/3/2'), ...relation });
  addFiles(store, workspace, creationFields);
}

function addCycles(store: Database, workspace: Workspace, now: number, creationFields: Record<string, unknown>): void {
  const project = store.get('project', PROJECT_ID);
  if (project !== undefined) store.replace('project', { ...project, cycle_view: true });
  for (const [index, [name, start, end, numbers]] of CYCLES.entries()) {
    const id = uuidFromName('cycle', `WEB/${name}`);
    const dateFields = { start_date: dateAfterDays(now, start), end_date: dateAfterDays(now, end) };
    const sort_order = positionAt(index);
    store.insert('cycle', PROJECT_ID, {
      ...defaultRecords.cycle,
      ...creationFields,
      ...dateFields,
      id,
      name,
      sort_order,
      project: PROJECT_ID,
      owned_by: workspace.caller,
    });
    associate(store, id, 'workItem', 'issues', numbers.map(itemId));
  }
}

function addFiles(store: Database, workspace: Workspace, creationFields: Record<string, unknown>): void {
  const issue = itemId(1);
  for (const [name, type, text, is_uploaded] of FILES) {
    const id = uuidFromName('attachment', `WEB/1/${name}`);
    const asset = `${workspace.id}/${id.replaceAll('-', '')}-${name}`;
    const bytes = new TextEncoder().encode(text);
    const size = bytes.length;
    if (is_uploaded) store.rows('INSERT INTO object VALUES (?, ?, ?)', asset, type, bytes);
    const ownerFields = { user: workspace.caller, project: PROJECT_ID, issue };
    const attachment = {
      ...defaultRecords.attachment,
      ...creationFields,
      ...ownerFields,
      id,
      asset,
      size,
      attributes: { name, type, size },
      is_uploaded,
    };
    store.insert('attachment', issue, attachment);
  }
}
