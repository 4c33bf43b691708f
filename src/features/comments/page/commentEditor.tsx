// The editor that replaces a comment of the user while the user edits it.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon, Progress } from '../../../shell/page/button.tsx';
import { shortcutName } from '../../../shell/page/keys/keys.ts';
import { PageContext } from '../../../shell/page/pageContext.ts';
import { RateLimitMessage } from '../../../shell/page/rateLimit.tsx';
import { RichText } from '../../../shell/page/richText/richText.tsx';
import { usePageValue } from '../../../shell/page/usePageValue.ts';
import type { CommentView } from '../../../shell/protocol/comments.ts';
import type { CommentEditsView } from '../../../shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { ConfirmCodeInExternalComment, exposesCode } from './confirmExternalCode.tsx';

interface CommentEditorProps {
  readonly comment: CommentView;
  /** The draft that the host stores; undefined while the comment is unchanged. */
  readonly draft: CommentEditsView['edits'][string] | undefined;
  readonly people: PageModel['people'];
  readonly onOpenLink: (href: string) => void;
  readonly onClose: () => void;
}

/** While open, the editor is the source of its text: it sends changes to the host, but ignores the host's draft. */
export function CommentEditor({ comment, draft, people, onOpenLink, onClose }: CommentEditorProps): VNode {
  const { id } = comment;
  const [html, setHtml] = useState(draft?.html ?? comment.html);
  const [saving, setSaving] = useState(false);
  const editorRef = useRef<HTMLDivElement>(null);
  const page = useContext(PageContext)?.page;
  const waitingUntil = usePageValue(({ model }) => model?.waitingUntil);
  // An editor that opens because of an existing draft must not take the focus.
  const isNewEdit = useRef(draft === undefined);
  useEffect(() => {
    if (isNewEdit.current) editorRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  const latestHtml = useRef(html);
  const onTextChange = (next: string) => {
    latestHtml.current = next;
    setHtml(next);
    page?.sendBuffered(`comment ${id}`, { type: 'editComment', id, html: next });
  };
  const [asksAboutCode, setAsksAboutCode] = useState(false);
  const save = async (isConfirmed = false) => {
    if (!page || saving) return;
    const needsConfirmation = !isConfirmed && exposesCode(latestHtml.current, comment.access);
    setAsksAboutCode(needsConfirmation);
    if (needsConfirmation) return;
    setSaving(true);
    const savedHtml = latestHtml.current;
    const { problem } = await page.sendRequest({ type: 'saveComment', id });
    setSaving(false);
    // If the user has typed since the save started, the editor stays open for the newer text.
    if (problem === undefined && latestHtml.current === savedHtml) onClose();
  };
  const cancel = async () => {
    await page?.sendRequest({ type: 'editComment', id, html: null });
    onClose();
  };
  return (
    <div ref={editorRef} class="comment-editor" data-testid="comment-editor">
      {saving && <Progress label={l10n.t('Saving the comment')} />}
      {draft?.isChangedOnServer && (
        <div class="banner banner-warning" role="status">
          <Icon name="warning" />
          <span class="banner-text">
            {l10n.t('This comment was changed on the server since you started. Saving replaces the current text.')}
          </span>
        </div>
      )}
      <RichText
        id={`comment-${id}`}
        label={l10n.t('Edit comment')}
        placeholder={l10n.t('Write a comment')}
        html={html}
        people={people}
        tools="compact"
        onChange={onTextChange}
        onSubmit={() => void save()}
        onOpenLink={onOpenLink}
      />
      {saving && <RateLimitMessage until={waitingUntil} />}
      <div class="comment-editor-foot">
        {asksAboutCode && (
          <ConfirmCodeInExternalComment
            onYes={() => void save(true)}
            onNo={() => {
              setAsksAboutCode(false);
              editorRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
            }}
          />
        )}
        <Button isSecondary disabled={saving} onClick={() => void cancel()} testId="cancel-comment">
          {l10n.t('Cancel')}
        </Button>
        <Button
          disabled={saving}
          onClick={() => void save()}
          testId="save-comment"
          title={l10n.t('Save Comment ({0})', shortcutName('Enter'))}
        >
          {saving ? l10n.t('Saving…') : l10n.t('Save')}
        </Button>
      </div>
    </div>
  );
}
