// The Attachments section of a work item's page: the files and the uploads.
import * as l10n from '@vscode/l10n';
import './attachments.css';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { Message } from '../../../shell/page/model/host.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { PageContext } from '../../../shell/page/pageContext.ts';
import { showPicture } from '../../../shell/page/pictures/picture.ts';
import { FoldableSection } from '../../../shell/page/sections/foldableSection.tsx';
import { Time } from '../../../shell/page/time.tsx';
import { UndoDeletionNotice } from '../../../shell/page/undoDeletionNotice.tsx';
import type { AttachmentsView } from '../../../shell/protocol/discussionSections.ts';
import { formatCount } from '../../../std/displayLanguage.ts';

interface AttachmentsProps {
  readonly page: PageStore;
  readonly attachments: AttachmentsView | undefined;
  /** The HTML of the description. If the description shows a deleted picture, the notice of the deletion says so. */
  readonly description: string;
  readonly isReadOnly: boolean;
}

type AttachmentItem = AttachmentsView['items'][number];

const BUSY_LABELS: Readonly<Record<NonNullable<AttachmentItem['busy']>, () => string>> = {
  opening: () => l10n.t('Opening…'),
  saving: () => l10n.t('Downloading…'),
  deleting: () => l10n.t('Deleting…'),
};

function Thumbnail({ item }: { readonly item: AttachmentItem }): VNode {
  const elementRef = useRef<HTMLSpanElement>(null);
  const pictures = useContext(PageContext)?.pictures;
  useLayoutEffect(() => {
    if (!elementRef.current || !pictures || !item.isPicture) return undefined;
    return showPicture(elementRef.current, { src: item.id, alt: item.name }, pictures);
  }, [item.id, item.name, item.isPicture, pictures]);
  if (item.isPicture) return <span ref={elementRef} class="attachment-picture" aria-hidden="true" />;
  return (
    <span class="attachment-picture">
      <Icon name={item.canBeOpened ? 'file-text' : 'file'} />
    </span>
  );
}

function Attachment({
  item,
  page,
  description,
  isReadOnly,
}: { readonly item: AttachmentItem } & Omit<AttachmentsProps, 'attachments'>): VNode {
  const send = (message: Message) => void page.requestOrShowError(message);
  if (item.isDeleted)
    return (
      <li class="attachment" data-attachment={item.name}>
        <UndoDeletionNotice
          text={[
            l10n.t('“{0}” was deleted.', item.name),
            ...(description.includes(item.id) ? [l10n.t('The description shows this image.')] : []),
          ].join(' ')}
          onUndo={() => send({ type: 'undoDeletion', id: item.id })}
        />
      </li>
    );
  return (
    <li class="attachment" data-attachment={item.name} aria-busy={item.busy !== undefined}>
      <Thumbnail item={item} />
      <span class="attachment-words">
        <span class="attachment-name" dir="auto">
          {item.name}
        </span>
        <span class="dimmed attachment-facts">
          {item.size !== undefined && <span>{item.size}</span>}
          {item.author !== undefined && <span>{item.author}</span>}
          {item.createdAt !== undefined && <Time at={item.createdAt} />}
          {item.busy !== undefined && <span role="status">{BUSY_LABELS[item.busy]()}</span>}
        </span>
      </span>
      <span class="attachment-actions">
        {item.canBeOpened && (
          <IconButton
            icon="go-to-file"
            title={l10n.t('Open {0}', item.name)}
            onClick={() => send({ type: 'openAttachment', id: item.id })}
          />
        )}
        <IconButton
          icon="desktop-download"
          title={l10n.t('Download {0}', item.name)}
          onClick={() => send({ type: 'saveAttachment', id: item.id })}
        />
        {!isReadOnly && (
          <IconButton
            icon="trash"
            title={l10n.t('Delete {0}', item.name)}
            onClick={() => send({ type: 'deleteAttachment', id: item.id })}
            testId="delete-attachment"
          />
        )}
      </span>
    </li>
  );
}

function Upload({
  upload,
  page,
}: {
  readonly upload: AttachmentsView['uploads'][number];
  readonly page: PageStore;
}): VNode {
  const { id, name, part, progress, problem } = upload;
  return (
    <li class="attachment" data-upload={name}>
      <span class="attachment-picture">
        <Icon name={problem === undefined ? 'cloud-upload' : 'error'} />
      </span>
      <span class="attachment-words">
        <span class="attachment-name" dir="auto">
          {name}
        </span>
        {problem === undefined ? (
          <span class="dimmed attachment-facts">
            <progress class="attachment-progress" value={part} max={1} aria-label={l10n.t('Attaching {0}', name)} />
            <span>{progress}</span>
          </span>
        ) : (
          <span class="field-problem" role="alert">
            {l10n.t('Not attached.')} {problem}
          </span>
        )}
      </span>
      <span class="attachment-actions">
        {problem !== undefined && (
          <IconButton
            icon="refresh"
            title={l10n.t('Retry attaching {0}', name)}
            onClick={() => void page.sendRequest({ type: 'retryUpload', id })}
          />
        )}
        <IconButton
          icon="close"
          title={problem === undefined ? l10n.t('Cancel attaching {0}', name) : l10n.t('Discard {0}', name)}
          onClick={() => void page.sendRequest({ type: 'cancelUpload', id })}
        />
      </span>
    </li>
  );
}

/** The Attachments section. Renders nothing while there are no files. */
export const Attachments = memo((props: AttachmentsProps): VNode | null => {
  const { page, attachments, description, isReadOnly } = props;
  if (!attachments) return null;
  const { status, problem, items, more, uploads } = attachments;
  if (items.length === 0 && uploads.length === 0 && problem === undefined) return null;
  return (
    <FoldableSection
      page={page}
      name="attachments"
      title={l10n.t('Attachments')}
      count={more ? '' : formatCount(items.filter((item) => !item.isDeleted).length)}
      problem={problem}
      onRetry={() => void page.sendRequest({ type: 'showAttachments' })}
      isForcedOpen={uploads.length > 0}
    >
      <ul class="attachment-list" aria-label={l10n.t('Attachments')} aria-busy={status === 'loading'}>
        {items.map((item) => (
          <Attachment key={item.id} {...{ item, page, description, isReadOnly }} />
        ))}
        {uploads.map((upload) => (
          <Upload key={upload.id} upload={upload} page={page} />
        ))}
      </ul>
      {more && (
        <Button isSecondary onClick={() => void page.sendRequest({ type: 'moreAttachments' })}>
          {l10n.t('Load More Attachments')}
        </Button>
      )}
    </FoldableSection>
  );
});
