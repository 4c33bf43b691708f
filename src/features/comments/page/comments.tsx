// The comments on the page, also the one that is being sent, and drafts whose comment was deleted.
import * as l10n from '@vscode/l10n';
import './comments.css';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { highlightCodeBlocks } from '../../../richText/editor/highlight.ts';
import { linkLines } from '../../../richText/editor/lineLinks.ts';
import { Button, Icon, IconButton } from '../../../shell/page/button.tsx';
import { Initials } from '../../../shell/page/initials.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { PageContext } from '../../../shell/page/pageContext.ts';
import { showPicture } from '../../../shell/page/pictures/picture.ts';
import { RateLimitMessage } from '../../../shell/page/rateLimit.tsx';
import { useLineLinks } from '../../../shell/page/richText/useLineLinks.ts';
import { Time } from '../../../shell/page/time.tsx';
import { UndoDeletionNotice } from '../../../shell/page/undoDeletionNotice.tsx';
import type { CommentView } from '../../../shell/protocol/comments.ts';
import type { CommentEditsView } from '../../../shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { CommentEditor } from './commentEditor.tsx';
import { sanitize } from './sanitize.ts';
import { setTextDirection } from './textDirection.ts';
import '../../../shell/page/richText/content.css';
import '../../../shell/page/richText/preservedMarkup.css';
import '../../../shell/page/richText/readOnlyText.css';

type People = PageModel['people'];

interface SharedProps {
  readonly page: PageStore;
  readonly people: People;
}

type Access = PageModel['composer']['access'];

/** The icon and the label of a comment's visibility. */
export function VisibilityLabel({ access }: { readonly access: Access }): VNode {
  const isInternal = access === 'INTERNAL';
  return (
    <>
      <Icon name={isInternal ? 'lock' : 'globe'} /> {isInternal ? l10n.t('Internal') : l10n.t('External')}
    </>
  );
}

/** Marks a comment that people outside of the workspace can see. All other comments are internal. */
function ExternalBadge({ access }: { readonly access: Access | undefined }): VNode | null {
  if (access !== 'EXTERNAL') return null;
  return (
    <span class="badge badge-external">
      <VisibilityLabel access={access} />
    </span>
  );
}

const NO_PEOPLE: People = {};

/** A comment's sanitized text. Its elements are replaced only when the HTML or the names of mentioned users change. */
function CommentText({ page, html, people }: { readonly html: string } & Pick<SharedProps, 'page' | 'people'>): VNode {
  const mentionNames = /mention-component/i.test(html) ? people : NO_PEOPLE;
  const elementRef = useRef<HTMLDivElement>(null);
  const pictures = useContext(PageContext)?.pictures;
  const lineLinks = useLineLinks();
  useLayoutEffect(() => {
    const text = sanitize(html, mentionNames);
    setTextDirection(text);
    highlightCodeBlocks(text);
    linkLines(text, lineLinks);
    const placeholders = [...text.querySelectorAll<HTMLElement>('.picture-place')];
    elementRef.current?.replaceChildren(text);
    if (!pictures) return undefined;
    const stopLoadingFunctions = placeholders.map((placeholder) =>
      showPicture(
        placeholder,
        { src: placeholder.dataset['picture'] ?? '', alt: placeholder.dataset['alt'] ?? '' },
        pictures,
      ),
    );
    return () => {
      for (const stopLoading of stopLoadingFunctions) stopLoading();
    };
  }, [html, mentionNames, pictures, lineLinks]);
  // VS Code opens a link itself if the click event reaches the document. To prevent that, the event is stopped here,
  // and the extension host opens the link.
  const onLinkClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    const href = link.getAttribute('href');
    if (href !== null && event.button <= 1) page.openLink(href);
  };
  return (
    <div
      ref={elementRef}
      dir="auto"
      class="rich-text-body comment-body"
      onClick={onLinkClick}
      onAuxClick={onLinkClick}
    />
  );
}

interface CommentProps extends SharedProps {
  readonly comment: CommentView;
  /** Whether the comment is a reply to another loaded comment. */
  readonly isReply: boolean;
  /** Whether the signed-in user is the author. */
  readonly isOwn: boolean;
  /** Whether the user has deleted the comment and can still undo the deletion. */
  readonly isDeleted: boolean;
  /** The user's unsaved edit of this comment. */
  readonly draft: CommentEditsView['edits'][string] | undefined;
  readonly problem: string | undefined;
}

interface CommentActionsProps {
  readonly id: string;
  /** Starts an edit of the comment. Undefined for the comments of other users, which can't be edited or deleted. */
  readonly onEdit: (() => void) | undefined;
}

function CommentActions({ id, onEdit }: CommentActionsProps): VNode {
  const page = useContext(PageContext)?.page;
  return (
    <span class="comment-actions">
      <IconButton
        icon="link"
        title={l10n.t('Copy Link to Comment…')}
        onClick={() => void page?.requestOrShowError({ type: 'act', action: 'copyCommentLink', row: id })}
        testId="copy-comment-link"
      />
      {onEdit && (
        <>
          <IconButton icon="edit" title={l10n.t('Edit Comment')} onClick={onEdit} testId="edit-comment" />
          <IconButton
            icon="trash"
            title={l10n.t('Delete Comment')}
            onClick={() => void page?.sendRequest({ type: 'deleteComment', id })}
            testId="delete-comment"
          />
        </>
      )}
    </span>
  );
}

/** Moves the focus from an editor that is removed to the button that opens it again. */
function useFocusAfterEditing(row: { readonly current: HTMLElement | null }, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body && document.hasFocus())
      row.current?.querySelector<HTMLElement>('[data-testid=edit-comment]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
}

/** A comment of the timeline. It renders again only if it has changed. */
export const CommentRow = memo(
  ({ page, comment, isReply, isOwn, isDeleted, draft, problem, people }: CommentProps): VNode => {
    const { id } = comment;
    const [isOpenedByUser, setIsOpenedByUser] = useState(false);
    const isOpen = isOpenedByUser || draft !== undefined;
    const rowRef = useRef<HTMLLIElement>(null);
    useFocusAfterEditing(rowRef, isOpen);
    if (isDeleted)
      return (
        <li class="comment" data-comment={id}>
          <UndoDeletionNotice
            text={l10n.t('Comment deleted.')}
            onUndo={() => void page.sendRequest({ type: 'undoDeletion', id })}
          />
        </li>
      );
    return (
      <li ref={rowRef} class={isReply ? 'comment comment-answer' : 'comment'} data-comment={id}>
        <div class="comment-head">
          {isReply && <span class="visually-hidden">{l10n.t('Reply')}</span>}
          <Initials name={comment.ownName ?? comment.author} />
          <h3 class="comment-title">
            <span class="comment-author" dir="auto">
              {comment.author}
            </span>{' '}
            {comment.createdAt !== undefined && <Time at={comment.createdAt} />}
          </h3>
          {comment.edited && <span>{l10n.t('edited')}</span>}
          <ExternalBadge access={comment.access} />
          {!isOpen && <CommentActions id={id} onEdit={isOwn ? () => setIsOpenedByUser(true) : undefined} />}
        </div>
        {isOpen ? (
          <CommentEditor
            comment={comment}
            draft={draft}
            people={people}
            onOpenLink={(href) => page.openLink(href)}
            onClose={() => setIsOpenedByUser(false)}
          />
        ) : (
          <CommentText page={page} html={comment.html} people={people} />
        )}
        {problem !== undefined && (
          <p class="field-problem" role="alert">
            {problem}
          </p>
        )}
      </li>
    );
  },
);

/** The comment that is being sent. */
export function PendingComment({
  page,
  html,
  access,
  waitingUntil,
  people,
}: {
  readonly html: string;
  readonly access: Access;
  /** The time when requests delayed by the rate limit resume, in milliseconds since the epoch. */
  readonly waitingUntil: number | undefined;
} & Pick<SharedProps, 'page' | 'people'>): VNode {
  return (
    <div class="comment" data-testid="pending-comment">
      <div class="comment-head">
        <Icon name="sync" />
        <span>{l10n.t('Sending…')}</span>
        <ExternalBadge access={access} />
      </div>
      <RateLimitMessage until={waitingUntil} />
      <CommentText page={page} html={html} people={people} />
    </div>
  );
}

/** The draft of an edit whose comment was deleted on the server. The user can copy or discard the draft. */
export function OrphanedDraft({
  page,
  id,
  html,
  people,
}: { readonly id: string; readonly html: string } & Pick<SharedProps, 'page' | 'people'>): VNode {
  return (
    <div class="comment" data-orphan={id}>
      <div class="banner banner-warning" role="status">
        <Icon name="warning" />
        <span class="banner-text">{l10n.t('A comment that you were editing no longer exists. Your text:')}</span>
        <Button isSecondary onClick={() => void page.sendRequest({ type: 'editComment', id, html: null })}>
          {l10n.t('Discard')}
        </Button>
      </div>
      <CommentText page={page} html={html} people={people} />
    </div>
  );
}
