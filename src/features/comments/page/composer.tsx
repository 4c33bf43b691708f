// The composer of a comment: one line until it is used, then its text, its visibility, and the button that sends it.
import * as l10n from '@vscode/l10n';
import type { TargetedFocusEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon, Progress } from '../../../shell/page/button.tsx';
import { shortcutName } from '../../../shell/page/keys/keys.ts';
import { useRunAfterClick } from '../../../shell/page/keys/useRunAfterClick.ts';
import { RichText } from '../../../shell/page/richText/richText.tsx';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { VisibilityLabel } from './comments.tsx';
import { ConfirmCodeInExternalComment, exposesCode } from './confirmExternalCode.tsx';
import './composer.css';

type Access = PageModel['composer']['access'];

interface ComposerProps {
  readonly html: string;
  readonly access: Access;
  readonly isSending: boolean;
  /** Whether another page is sending this comment. */
  readonly isLocked: boolean;
  /** Whether no comment can be started. The composer is then shown only if it is in use. */
  readonly isForbidden: boolean;
  readonly problem: string | undefined;
  readonly wait: PageModel['composer']['wait'];
  readonly people: PageModel['people'];
  readonly onCompose: (html: string, access: Access) => void;
  readonly onSend: () => void;
  readonly onQueueChange: (shouldQueue: boolean) => void;
  readonly onOpenLink: (href: string) => void;
}

function accessHint(access: Access): string {
  return access === 'INTERNAL'
    ? l10n.t('Only members of this workspace can see it.')
    : l10n.t('People outside the workspace can see it if the project is shared.');
}

function VisibilityToggle({
  access,
  disabled,
  onChange,
}: {
  readonly access: Access;
  readonly disabled: boolean;
  readonly onChange: (access: Access) => void;
}): VNode {
  return (
    <fieldset class="reach" disabled={disabled} aria-describedby="reach-meaning">
      <legend class="visually-hidden">{l10n.t('Visibility of this comment')}</legend>
      {(['INTERNAL', 'EXTERNAL'] as const).map((option) => (
        <label key={option} class={`reach-option${option === access ? ' is-on' : ''}`}>
          <input
            class="visually-hidden"
            type="radio"
            name="reach"
            value={option}
            checked={option === access}
            onChange={() => onChange(option)}
          />
          <VisibilityLabel access={option} />
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Offers to queue the comment until the server can be reached, or shows that the comment is queued. Both states use
 * the same button element, so that the button keeps the focus.
 */
function QueueStatus({ wait, onQueueChange }: Pick<ComposerProps, 'wait' | 'onQueueChange'>): VNode {
  const isQueued = wait === 'waiting';
  return (
    <div role="status" data-testid="waiting">
      {wait && (
        <div class={isQueued ? 'banner' : 'wait'}>
          {isQueued && <Icon name="watch" />}
          {isQueued && <span class="banner-text">{l10n.t("Queued. You'll review it before it is sent.")}</span>}
          <Button isSecondary onClick={() => onQueueChange(!isQueued)} testId="wait">
            {isQueued ? l10n.t('Keep as Draft') : l10n.t('Send When Connected')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns whether the composer contains the focus, and the listeners that update this value. */
function useHasFocus() {
  const [hasFocus, setHasFocus] = useState(false);
  const runAfterClick = useRunAfterClick();
  const onFocusOut = ({ currentTarget }: TargetedFocusEvent<HTMLElement>) => {
    // Waits for the next frame: clearing the text replaces its element, and the new element gets the focus. If the
    // whole window loses the focus, `activeElement` is still in the composer, so the composer counts as focused.
    const update = () => requestAnimationFrame(() => setHasFocus(currentTarget.contains(document.activeElement)));
    runAfterClick(update);
  };
  return { hasFocus, listeners: { onFocusIn: () => setHasFocus(true), onFocusOut } };
}

/** The composer. While a comment is being sent, the user can already write the next comment. */
export function Composer(props: ComposerProps): VNode | null {
  const {
    html,
    access,
    isSending,
    isLocked,
    isForbidden,
    problem,
    wait,
    people,
    onCompose,
    onSend,
    onQueueChange,
    onOpenLink,
  } = props;
  const composerRef = useRef<HTMLElement>(null);
  const { hasFocus, listeners } = useHasFocus();
  const isEmpty = html.trim() === '' || html === '<p></p>';
  const isOpen = hasFocus || !isEmpty || isSending || isLocked || problem !== undefined || wait !== undefined;
  // Scrolls before the next paint, because the composer moves below the comments when it gets the focus.
  useLayoutEffect(() => {
    if (hasFocus) composerRef.current?.scrollIntoView({ block: 'nearest' });
  }, [hasFocus]);
  const [asksAboutCode, setAsksAboutCode] = useState(false);
  const send = (isConfirmed: boolean) => {
    if (isEmpty || isSending) return;
    const needsConfirmation = !isConfirmed && exposesCode(html, access);
    setAsksAboutCode(needsConfirmation);
    if (needsConfirmation) return;
    onSend();
    // Waits for the next frame before the focus is set, because clearing the text replaces the editor's element.
    requestAnimationFrame(() => composerRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus());
  };
  if (isForbidden && !isOpen) return null;
  return (
    <section
      ref={composerRef}
      class={isOpen ? 'composer' : 'composer is-collapsed'}
      data-testid="composer"
      {...listeners}
    >
      {isSending && <Progress label={l10n.t('Sending the comment')} />}
      <RichText
        id="composer-text"
        label={l10n.t('Comment')}
        placeholder={l10n.t('Write a comment…')}
        html={html}
        people={people}
        disabled={isLocked}
        tools="compact"
        hidesToolbar={!isOpen}
        describedBy={problem === undefined ? undefined : 'composer-problem'}
        invalid={problem !== undefined}
        onChange={(next) => onCompose(next, access)}
        onSubmit={() => send(false)}
        onOpenLink={onOpenLink}
      />
      {problem !== undefined && (
        <p class="field-problem" id="composer-problem" role="alert">
          {problem}
        </p>
      )}
      <QueueStatus wait={isSending ? undefined : wait} onQueueChange={onQueueChange} />
      {isOpen && (
        <div class="composer-foot">
          <VisibilityToggle access={access} disabled={isLocked} onChange={(next) => onCompose(html, next)} />
          <span class="dimmed" id="reach-meaning">
            {accessHint(access)}
          </span>
          {asksAboutCode && access === 'EXTERNAL' && (
            <ConfirmCodeInExternalComment
              onYes={() => send(true)}
              onNo={() => {
                setAsksAboutCode(false);
                composerRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
              }}
            />
          )}
          <Button
            disabled={isEmpty || isSending}
            onClick={() => send(false)}
            testId="send-comment"
            title={l10n.t({
              message: 'Comment ({0})',
              args: [shortcutName('Enter')],
              comment: ['Verb, on a button'],
            })}
          >
            {l10n.t({ message: 'Comment', comment: ['Verb, on a button'] })}
          </Button>
        </div>
      )}
    </section>
  );
}
