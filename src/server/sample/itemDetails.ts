// Creates the activities, cycles, links, relation and files of the sample's work items.

import { addCreationActivity } from '../database/activities.ts';
import { associate } from '../database/associations.ts';
import { NEWEST_FIRST, positionAt } from '../database/orders.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { DAY_MS, dateAfterDays, isoTimeAt } from './dates.ts';
import { insertRecord, type SampleSeed } from './insertRecord.ts';

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
export function insertItemDetails(seed: SampleSeed): void {
  const { store, workspace, now } = seed;
  const createdAt = now - 10 * DAY_MS;
  const created_at = isoTimeAt(createdAt);
  for (const project of store.all('project', workspace.id, NEWEST_FIRST)) {
    for (const item of store.all('workItem', project.id, NEWEST_FIRST)) {
      const change = { actor: workspace.caller, now: item.created_at ?? created_at };
      addCreationActivity(store, item, change, uuidFromName('activity', `${item.id}/created`));
    }
  }
  addCycles(seed, createdAt);
  for (const [number, title, url] of LINKS) {
    const issue = itemId(number);
    const id = uuidFromName('link', `${number}/${title}`);
    insertRecord(seed, 'link', issue, createdAt, { id, title, url, project: PROJECT_ID, issue });
  }
  const relation = { relation_type: 'blocked_by', issue: itemId(3), related_issue: itemId(2), created_at } as const;
  store.insert('relation', workspace.id, { id: uuidFromName('relation', 'WEB/3/2'), ...relation });
  addFiles(seed, createdAt);
}

function addCycles(seed: SampleSeed, createdAt: number): void {
  const { store, workspace, now } = seed;
  const project = store.get('project', PROJECT_ID);
  if (project !== undefined) store.replace('project', { ...project, cycle_view: true });
  for (const [index, [name, start, end, numbers]] of CYCLES.entries()) {
    const { id } = insertRecord(seed, 'cycle', PROJECT_ID, createdAt, {
      start_date: dateAfterDays(now, start),
      end_date: dateAfterDays(now, end),
      id: uuidFromName('cycle', `WEB/${name}`),
      name,
      sort_order: positionAt(index),
      project: PROJECT_ID,
      owned_by: workspace.caller,
    });
    associate(store, id, 'workItem', 'issues', numbers.map(itemId));
  }
}

function addFiles(seed: SampleSeed, createdAt: number): void {
  const { store, workspace } = seed;
  const issue = itemId(1);
  for (const [name, type, text, is_uploaded] of FILES) {
    const id = uuidFromName('attachment', `WEB/1/${name}`);
    const asset = `${workspace.id}/${id.replaceAll('-', '')}-${name}`;
    const bytes = new TextEncoder().encode(text);
    const size = bytes.length;
    if (is_uploaded) store.rows('INSERT INTO object VALUES (?, ?, ?)', asset, type, bytes);
    const fields = { user: workspace.caller, project: PROJECT_ID, issue, id, asset, size, is_uploaded };
    insertRecord(seed, 'attachment', issue, createdAt, { ...fields, attributes: { name, type, size } });
  }
}
