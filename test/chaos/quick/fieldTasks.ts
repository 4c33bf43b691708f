// Tasks of the simulated user that change fields, create records, or send a stored draft.

import type { RecordKind } from '../../../src/core/cache/address.ts';
import { daysAfter } from '../../../src/std/calendarDay.ts';
import type { RequestName } from '../faults.ts';
import { commentTask, editCommentTask } from './commentTasks.ts';
import { stickyTask } from './otherTasks.ts';
import type { Tab } from './protocol.ts';
import type { SimulatedUser } from './simulatedUser.ts';
import type { Task, TaskOptions } from './task.ts';

/**
 * How a typed word changes the text of a field: `rich` appends a paragraph, `plain` appends the word, `name` replaces
 * the name.
 */
type TextFormat = 'rich' | 'plain' | 'name';

/** Returns the task to change one field of an existing record. */
export function editFieldTask(
  recordName: string,
  key: string,
  {
    field,
    textFormat,
    requestNames,
    setsDueDate = false,
    ...options
  }: {
    readonly field: string;
    readonly textFormat: TextFormat;
    readonly requestNames: readonly RequestName[];
    /**
     * The user also chooses a due date, which is saved at once, before the typed text. Each is another day, so a day
     * that returns was sent twice.
     */
    readonly setsDueDate?: boolean;
  } & TaskOptions,
): Task {
  return {
    name: `edit ${field} of ${recordName}`,
    requestNames,
    ...options,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const oldValue = String((await person.loadedTab(key)).fields[field] ?? '');
      const token = typedWords.addWord(`${field} of ${recordName}`);
      stats.counts.edits += 1;
      if (textFormat === 'name') typedWords.markReplaced(typedWords.tokensIn(oldValue));
      if (setsDueDate)
        await person.send(key, {
          type: 'edit',
          field: 'target_date',
          value: daysAfter('2030-01-01', stats.counts.edits),
        });
      await person.send(key, { type: 'edit', field, value: addToken(oldValue, token, textFormat) });
      return token;
    },
    send: (person) => sendFields(person, key),
  };
}

function addToken(oldValue: string, token: string, format: TextFormat): string {
  if (format === 'rich') return `${oldValue}<p>${token}</p>`;
  return format === 'plain' ? `${oldValue} ${token}`.trim() : `Named ${token}`;
}

/**
 * Saves the record as Ctrl+S does. Resolves with true if nothing is left unsent. Only this user changes the record, so
 * a conflict would mean that the extension took the user's own save, whose response was lost, for a change of another
 * user.
 */
async function sendFields(person: SimulatedUser, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  if (tab.createdKey !== undefined) return true;
  if (tab.status !== 'ready') {
    await person.send(key, { type: 'reload' });
    return false;
  }
  if (!tab.unsent) return true;
  assertNoConflict(tab);
  const { problem, tab: after } = await person.send(key, { type: 'save' });
  if (after !== undefined) assertNoConflict(after);
  return problem === undefined && after !== undefined && !after.unsent;
}

function assertNoConflict({ conflicts }: Pick<Tab, 'conflicts'>): void {
  const [conflict] = conflicts;
  if (conflict !== undefined)
    throw new Error(`The user's own change is shown as a conflict in ${conflict.field}: ${String(conflict.theirs)}`);
}

/** Returns the task to create a record of this kind. */
export function createRecordTask(
  kind: RecordKind,
  within: string,
  create: RequestName,
  options: TaskOptions = {},
): Task {
  const key = `new ${kind} ${within}`;
  return {
    name: `create a ${kind}`,
    requestNames: [create],
    ...(KINDS_WITH_ID.has(kind) ? {} : { hasNoId: true as const }),
    ...options,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const oldName = String((await person.loadedTab(key)).fields['name'] ?? '');
      typedWords.markReplaced(typedWords.tokensIn(oldName));
      const token = typedWords.addWord(`name of a new ${kind}`);
      stats.counts.edits += 1;
      await person.send(key, { type: 'edit', field: 'name', value: `Made ${token}` });
      return token;
    },
    send: (person) => sendNewRecord(person, key),
  };
}

async function sendNewRecord(person: SimulatedUser, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  // If there is no unsent text, the record was created and its draft deleted.
  if (tab.createdKey !== undefined || !tab.unsent) return close(person, key);
  const { problem, tab: after } = await person.send(key, { type: 'save' });
  if (problem !== undefined || after?.createdKey === undefined) return false;
  return close(person, key);
}

/** The kinds of records that are created with an id by which the server detects a duplicate. */
const KINDS_WITH_ID: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'workItem',
  'module',
  'customer',
  'customerProperty',
]);

async function close(person: SimulatedUser, key: string): Promise<true> {
  await person.close(key);
  return true;
}

/** Opens a draft of the Drafts list and sends its content. Resolves with true if nothing is left unsent. */
export async function sendStoredDraft(person: SimulatedUser, key: string): Promise<boolean> {
  if (key.startsWith('sticky ')) return stickyTask(key.slice(key.indexOf('/') + 1)).send(person);
  if (key.startsWith('new ')) return sendNewRecord(person, key);
  const isSent = await sendFields(person, key);
  // Only work items, whose keys contain no space, have comments.
  const isItem = !key.includes(' ');
  const tasks = isItem ? [commentTask(key, 'composer'), commentTask(key, 'palette'), editCommentTask(key)] : [];
  const results: boolean[] = [];
  for (const task of tasks) results.push(await task.send(person));
  return isSent && results.every(Boolean);
}
