// One sticky on the page, edited in place.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../../shell/page/button.tsx';
import { hexOf } from '../../../shell/page/controls/colorHex.ts';
import { rateLimitText } from '../../../shell/page/rateLimit.tsx';
import { UndoDeletionNotice } from '../../../shell/page/undoDeletionNotice.tsx';
import type { StickyView } from '../../../shell/protocol/stickies.ts';
import type { StickiesPageStore } from './stickiesPageStore.ts';
import { StickyBody } from './stickyBody.tsx';
import { Swatches } from './swatches.tsx';
import { textColorOn } from './textColor.ts';

export interface StickyProps {
  readonly page: StickiesPageStore;
  readonly sticky: StickyView;
}

function stateText(state: StickyView['state'], waitingUntil: number | undefined): string {
  switch (state) {
    case 'unsent':
      return l10n.t('Not saved yet');
    case 'saving':
      return [l10n.t('Saving…'), rateLimitText(waitingUntil)].join(' ').trim();
    case 'conflict':
      return l10n.t('Changed on the server too');
    default:
      return '';
  }
}

export function StickyCard({
  page,
  sticky,
  waitingUntil,
}: StickyProps & { readonly waitingUntil: number | undefined }): VNode {
  const itemRef = useRef<HTMLLIElement>(null);
  const [showsSwatches, setShowsSwatches] = useState(false);
  const color = page.valueOf(sticky, 'background_color');
  const name = page.valueOf(sticky, 'name');
  const hex = hexOf(color);
  const textColor = textColorOn(hex);
  useLayoutEffect(() => {
    itemRef.current?.style.setProperty('--note', hex);
    itemRef.current?.style.setProperty('--ink', textColor);
  }, [hex, textColor]);
  const label = name || l10n.t('Untitled sticky');
  return (
    <li ref={itemRef} class="note" data-sticky={sticky.id} data-state={sticky.state}>
      {sticky.state === 'deleted' ? (
        <UndoDeletionNotice
          class="note-deleted"
          buttonClass="note-word"
          text={l10n.t('“{0}” was deleted.', label)}
          onUndo={() => page.send({ type: 'undoRemove', id: sticky.id })}
        />
      ) : (
        <article aria-label={label}>
          <input
            class="note-name"
            type="text"
            dir="auto"
            aria-label={l10n.t('Name')}
            placeholder={l10n.t('Name')}
            value={name}
            title={name}
            onInput={({ currentTarget }) => page.edit(sticky.id, 'name', currentTarget.value, true)}
          />
          <StickyBody
            html={page.valueOf(sticky, 'description_html')}
            label={l10n.t('Text of {0}', label)}
            onChange={(html) => page.edit(sticky.id, 'description_html', html, true)}
            onOpenLink={(href) => page.send({ type: 'openLink', href })}
          />
          <ProblemAndConflict page={page} sticky={sticky} />
          <footer class="note-foot">
            <span class="note-state" role="status">
              {stateText(sticky.state, waitingUntil)}
            </span>
            {sticky.state === 'unsent' && !sticky.problem && (
              <button type="button" class="note-word" onClick={() => page.send({ type: 'retry', id: sticky.id })}>
                {l10n.t('Save')}
              </button>
            )}
            <span class="note-actions">
              <IconButton
                icon="symbol-color"
                title={l10n.t('Color of {0}', label)}
                onClick={() => setShowsSwatches(!showsSwatches)}
              />
              <IconButton
                icon="trash"
                title={l10n.t('Delete {0}', label)}
                onClick={() => page.send({ type: 'remove', id: sticky.id })}
              />
            </span>
          </footer>
          {showsSwatches && (
            <Swatches
              name={sticky.id}
              color={color}
              onChoose={(next) => page.edit(sticky.id, 'background_color', next, false)}
              onClose={() => {
                setShowsSwatches(false);
                itemRef.current?.querySelector<HTMLElement>('.note-actions button')?.focus();
              }}
            />
          )}
        </article>
      )}
    </li>
  );
}

function ProblemAndConflict({ page, sticky }: StickyProps): VNode {
  const { id, problem, theirs, state } = sticky;
  return (
    <div class="note-problem" role="alert">
      {problem && (
        <>
          <p>
            <Icon name="warning" /> {problem.message}
          </p>
          {problem.retry && (
            <Button isSecondary onClick={() => page.send({ type: 'retry', id })} testId="retry">
              {l10n.t('Retry')}
            </Button>
          )}
        </>
      )}
      {state === 'conflict' && (
        <>
          <p>
            <Icon name="warning" /> {l10n.t('This sticky was changed on the server to:')}
          </p>
          <div
            class="note-theirs"
            dir="auto"
            role="region"
            aria-label={l10n.t('The version on the server')}
            tabIndex={0}
          >
            {theirs}
          </div>
          <Button onClick={() => page.send({ type: 'resolve', id, keep: 'mine' })}>{l10n.t('Use Mine')}</Button>
          <Button isSecondary onClick={() => page.send({ type: 'resolve', id, keep: 'theirs' })}>
            {l10n.t('Use Theirs')}
          </Button>
        </>
      )}
    </div>
  );
}
