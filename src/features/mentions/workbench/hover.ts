// The hover of a mention: shows cached data immediately, and the server's response when it arrives.
import * as vscode from 'vscode';
import type { Store } from '../../../core/cache/store/store.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import {
  CHANGE_STATE_ACTION,
  COMMENT_ACTION,
  cachedItemHover,
  changedItemHover,
  type HoverAction,
  type HoverOptions,
  loadedItemHover,
  OPEN_ACTION,
  START_WORK_ACTION,
} from '../../../shell/code/itemHover.ts';
import { ALL_DOCUMENTS, mentionAt } from '../../../shell/code/mentionsInDocument.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import type { Clock } from '../../../std/clock.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

const ACTIONS: readonly HoverAction[] = [OPEN_ACTION, COMMENT_ACTION, CHANGE_STATE_ACTION, START_WORK_ACTION];

export function registerHover({ session, mentionResolver, clock }: MentionDeps): DisposableStore {
  const disposables = new DisposableStore();
  const { loaded, cached } = hoverProviders(session.store, mentionResolver, clock);
  // VS Code shows the result of the last registered provider at the top.
  for (const provider of [loaded, cached])
    disposables.add(vscode.languages.registerHoverProvider(ALL_DOCUMENTS, provider));
  return disposables;
}

/** Returns two providers: `cached` shows the data in the cache, and `loaded` waits for the response of the server. */
export function hoverProviders(
  store: Store,
  mentionResolver: MentionResolver,
  clock: Clock,
): Readonly<Record<'cached' | 'loaded', vscode.HoverProvider>> {
  const options = (): HoverOptions => ({ store, today: todayAt(clock.now()), actions: ACTIONS });
  return {
    cached: {
      provideHover: (document, position) => {
        const placedMention = mentionAt(document, position, mentionResolver.matcher);
        if (placedMention === undefined) return undefined;
        const hoverMarkdown = cachedItemHover(
          placedMention.mention,
          mentionResolver.resolve(placedMention.mention),
          mentionResolver,
          options(),
        );
        return new vscode.Hover(markdownOf(hoverMarkdown), placedMention.range);
      },
    },
    loaded: {
      provideHover: async (document, position, token) => {
        const placedMention = mentionAt(document, position, mentionResolver.matcher);
        if (placedMention === undefined) return undefined;
        const { mention, range } = placedMention;
        const shownResolution = mentionResolver.resolve(mention);
        if (shownResolution.kind === 'read') {
          const shownMarkdown = loadedItemHover(shownResolution, options());
          // The request continues if the hover is closed, so that the next hover shows the current values.
          await mentionResolver.refresh([mention]);
          const currentMarkdown = loadedItemHover(mentionResolver.resolve(mention), options());
          return currentMarkdown === undefined || currentMarkdown === shownMarkdown
            ? undefined
            : new vscode.Hover(markdownOf(changedItemHover(currentMarkdown)), range);
        }
        if (shownResolution.kind !== 'unread') return undefined;
        const abortController = new AbortController();
        token.onCancellationRequested(() => abortController.abort());
        const resolution = await mentionResolver.resolveOrRequest(mention, abortController.signal);
        const hoverMarkdown = abortController.signal.aborted ? undefined : loadedItemHover(resolution, options());
        return hoverMarkdown === undefined ? undefined : new vscode.Hover(markdownOf(hoverMarkdown), range);
      },
    },
  };
}

/** Only the commands of `ACTIONS` can be run from the hover, and HTML is not rendered. */
function markdownOf(hoverMarkdown: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(hoverMarkdown, true);
  markdown.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  return markdown;
}
