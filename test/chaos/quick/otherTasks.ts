// Tasks about files and stickies.
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from './person.ts';
import { missingIn, type Task, wordsAsHtml } from './task.ts';
import type { Reply } from './words.ts';

/** Attaches a file. If the host is killed in between, checks whether the file is attached before attaching it again. */
export function attaching(item: string, more: Partial<Pick<Task, 'besides' | 'asks' | 'name'>> = {}): Task {
  return {
    name: 'attach a file',
    asks: ['createAttachment', 'objectStore', 'completeAttachment'],
    isFile: true,
    ...more,
    type: async (person) => {
      await person.ready(item);
      const token = person.setup.typedWords.next('a file');
      person.setup.stats.counts.uploads += 1;
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
  if (failed !== undefined) return isAttached(await person.send(item, { type: 'retryUpload', id: failed }), name);
  const { problem, tab } = await person.send(item, { type: 'showAttachments' });
  if (problem !== undefined || tab === undefined) return false;
  if (tab.files.includes(name)) return true;
  const text = new TextEncoder().encode(`What is in ${name}.\n`);
  return isAttached(
    await person.send(item, { type: 'attachBytes', name, mediaType: 'text/plain', bytes: text.slice().buffer }),
    name,
  );
}

function isAttached({ problem, tab }: Reply, name: string): boolean {
  return problem === undefined && tab !== undefined && tab.files.includes(name);
}

/** Edits a sticky, which is sent automatically after a pause in typing. */
export function sticking(id: string): Task {
  const see = async (person: Person) => {
    const { stickies } = await person.do({ do: 'lookAtStickies' });
    if (stickies?.status === 'ready') return stickies.items.find((one) => one.id === id);
    await person.do(
      stickies?.status === 'failed' ? { do: 'sendToStickies', word: { type: 'reload' } } : { do: 'showStickies' },
    );
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
      const token = person.setup.typedWords.next('a sticky');
      person.setup.stats.counts.edits += 1;
      const value = `${sticky.html}<p>${token}</p>`;
      await person.do({ do: 'sendToStickies', word: { type: 'edit', id, field: 'description_html', value } });
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
        const value = sticky.html + wordsAsHtml(missing);
        if (missing.length > 0)
          await person.do({ do: 'sendToStickies', word: { type: 'edit', id, field: 'description_html', value } });
        await person.do({ do: 'sendToStickies', word: { type: 'resolve', id, keep: 'mine' } });
      } else await person.do({ do: 'sendToStickies', word: { type: 'retry', id } });
      return (await see(person))?.state === 'sent';
    },
  };
}
