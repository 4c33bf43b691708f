// Tasks about comments: writing one, editing one, and signing out while one is unsent.

import type { Person } from './person.ts';
import { type More, missingIn, type Task, wordsAsHtml } from './task.ts';
import type { Tab } from './words.ts';

/** Writes a comment, on the page or from the palette. */
export function commenting(item: string, from: 'composer' | 'palette', more: More = {}): Task {
  return {
    name: `comment from the ${from}`,
    asks: ['createComment'],
    ...more,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const tab = await person.ready(item);
      const token = typedWords.next(`a comment from the ${from}`);
      stats.counts.comments += 1;
      if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: `${tab.palette} ${token}`.trim() });
      else await person.send(item, { type: 'compose', html: `${tab.composer}<p>${token}</p>`, access: 'INTERNAL' });
      return token;
    },
    send: async (person) => {
      const before = await person.tab(item);
      if (before[from] === '') return true;
      const { problem } = await (from === 'palette'
        ? person.do({ do: 'sendPalette', key: item })
        : person.send(item, { type: 'sendComment' }));
      const after = await person.tab(item);
      if (problem?.includes('had arrived')) await takeOut(person, item, from, after);
      return problem === undefined && after[from] === '';
    },
  };
}

/**
 * The extension reports that an earlier version of the comment had arrived: removes the words that are already among
 * the comments from the unsent text.
 */
async function takeOut(person: Person, item: string, from: 'composer' | 'palette', tab: Tab): Promise<void> {
  const { typedWords } = person.setup;
  const there = Object.values(tab.comments).join('');
  const left = typedWords.tokensIn(tab[from]).filter((token) => !there.includes(token));
  if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: left.join(' ') });
  else await person.send(item, { type: 'compose', html: wordsAsHtml(left), access: 'INTERNAL' });
}

/** Edits one of the user's own comments. */
export function changingComment(item: string): Task {
  return {
    name: 'change a comment',
    asks: ['updateComment'],
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const tab = await until(person, item, ({ comments }) =>
        Object.values(comments).some((html) => typedWords.tokensIn(html).length > 0),
      );
      const own = Object.entries(tab.comments).findLast(([, html]) => typedWords.tokensIn(html).length > 0);
      if (own === undefined) throw new Error('She has written no comment yet.');
      const token = typedWords.next('a changed comment');
      stats.counts.comments += 1;
      await person.send(item, {
        type: 'editComment',
        id: own[0],
        html: `${tab.edits[own[0]] ?? own[1]}<p>${token}</p>`,
      });
      return token;
    },
    send: async (person) => {
      await person.tab(item);
      await person.send(item, { type: 'reload' });
      const { edits, overtaken, comments } = await person.ready(item);
      const problems: (string | undefined)[] = [];
      for (const [id, mine] of Object.entries(edits)) {
        // The page reports that the comment was changed on the server: adds the words that are missing in the user's
        // text.
        const missing = overtaken.includes(id) ? missingIn(person, mine, comments[id] ?? '') : [];
        if (missing.length > 0) await person.send(item, { type: 'editComment', id, html: mine + wordsAsHtml(missing) });
        problems.push((await person.send(item, { type: 'saveComment', id })).problem);
      }
      return problems.every((one) => one === undefined) && Object.keys((await person.tab(item)).edits).length === 0;
    },
  };
}

async function until(person: Person, key: string, wanted: (tab: Tab) => boolean): Promise<Tab> {
  for (let tries = 0; tries < 5; tries += 1) {
    const tab = await person.ready(key);
    if (wanted(tab)) return tab;
    await person.send(key, { type: 'reload' });
  }
  throw new Error(`${key} does not show what is looked for.`);
}

/** Signs out and in again with an unsent comment: everything is loaded again, and the comment is still there. */
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
      person.setup.stats.counts.revocations += 1;
      return token;
    },
    send: async (person) => {
      if ((await person.signIn()) !== undefined) return false;
      const { status } = await person.tab(item);
      if (status !== 'ready') await person.send(item, { type: 'reload' });
      return comment.send(person);
    },
  };
}
