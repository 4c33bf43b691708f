// Tasks of the simulated user that write or edit comments.

import type { Tab } from './protocol.ts';
import type { SimulatedUser } from './simulatedUser.ts';
import { missingWords, type Task, type TaskOptions, wordsAsHtml } from './task.ts';

/** Returns the task to write a comment, on the page or with a command of the palette. */
export function commentTask(item: string, from: 'composer' | 'palette', options: TaskOptions = {}): Task {
  return {
    name: `comment from the ${from}`,
    requestNames: ['createComment'],
    ...options,
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const tab = await person.loadedTab(item);
      const token = typedWords.addWord(`a comment from the ${from}`);
      stats.counts.comments += 1;
      if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: `${tab.palette} ${token}`.trim() });
      else await person.send(item, { type: 'compose', html: `${tab.composer}<p>${token}</p>`, access: 'INTERNAL' });
      return token;
    },
    send: async (person) => {
      const tabBefore = await person.tab(item);
      if (tabBefore[from] === '') return true;
      const { problem } = await (from === 'palette'
        ? person.do({ do: 'sendPalette', key: item })
        : person.send(item, { type: 'sendComment' }));
      const tabAfter = await person.tab(item);
      if (problem?.includes('had arrived')) await removeSentWords(person, item, from, tabAfter);
      return problem === undefined && tabAfter[from] === '';
    },
  };
}

/**
 * Removes the words from the unsent text that a sent comment already contains. Called when the extension reports that
 * the server has received an earlier version of the comment.
 */
async function removeSentWords(
  person: SimulatedUser,
  item: string,
  from: 'composer' | 'palette',
  tab: Tab,
): Promise<void> {
  const { typedWords } = person.setup;
  const sentText = Object.values(tab.comments).join('');
  const unsentWords = typedWords.tokensIn(tab[from]).filter((token) => !sentText.includes(token));
  if (from === 'palette') await person.do({ do: 'keepPalette', key: item, text: unsentWords.join(' ') });
  else await person.send(item, { type: 'compose', html: wordsAsHtml(unsentWords), access: 'INTERNAL' });
}

/** Returns the task to edit the newest comment that the user wrote. */
export function editCommentTask(item: string): Task {
  return {
    name: 'change a comment',
    requestNames: ['updateComment'],
    type: async (person) => {
      const { typedWords, stats } = person.setup;
      const tab = await waitForTab(person, item, ({ comments }) =>
        Object.values(comments).some((html) => typedWords.tokensIn(html).length > 0),
      );
      const ownComment = Object.entries(tab.comments).findLast(([, html]) => typedWords.tokensIn(html).length > 0);
      if (ownComment === undefined) throw new Error('The user has written no comment yet.');
      const [id, html] = ownComment;
      const token = typedWords.addWord('a changed comment');
      stats.counts.comments += 1;
      await person.send(item, {
        type: 'editComment',
        id,
        html: `${tab.edits[id] ?? html}<p>${token}</p>`,
      });
      return token;
    },
    send: async (person) => {
      await person.tab(item);
      await person.send(item, { type: 'reload' });
      const { edits, editsChangedOnServer, comments } = await person.loadedTab(item);
      const problems: (string | undefined)[] = [];
      for (const [id, html] of Object.entries(edits)) {
        // If the comment was also changed on the server, the user adds the server's words to their own text.
        const missing = editsChangedOnServer.includes(id) ? missingWords(person, html, comments[id] ?? '') : [];
        if (missing.length > 0) await person.send(item, { type: 'editComment', id, html: html + wordsAsHtml(missing) });
        problems.push((await person.send(item, { type: 'saveComment', id })).problem);
      }
      return (
        problems.every((problem) => problem === undefined) && Object.keys((await person.tab(item)).edits).length === 0
      );
    },
  };
}

/**
 * Reloads the tab until `condition` returns true for its content.
 * @throws after five attempts
 */
async function waitForTab(person: SimulatedUser, key: string, condition: (tab: Tab) => boolean): Promise<Tab> {
  for (let attempts = 0; attempts < 5; attempts += 1) {
    const tab = await person.loadedTab(key);
    if (condition(tab)) return tab;
    await person.send(key, { type: 'reload' });
  }
  throw new Error(`${key} does not reach the expected state.`);
}

/** Returns the task to write a comment, sign out, sign in again and send the comment. */
export function signOutTask(item: string): Task {
  const comment = commentTask(item, 'composer');
  return {
    name: 'sign out and in',
    signsOut: true,
    requestNames: ['getCurrentUser', 'listProjects', 'getProject', 'getWorkItem', 'listComments'],
    type: async (person) => {
      const token = await comment.type(person);
      await person.waitUntilOnDisk(token);
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
