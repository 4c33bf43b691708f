// Tasks about the fields of records: changing one, creating a record, and sending a listed draft.
import type { RecordKind } from '../../../src/cache/address.ts';
import type { Asking } from '../faults.ts';
import { changingComment, commenting } from './commentTasks.ts';
import { sticking } from './otherTasks.ts';
import type { Person } from './person.ts';
import type { More, Task } from './task.ts';
import type { Tab } from './words.ts';

type Written = 'rich' | 'plain' | 'name';

/** Changes one field of an existing record. */
export function editing(
  what: string,
  key: string,
  {
    field,
    written,
    asks,
    ...more
  }: { readonly field: string; readonly written: Written; readonly asks: readonly Asking[] } & More,
): Task {
  return {
    name: `edit ${field} of ${what}`,
    asks,
    ...more,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const before = String((await person.ready(key)).fields[field] ?? '');
      const token = typedWords.next(`${field} of ${what}`);
      stats.counts.edits += 1;
      if (written === 'name') typedWords.replace(typedWords.tokensIn(before));
      await person.send(key, { type: 'edit', field, value: withToken(before, token, written) });
      return token;
    },
    send: (person) => sendFields(person, key),
  };
}

function withToken(before: string, token: string, written: Written): string {
  if (written === 'rich') return `${before}<p>${token}</p>`;
  return written === 'plain' ? `${before} ${token}`.trim() : `Named ${token}`;
}

/**
 * Saves as Ctrl+S does. Only one user writes here: a conflict would mean that the user's own save, whose answer was
 * lost, was taken for a change of another user.
 */
async function sendFields(person: Person, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  if (tab.became !== undefined) return true;
  if (tab.status !== 'ready') {
    await person.send(key, { type: 'reload' });
    return false;
  }
  if (!tab.unsent) return true;
  noConflict(tab);
  const { problem, tab: after } = await person.send(key, { type: 'save' });
  if (after !== undefined) noConflict(after);
  return problem === undefined && after !== undefined && !after.unsent;
}

function noConflict({ conflicts }: Pick<Tab, 'conflicts'>): void {
  const [conflict] = conflicts;
  if (conflict !== undefined)
    throw new Error(`The own words come back as a conflict in ${conflict.field}: ${String(conflict.theirs)}`);
}

/** Creates a record of this kind. */
export function making(kind: RecordKind, within: string, create: Asking, more: More = {}): Task {
  const key = `new ${kind} ${within}`;
  return {
    name: `make a ${kind}`,
    asks: [create],
    ...(HAS_ID.has(kind) ? {} : { hasNoId: true as const }),
    ...more,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const before = String((await person.ready(key)).fields['name'] ?? '');
      typedWords.replace(typedWords.tokensIn(before));
      const token = typedWords.next(`name of a new ${kind}`);
      stats.counts.edits += 1;
      await person.send(key, { type: 'edit', field: 'name', value: `Made ${token}` });
      return token;
    },
    send: (person) => sendNew(person, key),
  };
}

async function sendNew(person: Person, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  // No draft is left: the record was created, and its draft was deleted.
  if (tab.became !== undefined || !tab.unsent) return closed(person, key);
  const { problem, tab: after } = await person.send(key, { type: 'save' });
  if (problem !== undefined || after?.became === undefined) return false;
  return closed(person, key);
}

const HAS_ID: ReadonlySet<RecordKind> = new Set<RecordKind>(['workItem', 'module', 'customer', 'customerProperty']);

async function closed(person: Person, key: string): Promise<boolean> {
  await person.close(key);
  return true;
}

/** Opens a draft of the Drafts list and sends its content. Resolves with true if nothing of it is left. */
export async function takeUp(person: Person, key: string): Promise<boolean> {
  if (key.startsWith('sticky ')) return sticking(key.slice(key.indexOf('/') + 1)).send(person);
  if (key.startsWith('new ')) return sendNew(person, key);
  const isSent = await sendFields(person, key);
  const item = key.includes(' ') ? [] : [commenting(key, 'composer'), commenting(key, 'palette'), changingComment(key)];
  const others: boolean[] = [];
  for (const task of item) others.push(await task.send(person));
  return isSent && others.every(Boolean);
}
