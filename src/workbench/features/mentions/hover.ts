// The hover of a mention: shows cached data immediately, and the server's response when it arrives.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import {
  type CardAction,
  COMMENT_ACTION,
  cachedItemCard,
  loadedItemCard,
  OPEN_ACTION,
  START_WORK_ACTION,
} from './card.ts';
import type { MentionDeps } from './deps.ts';
import { ALL_DOCUMENTS, mentionAt } from './read.ts';

const ACTIONS: readonly CardAction[] = [OPEN_ACTION, COMMENT_ACTION, START_WORK_ACTION];

export function registerHover({ session, mentionResolver }: MentionDeps): DisposableStore {
  const disposables = new DisposableStore();
  const { answer, atOnce } = hoverProviders(session.store, mentionResolver);
  // VS Code shows the result of the last registered provider at the top.
  for (const provider of [answer, atOnce])
    disposables.add(vscode.languages.registerHoverProvider(ALL_DOCUMENTS, provider));
  return disposables;
}

/** Returns two providers, so that VS Code shows the cached data while the second provider waits for a response. */
export function hoverProviders(
  store: Store,
  mentionResolver: MentionResolver,
): Readonly<Record<'atOnce' | 'answer', vscode.HoverProvider>> {
  return {
    atOnce: {
      provideHover: (document, position) => {
        const placedMention = mentionAt(document, position, mentionResolver.matcher);
        if (placedMention === undefined) return undefined;
        const card = cachedItemCard(
          placedMention.mention,
          mentionResolver.resolve(placedMention.mention),
          mentionResolver,
          store,
          ACTIONS,
        );
        return new vscode.Hover(markdownOf(card), placedMention.range);
      },
    },
    answer: {
      provideHover: async (document, position, token) => {
        const placedMention = mentionAt(document, position, mentionResolver.matcher);
        if (placedMention === undefined || mentionResolver.resolve(placedMention.mention).kind !== 'unread')
          return undefined;
        const abortController = new AbortController();
        token.onCancellationRequested(() => abortController.abort());
        const meaning = await mentionResolver.lookUp(placedMention.mention, abortController.signal);
        const card = abortController.signal.aborted ? undefined : loadedItemCard(meaning, store, ACTIONS);
        return card === undefined ? undefined : new vscode.Hover(markdownOf(card), placedMention.range);
      },
    },
  };
}

/** Only the commands of `ACTIONS` can be run from the hover, and HTML is not rendered. */
function markdownOf(card: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(card, true);
  markdown.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  return markdown;
}
