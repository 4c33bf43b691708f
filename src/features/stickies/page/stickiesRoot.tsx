// The root component of the Stickies page: the content in each status, and the list of stickies.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button, Icon, Progress } from '../../../shell/page/button.tsx';
import { RateLimitMessage } from '../../../shell/page/rateLimit.tsx';
import { useStoreState } from '../../../shell/page/useStoreState.ts';
import type { StickiesModel } from '../../../shell/protocol/stickies.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import type { StickiesPageStore, StickiesState } from './stickiesPageStore.ts';
import { StickyCard } from './stickyCard.tsx';

function useRequestedFocus(focus: StickiesState['focus']): void {
  useEffect(() => {
    if (focus) document.querySelector<HTMLElement>(`[data-sticky="${CSS.escape(focus.id)}"] .note-name`)?.focus();
  }, [focus]);
}

/** Renders the page, and renders it again whenever its state changes. */
export function StickiesRoot({ page }: { readonly page: StickiesPageStore }): VNode {
  const state = useStoreState(page);
  useRequestedFocus(state.focus);
  const { model } = state;
  return (
    <main class="board" aria-busy={!model || model.busy}>
      <h1 class="visually-hidden">{l10n.t('Stickies')}</h1>
      {(!model || model.status === 'loading' || model.busy) && <Progress label={l10n.t('Loading stickies')} />}
      <div role="status">
        {model && (model.status === 'loading' || model.busy) && <RateLimitMessage until={model.waitingUntil} />}
      </div>
      <Problem page={page} model={model} />
      {model?.status === 'signedOut' && <SignedOut page={page} hasAccounts={model.hasAccounts === true} />}
      {model?.status === 'ready' && <StickyList page={page} model={model} />}
    </main>
  );
}

/** The container is rendered even without a problem, so that a screen reader announces a new problem. */
function Problem({
  page,
  model,
}: {
  readonly page: StickiesPageStore;
  readonly model: StickiesModel | undefined;
}): VNode {
  return (
    <div role="alert">
      {model?.problem && (
        <div class="board-problem">
          <Icon name="error" />
          <span>{model.problem.message}</span>
          {model.problem.signIn && (
            <Button onClick={() => page.send({ type: 'signIn' })}>{l10n.t('Sign In Again…')}</Button>
          )}
          {model.problem.retry && (
            <Button isSecondary onClick={() => page.send({ type: 'reload' })} testId="reload">
              {model.status === 'failed' ? l10n.t('Retry') : l10n.t('Refresh')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function SignedOut({ page, hasAccounts }: { readonly page: StickiesPageStore; readonly hasAccounts: boolean }): VNode {
  return (
    <div class="board-empty">
      <p>
        {hasAccounts
          ? l10n.t('This window uses none of your accounts. Switch to an account to see its stickies.')
          : l10n.t('Sign in to see your stickies. Your unsent text is kept.')}
      </p>
      <Button onClick={() => page.send({ type: 'signIn' })}>
        {hasAccounts ? l10n.t('Switch Account…') : l10n.t('Sign In')}
      </Button>
    </div>
  );
}

function StickyList({ page, model }: { readonly page: StickiesPageStore; readonly model: StickiesModel }): VNode {
  const { stickies, more, busy } = model;
  const moreLabel =
    more?.remaining === undefined ? l10n.t('Load More') : l10n.t('Load {0} More', formatCount(more.remaining));
  return (
    <>
      {stickies.length === 0 && (
        <div class="board-empty">
          <p>{l10n.t('No stickies yet. Only you can see your stickies.')}</p>
          <Button onClick={() => page.create()} disabled={busy}>
            {l10n.t('Create Sticky')}
          </Button>
        </div>
      )}
      {stickies.length > 0 && (
        <ul class="notes">
          {stickies.map((sticky) => (
            <StickyCard key={sticky.id} page={page} sticky={sticky} waitingUntil={model.waitingUntil} />
          ))}
        </ul>
      )}
      {more && (
        <Button isSecondary onClick={() => page.send({ type: 'more' })} disabled={busy} testId="more">
          {moreLabel}
        </Button>
      )}
    </>
  );
}
