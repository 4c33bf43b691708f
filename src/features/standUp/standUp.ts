// The command that writes a stand-up as a Markdown document, which the user can change, copy or send as a comment.

import * as l10n from '@vscode/l10n';
import type { ItemRecord } from '../../core/cache/record.ts';
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import type { Sessions } from '../../core/session/session.ts';
import { type CommentDrafts, draftComment } from '../../shell/documents/commentDrafts.ts';
import type { Repositories } from '../../shell/git/repositories.ts';
import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { startOfDay, todayAt } from '../../std/calendarDay.ts';
import type { Clock } from '../../std/clock.ts';
import { lastWorkingDay, readOwnChanges, standUpText } from './ownChanges.ts';

export interface StandUpDeps extends CommentDrafts {
  readonly prompts: Prompts;
  readonly sessions: Pick<Sessions, 'current'>;
  readonly mentions: { readonly resolver: MentionResolver | undefined };
  readonly repositories: Pick<Repositories, 'ready' | 'all'>;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  readonly clock: Clock;
  /** What `readOwnChanges` has read in this window. */
  readonly readVersions: Map<string, ItemRecord>;
  /** Shows a new Markdown document. Resolves with a function that returns its current text. */
  showDocument(text: string): Promise<() => string>;
}

/** Shows the document, and then offers to copy it or to send it as a comment. Nothing is sent without the user. */
export async function writeStandUp(deps: StandUpDeps): Promise<void> {
  const { prompts, sessions, mentions, repositories, clock } = deps;
  const session = sessions.current;
  const { resolver } = mentions;
  if (session === undefined || resolver === undefined) return;
  const today = todayAt(clock.now());
  const since = startOfDay(lastWorkingDay(today));
  const text = await prompts.progress({ title: l10n.t('Writing the stand-up…'), location: 'window' }, async () => {
    await repositories.ready();
    const [commits] = await Promise.all([
      Promise.all(repositories.all.map((repository) => repository.ownCommits(since))),
      readOwnChanges({ session, today }, deps.readVersions),
    ]);
    // Worktrees of one repository have the same branches.
    return standUpText({ session, matcher: resolver.matcher, commits: [...new Set(commits.flat())], today });
  });
  const currentText = await deps.showDocument(text);
  const [copy, comment] = [l10n.t('Copy Stand-Up'), l10n.t('Send as Comment…')];
  const button = await prompts.notify('info', l10n.t('The stand-up is ready.'), copy, comment);
  if (button === copy) await prompts.copyText(currentText());
  if (button === comment) await sendAsComment(deps, currentText());
}

/** Opens the text as the draft of a comment. A draft that has text is not changed. */
async function sendAsComment(deps: StandUpDeps, text: string): Promise<void> {
  const { prompts, items, documents } = deps;
  const target = await items.choose(undefined, l10n.t('Send Stand-Up as Comment on Work Item'));
  if (target === undefined) return;
  if (!(await draftComment(deps, target, text))) {
    await prompts.copyText(text);
    void prompts.notify(
      'info',
      l10n.t('The work item already has a draft comment, so the stand-up was copied to the clipboard.'),
    );
  }
  await documents.open(target);
}
