// Owns the tasks of the quick tier: what a person types, and how she brings it to the service, again and again until nothing is left unsent.
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordKind } from '../../../src/store/address.ts';
import type { Asking } from '../faults.ts';
import type { Person } from './person.ts';
import type { Reply, Tab } from './words.ts';

export interface Task {
  readonly name: string;
  /** What it asks of the service. */
  readonly asks: readonly Asking[];
  /** Something that went wrong before: at this operation no answer comes back, once the task is sent the first time. */
  readonly earlier?: Asking;
  /** She goes on writing then, in the same place. */
  readonly grows?: true;
  /** Something that goes wrong besides, as long as the fault does. */
  readonly besides?: Asking;
  /** Types a word. Nothing is sent; gives the word. */
  type(person: Person): Promise<string>;
  /** Brings to the service what is unsent, once. True when nothing is left. */
  send(person: Person): Promise<boolean>;
  /** What is typed is no draft, but a file of her machine. */
  readonly isFile?: true;
  /** Nobody is signed in before it is sent. */
  readonly signsOut?: true;
  /** Is sent when she pauses. */
  readonly sendsItself?: true;
  /** The service has nothing to know it by when it comes twice. */
  readonly hasNoId?: true;
}

/** What makes another task of it. */
type More = Partial<Pick<Task, 'earlier' | 'grows' | 'asks' | 'name'>>;

type Written = 'rich' | 'plain' | 'name';

/** Changes one field of a record that is there. */
export function editing(
  what: string,
  key: string,
  { field, written, asks, ...more }: { readonly field: string; readonly written: Written; readonly asks: readonly Asking[] } & More,
): Task {
  return {
    name: `edit ${field} of ${what}`,
    asks,
    ...more,
    type: async (person) => {
      const { ledger, tally } = person.ground;
      const before = String((await person.ready(key)).fields[field] ?? '');
      const token = ledger.next(`${field} of ${what}`);
      tally.counts.edits += 1;
      if (written === 'name') ledger.replace(ledger.tokensIn(before));
      await person.say(key, { say: 'edit', field, value: withToken(before, token, written) });
      return token;
    },
    send: (person) => sendFields(person, key),
  };
}

function withToken(before: string, token: string, written: Written): string {
  if (written === 'rich') return `${before}<p>${token}</p>`;
  return written === 'plain' ? `${before} ${token}`.trim() : `Named ${token}`;
}

/** Ctrl+S, with conflicts ended first: she keeps her own words, and those of the other side that she does not have. */
async function sendFields(person: Person, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  if (tab.became !== undefined) return true;
  if (tab.status !== 'ready') {
    await person.say(key, { say: 'reload' });
    return false;
  }
  if (!tab.unsent) return true;
  for (const { field, theirs } of tab.conflicts) {
    const mine = String(tab.fields[field] ?? '');
    const missing = missingIn(person, mine, String(theirs));
    if (missing.length > 0 && field !== 'name') await person.say(key, { say: 'edit', field, value: mine + asHtml(missing) });
    await person.say(key, { say: 'resolve', field, keep: 'mine' });
  }
  const { problem, tab: after } = await person.say(key, { say: 'save' });
  return problem === undefined && after !== undefined && !after.unsent;
}

/** Makes a record of this kind. */
export function making(kind: RecordKind, within: string, create: Asking, more: More = {}): Task {
  const key = `new ${kind} ${within}`;
  return {
    name: `make a ${kind}`,
    asks: [create],
    ...(HAS_ID.has(kind) ? {} : { hasNoId: true as const }),
    ...more,
    type: async (person) => {
      const { ledger, tally } = person.ground;
      const before = String((await person.ready(key)).fields['name'] ?? '');
      ledger.replace(ledger.tokensIn(before));
      const token = ledger.next(`name of a new ${kind}`);
      tally.counts.edits += 1;
      await person.say(key, { say: 'edit', field: 'name', value: `Made ${token}` });
      return token;
    },
    send: (person) => sendNew(person, key),
  };
}

async function sendNew(person: Person, key: string): Promise<boolean> {
  const tab = await person.tab(key);
  // Nothing is offered: it was made, and the draft is gone.
  if (tab.became !== undefined || !tab.unsent) return closed(person, key);
  const { problem, tab: after } = await person.say(key, { say: 'save' });
  if (problem !== undefined || after?.became === undefined) return false;
  return closed(person, key);
}

const HAS_ID: ReadonlySet<RecordKind> = new Set<RecordKind>(['workItem', 'module', 'customer', 'customerProperty']);

async function closed(person: Person, key: string): Promise<boolean> {
  await person.close(key);
  return true;
}

/** A comment from the page, or from the palette. */
export function commenting(item: string, from: 'composer' | 'palette', more: More = {}): Task {
  return {
    name: `comment from the ${from}`,
    asks: ['createComment'],
    ...more,
    type: async (person) => {
      const { ledger, tally } = person.ground;
      const tab = await person.ready(item);
      const token = ledger.next(`a comment from the ${from}`);
      tally.counts.comments += 1;
      if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: `${tab.palette} ${token}`.trim() });
      else await person.say(item, { say: 'compose', html: `${tab.composer}<p>${token}</p>`, access: 'INTERNAL' });
      return token;
    },
    send: async (person) => {
      const before = await person.tab(item);
      if (before[from] === '') return true;
      const { problem } = await (from === 'palette'
        ? person.do({ do: 'sendPalette', key: item })
        : person.say(item, { say: 'sendComment' }));
      const after = await person.tab(item);
      if (problem?.includes('had arrived')) await takeOut(person, item, from, after);
      return problem === undefined && after[from] === '';
    },
  };
}

/** She is told that the first words had arrived: what stands among the comments she takes out of what is still to be sent. */
async function takeOut(person: Person, item: string, from: 'composer' | 'palette', tab: Tab): Promise<void> {
  const { ledger } = person.ground;
  const there = Object.values(tab.comments).join('');
  const left = ledger.tokensIn(tab[from]).filter((token) => !there.includes(token));
  if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: left.join(' ') });
  else await person.say(item, { say: 'compose', html: asHtml(left), access: 'INTERNAL' });
}

/** Changes a comment of her own. */
export function changingComment(item: string): Task {
  return {
    name: 'change a comment',
    asks: ['updateComment'],
    type: async (person) => {
      const { ledger, tally } = person.ground;
      const tab = await until(person, item, ({ comments }) => Object.values(comments).some((html) => ledger.tokensIn(html).length > 0));
      const own = Object.entries(tab.comments).findLast(([, html]) => ledger.tokensIn(html).length > 0);
      if (own === undefined) throw new Error('She has written no comment yet.');
      const token = ledger.next('a changed comment');
      tally.counts.comments += 1;
      await person.say(item, { say: 'editComment', id: own[0], html: `${tab.edits[own[0]] ?? own[1]}<p>${token}</p>` });
      return token;
    },
    send: async (person) => {
      await person.say(item, { say: 'reload' });
      const { edits, overtaken, comments } = await person.ready(item);
      const problems: (string | undefined)[] = [];
      for (const [id, mine] of Object.entries(edits)) {
        // The page says that the comment was changed meanwhile: she takes over what she does not have.
        const missing = overtaken.includes(id) ? missingIn(person, mine, comments[id] ?? '') : [];
        if (missing.length > 0) await person.say(item, { say: 'editComment', id, html: mine + asHtml(missing) });
        problems.push((await person.say(item, { say: 'saveComment', id })).problem);
      }
      return problems.every((one) => one === undefined) && Object.keys((await person.tab(item)).edits).length === 0;
    },
  };
}

/** Words of the other side. */
function missingIn({ ground: { ledger } }: Person, mine: string, theirs: string): string[] {
  return ledger.tokensIn(theirs).filter((token) => !mine.includes(token));
}

function asHtml(tokens: readonly string[]): string {
  return tokens.map((token) => `<p>${token}</p>`).join('');
}

async function until(person: Person, key: string, wanted: (tab: Tab) => boolean): Promise<Tab> {
  for (let tries = 0; tries < 5; tries += 1) {
    const tab = await person.ready(key);
    if (wanted(tab)) return tab;
    await person.say(key, { say: 'reload' });
  }
  throw new Error(`${key} does not show what is looked for.`);
}

/** Attaches a file. Where the host dies meanwhile, she looks whether it is there before she attaches it again. */
export function attaching(item: string, more: Partial<Pick<Task, 'besides' | 'asks' | 'name'>> = {}): Task {
  return {
    name: 'attach a file',
    asks: ['createAttachment', 'objectStore', 'completeAttachment'],
    isFile: true,
    ...more,
    type: async (person) => {
      await person.ready(item);
      const token = person.ground.ledger.next('a file');
      person.ground.tally.counts.uploads += 1;
      person.files.set(item, `${token}.txt`);
      return token;
    },
    send: async (person) => {
      const name = person.files.get(item);
      if (name === undefined) return true;
      const isDone = await attach(person, item, name);
      if (isDone) person.files.delete(item);
      return isDone;
    },
  };
}

async function attach(person: Person, item: string, name: string): Promise<boolean> {
  const before = await person.ready(item);
  const failed = Object.entries(before.failedUploads).find(([, one]) => one === name)?.[0];
  if (failed !== undefined) return isAttached(await person.say(item, { say: 'retryUpload', id: failed }), name);
  const { problem, tab } = await person.say(item, { say: 'showAttachments' });
  if (problem !== undefined || tab === undefined) return false;
  if (tab.files.includes(name)) return true;
  const text = new TextEncoder().encode(`What is in ${name}.\n`);
  return isAttached(await person.say(item, { say: 'attachBytes', name, type: 'text/plain', bytes: text.slice().buffer }), name);
}

function isAttached({ problem, tab }: Reply, name: string): boolean {
  return problem === undefined && tab !== undefined && tab.files.includes(name);
}

/** Writes on a sticky, which is sent by itself when she pauses. */
export function sticking(id: string): Task {
  const see = async (person: Person) => {
    const { stickies } = await person.do({ do: 'lookAtStickies' });
    if (stickies?.status === 'ready') return stickies.items.find((one) => one.id === id);
    await person.do(stickies?.status === 'failed' ? { do: 'sayOfStickies', word: { say: 'reload' } } : { do: 'showStickies' });
    return undefined;
  };
  return {
    name: 'write on a sticky',
    asks: ['updateSticky'],
    sendsItself: true,
    type: async (person) => {
      let sticky = await see(person);
      for (let tries = 0; sticky === undefined && tries < 5; tries += 1) sticky = await see(person);
      if (sticky === undefined) throw new Error('The stickies cannot be read.');
      const token = person.ground.ledger.next('a sticky');
      person.ground.tally.counts.edits += 1;
      const value = `${sticky.html}<p>${token}</p>`;
      await person.do({ do: 'sayOfStickies', word: { say: 'edit', id, field: 'description_html', value } });
      return token;
    },
    send: async (person) => {
      let sticky = await see(person);
      while (sticky?.state === 'saving') {
        await pause(20);
        sticky = await see(person);
      }
      if (sticky === undefined) return false;
      if (sticky.state === 'sent') return true;
      if (sticky.state === 'conflict') {
        const missing = missingIn(person, sticky.html, sticky.theirs ?? '');
        const value = sticky.html + asHtml(missing);
        if (missing.length > 0) await person.do({ do: 'sayOfStickies', word: { say: 'edit', id, field: 'description_html', value } });
        await person.do({ do: 'sayOfStickies', word: { say: 'resolve', id, keep: 'mine' } });
      } else await person.do({ do: 'sayOfStickies', word: { say: 'retry', id } });
      return (await see(person))?.state === 'sent';
    },
  };
}

/** Signs out and in with a comment unsent: everything is read anew, and the comment is there. */
export function returning(item: string): Task {
  const comment = commenting(item, 'composer');
  return {
    name: 'sign out and in',
    signsOut: true,
    asks: ['getCurrentUser', 'listProjects', 'getProject', 'getWorkItem', 'listComments'],
    type: async (person) => {
      const token = await comment.type(person);
      await person.kept(token);
      await person.do({ do: 'close', key: item });
      await person.do({ do: 'signOut' });
      person.ground.tally.counts.revocations += 1;
      return token;
    },
    send: async (person) => {
      if ((await person.signIn()) !== undefined) return false;
      const { status } = await person.tab(item);
      if (status !== 'ready') await person.say(item, { say: 'reload' });
      return comment.send(person);
    },
  };
}

/** Goes on with a draft that the list of drafts offers, and sends all that it holds. True when nothing is left of it. */
export async function takeUp(person: Person, key: string): Promise<boolean> {
  if (key.startsWith('sticky ')) return sticking(key.slice(key.indexOf('/') + 1)).send(person);
  if (key.startsWith('new ')) return sendNew(person, key);
  const isSent = await sendFields(person, key);
  const item = key.includes(' ') ? [] : [commenting(key, 'composer'), commenting(key, 'palette'), changingComment(key)];
  const others: boolean[] = [];
  for (const task of item) others.push(await task.send(person));
  return isSent && others.every(Boolean);
}
