// Tasks of the simulated user that attach files or edit stickies.
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from './protocol.ts';
import type { SimulatedUser } from './simulatedUser.ts';
import { missingWords, type Task, wordsAsHtml } from './task.ts';

/** Returns the task to attach a file. A repeated attempt first checks whether the file is already attached. */
export function attachTask(
  item: string,
  options: Partial<Pick<Task, 'alsoLostResponse' | 'requestNames' | 'name'>> = {},
): Task {
  return {
    name: 'attach a file',
    requestNames: ['createAttachment', 'objectStore', 'completeAttachment'],
    attachesFile: true,
    ...options,
    type: async (person) => {
      await person.loadedTab(item);
      const token = person.setup.typedWords.addWord('a file');
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

async function attach(person: SimulatedUser, item: string, name: string): Promise<boolean> {
  const { failedUploads } = await person.loadedTab(item);
  const failedId = Object.entries(failedUploads).find(([, fileName]) => fileName === name)?.[0];
  if (failedId !== undefined) return isAttached(await person.send(item, { type: 'retryUpload', id: failedId }), name);
  const { problem, tab } = await person.send(item, { type: 'showAttachments' });
  if (problem !== undefined || tab === undefined) return false;
  if (tab.files.includes(name)) return true;
  const content = new TextEncoder().encode(`What is in ${name}.\n`);
  return isAttached(
    await person.send(item, { type: 'attachBytes', name, mediaType: 'text/plain', bytes: content.slice().buffer }),
    name,
  );
}

function isAttached({ problem, tab }: Reply, name: string): boolean {
  return problem === undefined && tab !== undefined && tab.files.includes(name);
}

/**
 * Returns the task to edit a sticky. The extension sends the text of a sticky automatically after a pause in typing.
 */
export function stickyTask(id: string): Task {
  /** Returns the sticky; if the Stickies view is not loaded, starts loading it and returns undefined. */
  const readSticky = async (person: SimulatedUser) => {
    const { stickies } = await person.do({ do: 'lookAtStickies' });
    if (stickies?.status === 'ready') return stickies.items.find((sticky) => sticky.id === id);
    await person.do(
      stickies?.status === 'failed' ? { do: 'sendToStickies', message: { type: 'reload' } } : { do: 'showStickies' },
    );
    return undefined;
  };
  return {
    name: 'write on a sticky',
    requestNames: ['updateSticky'],
    sendsItself: true,
    type: async (person) => {
      let sticky = await readSticky(person);
      for (let attempts = 0; sticky === undefined && attempts < 5; attempts += 1) sticky = await readSticky(person);
      if (sticky === undefined) throw new Error('The stickies cannot be read.');
      const token = person.setup.typedWords.addWord('a sticky');
      person.setup.stats.counts.edits += 1;
      const value = `${sticky.html}<p>${token}</p>`;
      await person.do({ do: 'sendToStickies', message: { type: 'edit', id, field: 'description_html', value } });
      return token;
    },
    send: async (person) => {
      let sticky = await readSticky(person);
      while (sticky?.state === 'saving') {
        await pause(20);
        sticky = await readSticky(person);
      }
      if (sticky === undefined) return false;
      if (sticky.state === 'sent') return true;
      if (sticky.state === 'conflict') {
        const missing = missingWords(person, sticky.html, sticky.theirs ?? '');
        const value = sticky.html + wordsAsHtml(missing);
        if (missing.length > 0)
          await person.do({ do: 'sendToStickies', message: { type: 'edit', id, field: 'description_html', value } });
        await person.do({ do: 'sendToStickies', message: { type: 'resolve', id, keep: 'mine' } });
      } else await person.do({ do: 'sendToStickies', message: { type: 'retry', id } });
      return (await readSticky(person))?.state === 'sent';
    },
  };
}
