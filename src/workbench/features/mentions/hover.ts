// Owns the card over a mention: what is known is shown at once, and what the service answers is added when it comes.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import { Disposables } from '../../../std/disposable.ts';
import { answerCard, type CardAction, COMMENT, knownCard, OPEN, START_WORK } from './card.ts';
import type { MentionDeps } from './deps.ts';
import { EVERYWHERE, mentionAt } from './read.ts';

const ACTIONS: readonly CardAction[] = [OPEN, COMMENT, START_WORK];

export function registerHover({ session, known }: MentionDeps): Disposables {
  const held = new Disposables();
  const { answer, atOnce } = hoverProviders(session.store, known);
  // The one that is registered last stands first.
  for (const provider of [answer, atOnce]) held.add(vscode.languages.registerHoverProvider(EVERYWHERE, provider));
  return held;
}

/** Two for one card: VS Code shows what the one knows while the other waits for an answer. */
export function hoverProviders(
  store: Store,
  known: KnownItems,
): Readonly<Record<'atOnce' | 'answer', vscode.HoverProvider>> {
  return {
    atOnce: {
      provideHover: (document, position) => {
        const found = mentionAt(document, position, known.matcher);
        if (found === undefined) return undefined;
        const card = knownCard(found.mention, known.meaning(found.mention), known, store, ACTIONS);
        return new vscode.Hover(markdownOf(card), found.range);
      },
    },
    answer: {
      provideHover: async (document, position, token) => {
        const found = mentionAt(document, position, known.matcher);
        if (found === undefined || known.meaning(found.mention).kind !== 'unread') return undefined;
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        const meaning = await known.look(found.mention, stop.signal);
        const card = stop.signal.aborted ? undefined : answerCard(meaning, store, ACTIONS);
        return card === undefined ? undefined : new vscode.Hover(markdownOf(card), found.range);
      },
    },
  };
}

/** Only these commands run from it, and no HTML of it is drawn. */
function markdownOf(card: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(card, true);
  markdown.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  return markdown;
}
