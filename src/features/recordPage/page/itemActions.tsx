// The actions below the description of a work item: they add sub-items, files, relations, links and code comments.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { observeVisibility } from '../../../shell/page/pictures/picture.ts';
import type { AttachmentsView } from '../../../shell/protocol/discussionSections.ts';
import './itemActions.css';

interface ItemActionsProps {
  readonly page: PageStore;
  readonly attachments: AttachmentsView | undefined;
  /** Whether the page shows no relations yet, and the server can have some. */
  readonly offersRelations: boolean;
  /** Whether the page shows no links yet. */
  readonly offersLinks: boolean;
  readonly isReadOnly: boolean;
  readonly isCommentingForbidden: boolean;
  /** Opens the input for a new sub-item; undefined if the section Sub-items is shown. */
  readonly onAddSubItem: (() => void) | undefined;
}

interface ActionProps {
  /** The name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly title?: string;
  readonly onClick: () => void;
  readonly testId: string;
}

/** A button in the color of secondary text. */
export function ActionButton({ icon, label, title, onClick, testId }: ActionProps): VNode {
  return (
    <button type="button" class="item-action" title={title} onClick={onClick} data-testid={testId}>
      <Icon name={icon} /> <span>{label}</span>
    </button>
  );
}

function limitsText(maxFileSize: string | undefined): string {
  const limit =
    maxFileSize === undefined
      ? l10n.t('The server may have a lower limit, usually 5 MB.')
      : l10n.t('The server accepts files up to {0}.', maxFileSize);
  return [l10n.t('Paste a file anywhere on this page, or hold Shift and drop it (up to 25 MB).'), limit].join(' ');
}

/**
 * The row of actions. When it becomes visible, it loads the lists whose sections are shown only if they are not empty.
 */
export const ItemActions = memo(
  ({
    page,
    attachments,
    offersRelations,
    offersLinks,
    isReadOnly,
    isCommentingForbidden,
    onAddSubItem,
  }: ItemActionsProps): VNode | null => {
    const elementRef = useRef<HTMLDivElement>(null);
    const hasAttachments = attachments !== undefined;
    const isNotLoaded = attachments?.status === 'notLoaded';
    useEffect(() => {
      if (!elementRef.current || !isNotLoaded) return undefined;
      return observeVisibility(elementRef.current, () => void page.sendRequest({ type: 'showAttachments' }));
    }, [page, hasAttachments, isNotLoaded]);
    useEffect(() => {
      if (!elementRef.current || !hasAttachments) return undefined;
      return observeVisibility(elementRef.current, () => void page.sendRequest({ type: 'showLinked' }));
    }, [page, hasAttachments]);
    if (!attachments) return null;
    return (
      <div ref={elementRef} class="item-actions" role="group" aria-label={l10n.t('Add to the work item')}>
        {!isReadOnly && onAddSubItem && (
          <ActionButton
            icon="add"
            label={l10n.t('Sub-Item')}
            title={l10n.t('Add Sub-Item')}
            onClick={onAddSubItem}
            testId="add-sub-item"
          />
        )}
        {!isReadOnly && (
          <ActionButton
            icon="attach"
            label={l10n.t('Attach…')}
            title={limitsText(attachments.maxFileSize)}
            onClick={() => void page.requestOrShowError({ type: 'attachFiles' })}
            testId="attach-files"
          />
        )}
        {!isReadOnly && offersRelations && (
          <ActionButton
            icon="references"
            label={l10n.t('Relate…')}
            title={l10n.t('Add Relation…')}
            onClick={() => page.runAction('addRelation')}
            testId="add-relation"
          />
        )}
        {!isReadOnly && offersLinks && (
          <ActionButton
            icon="link"
            label={l10n.t('Link…')}
            title={l10n.t('Add Link…')}
            onClick={() => page.runAction('addLink')}
            testId="add-link"
          />
        )}
        {!isCommentingForbidden && (
          <ActionButton
            icon="code"
            label={l10n.t('Code…')}
            title={l10n.t('Comment with Selected Code…')}
            onClick={() => page.runAction('commentWithCode')}
            testId="comment-with-code"
          />
        )}
      </div>
    );
  },
);
