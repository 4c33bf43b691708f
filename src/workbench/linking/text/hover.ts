// Owns the card over a mention: what is known is shown at once, and what the service answers is added when it comes.
import * as vscode from 'vscode';
import { Disposables } from '../../../std/disposable.ts';
import { commands } from '../../commands/table.ts';
import type { Linked } from '../linking.ts';
import { answerCard, type CardAction, COMMENT, knownCard, OPEN, START_WORK } from './card.ts';
import { EVERYWHERE, mentionAt } from './read.ts';

const ACTIONS: readonly CardAction[] = [OPEN, COMMENT, START_WORK];

export function registerHover({ session, known }: Linked): Disposables {
  const held = new Disposables();
  const { store } = session;
  const actions = ACTIONS.filter(({ command }) => commands.some(({ id }) => id === command));
  // The one registered last stands first.
  held.add(
    vscode.languages.registerHoverProvider(EVERYWHERE, {
      provideHover: async (document, position, token) => {
        const found = mentionAt(document, position, known.matcher);
        if (found === undefined || known.meaning(found.mention).kind !== 'unread') return undefined;
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        const meaning = await known.look(found.mention, stop.signal);
        const card = stop.signal.aborted ? undefined : answerCard(found.mention, meaning, store, actions);
        return card === undefined ? undefined : new vscode.Hover(markdownOf(card), found.range);
      },
    }),
  );
  held.add(
    vscode.languages.registerHoverProvider(EVERYWHERE, {
      provideHover: (document, position) => {
        const found = mentionAt(document, position, known.matcher);
        if (found === undefined) return undefined;
        const card = knownCard(found.mention, known.meaning(found.mention), known, store, actions);
        return new vscode.Hover(markdownOf(card), found.range);
      },
    }),
  );
  return held;
}

/** Only these commands run from it, and no HTML of it is drawn. */
function markdownOf(card: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(card, true);
  markdown.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  return markdown;
}
