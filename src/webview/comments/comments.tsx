// Owns the comments as they are read: oldest first, each with its author, age and reach.
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CommentView, EditorModel } from '../../editor/words.ts';
import { Button, Icon, Progress } from '../button.tsx';
import { Moment } from './moment.tsx';
import { sanitise } from './sanitise.ts';

type People = EditorModel['people'];

interface CommentsProps {
  readonly comments: EditorModel['comments'];
  readonly people: People;
  readonly now: () => number;
  /** More are being fetched. */
  readonly fetching: boolean;
  readonly onMore: () => void;
  readonly onReload: () => void;
  readonly onOpenLink: (href: string) => void;
}

/** The word and the picture for who may read a comment. */
export const REACH = {
  INTERNAL: { icon: 'lock', word: 'Internal' },
  EXTERNAL: { icon: 'globe', word: 'External' },
} as const;

function CommentText({
  html,
  people,
  onOpenLink,
}: {
  readonly html: string;
  readonly people: People;
  readonly onOpenLink: (href: string) => void;
}): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(sanitise(html, people)), [html, people]);
  // The workbench follows links by itself when a click reaches the document; the host shall decide instead.
  const catchLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const href = link.getAttribute('href');
    if (href !== null && event.button <= 1) onOpenLink(href);
  };
  return <div ref={place} class="rich-text-body comment-body" onClick={catchLink} onAuxClick={catchLink} />;
}

function Comment({
  comment,
  people,
  now,
  onOpenLink,
}: { readonly comment: CommentView } & Pick<CommentsProps, 'people' | 'now' | 'onOpenLink'>): VNode {
  const reach = comment.access && REACH[comment.access];
  return (
    <li class="comment" data-comment={comment.id}>
      <div class="comment-head">
        <span class="comment-author">{comment.author}</span>
        {comment.createdAt !== undefined && <Moment at={comment.createdAt} now={now} />}
        {comment.edited && <span>edited</span>}
        {reach && (
          <span class={`badge badge-${reach.word.toLowerCase()}`}>
            <Icon name={reach.icon} /> {reach.word}
          </span>
        )}
      </div>
      <CommentText html={comment.html} people={people} onOpenLink={onOpenLink} />
    </li>
  );
}

/** The list, and what there is to say when there is none. */
export function Comments(props: CommentsProps): VNode {
  const { comments, fetching, onMore, onReload } = props;
  const { status, problem, items, more } = comments;
  return (
    <>
      {problem && (
        <div class="banner banner-warning" role="status">
          <Icon name="warning" />
          <span class="banner-text">{problem.message}</span>
          {problem.retry && (
            <Button secondary onClick={onReload}>
              Retry
            </Button>
          )}
        </div>
      )}
      {status === 'loading' && items.length === 0 && <Progress label="Loading comments" />}
      {status === 'ready' && items.length === 0 && <p class="dimmed">No comments yet.</p>}
      <ol class="comment-list" data-testid="comments" aria-label="Comments" aria-busy={status === 'loading' || fetching}>
        {items.map((comment) => (
          <Comment key={comment.id} comment={comment} {...props} />
        ))}
      </ol>
      {more !== undefined && more > 0 && (
        <Button secondary disabled={fetching} onClick={onMore} testId="more-comments">
          {fetching ? 'Loading…' : `Load ${more} more ${more === 1 ? 'comment' : 'comments'}`}
        </Button>
      )}
    </>
  );
}
