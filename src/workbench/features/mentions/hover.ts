// The hover over a mention.
// Shows what is in the cache at once, and adds the server's response when it arrives.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import { Disposables } from '../../../std/disposable.ts';
import { answerCard, type CardAction, COMMENT, knownCard, OPEN, START_WORK } from './card.ts';
import type { MentionDeps } from './deps.ts';
import { EVERYWHERE, mentionAt } from './read.ts';

const ACTIONS: readonly CardAction[] = [OPEN, COMMENT, START_WORK];

export function registerHover({ session, known }: MentionDeps): Disposables {
  const disposables = new Disposables();
  const { answer, atOnce } = hoverProviders(session.store, known);
  // VS Code shows the hover of the provider that was registered last first.
  for (const provider of [answer, atOnce])
    disposables.add(vscode.languages.registerHoverProvider(EVERYWHERE, provider));
  return disposables;
}

/** Returns two providers for one hover: VS Code shows the result of the first while the second waits for a response. */
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

/** Trusts only these commands. HTML stays disabled. */
function markdownOf(card: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(card, true);
  markdown.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  return markdown;
}
