// The comments of a work item by time and, if the user chooses to show them, its changes between the comments.
import * as l10n from '@vscode/l10n';
import './timeline.css';
import type { VNode } from 'preact';
import type { PageProblem } from '../../../items/form/recordProtocol.ts';
import { Button, Icon, Progress } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { RateLimitMessage } from '../../../shell/page/rateLimit.tsx';
import { Time } from '../../../shell/page/time.tsx';
import type { CommentView } from '../../../shell/protocol/comments.ts';
import type { ActivityView, CommentEditsView } from '../../../shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { CommentRow, OrphanedDraft } from './comments.tsx';

interface TimelineProps {
  readonly page: PageStore;
  readonly comments: PageModel['comments'];
  /** The drafts of changed comments; undefined if the user cannot change comments. */
  readonly commentDrafts: CommentEditsView | undefined;
  /** The changes of the work item; undefined if the page does not show changes. */
  readonly activity: ActivityView | undefined;
  readonly people: PageModel['people'];
  /** Whether more comments are being loaded on the user's request. */
  readonly isFetching: boolean;
  /** The time when requests delayed by the rate limit resume, in milliseconds since the epoch. */
  readonly waitingUntil: number | undefined;
}

type Change = ActivityView['items'][number];

type Entry =
  | { readonly time: number; readonly comment: CommentView; readonly isReply: boolean }
  | { readonly time: number; readonly change: Change };

/** Returns the time in milliseconds. Returns 0 for an entry without a time, so that it is listed first. */
function parseTime(isoTime: string | undefined): number {
  return Date.parse(isoTime ?? '') || 0;
}

/**
 * Returns an entry for each comment. A reply has the time of the first comment of its thread, so that it stays below
 * that comment. A reply to a comment that is not loaded is listed as a comment of its own.
 */
function threadEntriesOf(comments: readonly CommentView[]): readonly Entry[] {
  const commentById = new Map(comments.map((comment) => [comment.id, comment]));
  const threads = new Map<CommentView, Entry[]>();
  for (const comment of comments) {
    const visitedComments = new Set([comment]);
    let root = comment;
    for (;;) {
      const parent = commentById.get(root.parent ?? '');
      if (parent === undefined || visitedComments.has(parent)) break;
      visitedComments.add(parent);
      root = parent;
    }
    const entry = { time: parseTime(root.createdAt), comment, isReply: root !== comment };
    const thread = threads.get(root) ?? [];
    threads.set(root, entry.isReply ? [...thread, entry] : [entry, ...thread]);
  }
  return [...threads.values()].flat().sort((one, other) => one.time - other.time);
}

/** Returns the comments and the changes in the order of their times. */
function entriesOf(comments: readonly CommentView[], changes: readonly Change[]): readonly Entry[] {
  const commentEntries = threadEntriesOf(comments);
  if (changes.length === 0) return commentEntries;
  const changeEntries = changes.map((change): Entry => ({ time: parseTime(change.at), change }));
  return [...changeEntries, ...commentEntries].sort((one, other) => one.time - other.time);
}

const ChangeRow = memo(
  ({ change: { userName, changeText, at } }: { readonly change: Change }): VNode => (
    <li class="change">
      <span class="change-actor" dir="auto">
        {userName}
      </span>{' '}
      {changeText}
      {at !== undefined && (
        <>
          {' · '}
          <Time at={at} />
        </>
      )}
    </li>
  ),
);

function Problem({ problem, onRetry }: { readonly problem: PageProblem; readonly onRetry: () => void }): VNode {
  return (
    <div class="banner banner-warning" role="status">
      <Icon name="warning" />
      <span class="banner-text">{problem.message}</span>
      {problem.retry && (
        <Button isSecondary onClick={onRetry}>
          {l10n.t('Retry')}
        </Button>
      )}
    </div>
  );
}

/** Lets the user choose whether the timeline shows only comments, or also the changes of the work item. */
function ChangesChoice({
  page,
  areChangesShown,
}: {
  readonly page: PageStore;
  readonly areChangesShown: boolean;
}): VNode {
  const setChangesShown = (showsChanges: boolean) =>
    void page.sendRequest({ type: showsChanges ? 'showActivity' : 'hideActivity' });
  return (
    <fieldset class="reach">
      <legend class="visually-hidden">{l10n.t('Shown activity')}</legend>
      {[false, true].map((showsChanges) => (
        <label key={String(showsChanges)} class={`reach-option${showsChanges === areChangesShown ? ' is-on' : ''}`}>
          <input
            class="visually-hidden"
            type="radio"
            name="timeline-choice"
            value={showsChanges ? 'all' : 'comments'}
            checked={showsChanges === areChangesShown}
            onChange={() => setChangesShown(showsChanges)}
          />
          {showsChanges ? l10n.t({ message: 'All', comment: ['Comments and changes'] }) : l10n.t('Comments')}
        </label>
      ))}
    </fieldset>
  );
}

/** The heading of the timeline, with the choice of what it shows. */
export const TimelineHead = memo(
  ({ page, areChangesShown }: { readonly page: PageStore; readonly areChangesShown: boolean | undefined }): VNode => (
    <div class="section-head">
      <h2 id="activity-title">{l10n.t('Activity')}</h2>
      {areChangesShown !== undefined && <ChangesChoice page={page} areChangesShown={areChangesShown} />}
    </div>
  ),
);

function moreCommentsText(count: number, isLater: boolean): string {
  const formattedCount = formatCount(count);
  return isLater
    ? plural(count, {
        one: l10n.t('Load {0} More Comment', formattedCount),
        other: l10n.t('Load {0} More Comments', formattedCount),
      })
    : plural(count, {
        one: l10n.t('Show {0} Earlier Comment', formattedCount),
        other: l10n.t('Show {0} Earlier Comments', formattedCount),
      });
}

function MoreComments({ page, comments, isFetching }: Pick<TimelineProps, 'page' | 'comments' | 'isFetching'>): VNode {
  return (
    <Button isSecondary disabled={isFetching} onClick={() => void page.request('moreComments')} testId="more-comments">
      {isFetching ? l10n.t('Loading…') : moreCommentsText(comments.more ?? 0, comments.isMoreLater === true)}
    </Button>
  );
}

function emptyText(status: PageModel['comments']['status']): string {
  if (status === 'failed') return l10n.t('The comments could not be loaded.');
  return status === 'loading' ? l10n.t('Loading comments…') : l10n.t('No comments yet.');
}

/** The list of comments and changes, with its loading, empty and error states. */
export const Timeline = memo((props: TimelineProps): VNode => {
  const { page, comments, commentDrafts, activity, people, isFetching, waitingUntil } = props;
  const ownCommentIds = new Set(commentDrafts?.mine);
  const changes = activity?.isShown === true ? activity : undefined;
  const entries = entriesOf(comments.items, changes?.items ?? []);
  const isLoading = (comments.status === 'loading' && comments.items.length === 0) || changes?.status === 'loading';
  const hasMore = comments.more !== undefined && comments.more > 0;
  const loadChanges = () =>
    void page.sendRequest({ type: changes?.items.length === 0 ? 'showActivity' : 'moreActivity' });
  return (
    <>
      {comments.problem && <Problem problem={comments.problem} onRetry={() => void page.request('reload')} />}
      {changes?.problem && <Problem problem={changes.problem} onRetry={loadChanges} />}
      {isLoading && <Progress label={l10n.t('Loading activity')} />}
      {(comments.status === 'loading' || isFetching) && <RateLimitMessage until={waitingUntil} />}
      {entries.length === 0 && (comments.status !== 'failed' || comments.problem === undefined) && (
        <p class="dimmed">{emptyText(comments.status)}</p>
      )}
      <div class="timeline-more">
        {hasMore && comments.isMoreLater !== true && <MoreComments {...props} />}
        {changes?.more === true && (
          <Button isSecondary onClick={() => void page.sendRequest({ type: 'moreActivity' })} testId="more-activity">
            {l10n.t('Show Earlier Changes')}
          </Button>
        )}
      </div>
      <ol
        class="comment-list"
        data-testid="comments"
        aria-labelledby="activity-title"
        aria-busy={comments.status === 'loading' || isFetching}
      >
        {entries.map((entry) =>
          'comment' in entry ? (
            <CommentRow
              key={entry.comment.id}
              page={page}
              comment={entry.comment}
              isReply={entry.isReply}
              isOwn={ownCommentIds.has(entry.comment.id)}
              isDeleted={commentDrafts?.deleted?.includes(entry.comment.id) === true}
              draft={commentDrafts?.edits[entry.comment.id]}
              problem={commentDrafts?.problems[entry.comment.id]}
              people={people}
            />
          ) : (
            <ChangeRow key={`change ${entry.change.id}`} change={entry.change} />
          ),
        )}
      </ol>
      {commentDrafts?.orphans.map((id) => (
        <OrphanedDraft key={id} page={page} id={id} html={commentDrafts.edits[id]?.html ?? ''} people={people} />
      ))}
      {hasMore && comments.isMoreLater === true && <MoreComments {...props} />}
    </>
  );
});
