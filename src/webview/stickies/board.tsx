// The Stickies page: what it shows in each status, and the list of stickies.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { StickiesModel } from '../../pages/protocol/stickies.ts';
import { Button, Icon, Progress } from '../button.tsx';
import { RateLimitMessage } from '../rateLimit.tsx';
import { Note } from './note.tsx';
import type { StickiesPage, StickiesState } from './page.ts';

function useFocus(focus: StickiesState['focus']): void {
  useEffect(() => {
    if (focus) document.querySelector<HTMLElement>(`[data-sticky="${CSS.escape(focus.id)}"] .note-name`)?.focus();
  }, [focus]);
}

/** Displays the state of the page as it changes. */
export function Board({ page }: { readonly page: StickiesPage }): VNode {
  const [state, setState] = useState(page.state);
  useEffect(() => {
    const stop = page.subscribe(() => setState(page.state));
    setState(page.state);
    return stop;
  }, [page]);
  useFocus(state.focus);
  const { model } = state;
  return (
    <main class="board" aria-busy={!model || model.busy}>
      <h1 class="visually-hidden">Stickies</h1>
      {(!model || model.status === 'loading' || model.busy) && <Progress label="Loading stickies" />}
      <div role="status">
        {model && (model.status === 'loading' || model.busy) && <RateLimitMessage until={model.waitingUntil} />}
      </div>
      <Problem page={page} model={model} />
      {model?.status === 'signedOut' && <SignedOut page={page} />}
      {model?.status === 'ready' && <Ready page={page} model={model} />}
    </main>
  );
}

/** Always rendered, so that a screen reader announces what appears in it. */
function Problem({ page, model }: { readonly page: StickiesPage; readonly model: StickiesModel | undefined }): VNode {
  return (
    <div role="alert">
      {model?.problem && (
        <div class="board-problem">
          <Icon name="error" />
          <span>{model.problem.message}</span>
          {model.problem.signIn && <Button onClick={() => page.say({ say: 'signIn' })}>Sign In Again…</Button>}
          {model.problem.retry && (
            <Button secondary onClick={() => page.say({ say: 'reload' })} testId="reload">
              {model.status === 'failed' ? 'Retry' : 'Read Again'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function SignedOut({ page }: { readonly page: StickiesPage }): VNode {
  return (
    <div class="board-empty">
      <p>Sign in to see your stickies. What you wrote and could not send is kept.</p>
      <Button onClick={() => page.say({ say: 'signIn' })}>Sign In</Button>
    </div>
  );
}

function Ready({ page, model }: { readonly page: StickiesPage; readonly model: StickiesModel }): VNode {
  const { stickies, more, busy } = model;
  const left = more?.left === undefined ? 'Load More' : `Load ${more.left} More`;
  return (
    <>
      {stickies.length === 0 && (
        <div class="board-empty">
          <p>No stickies yet. A sticky is a note of your own that nobody else sees.</p>
          <Button onClick={() => page.create()} disabled={busy}>
            New Sticky
          </Button>
        </div>
      )}
      {stickies.length > 0 && (
        <ul class="notes">
          {stickies.map((sticky) => (
            <Note key={sticky.id} page={page} sticky={sticky} waitingUntil={model.waitingUntil} />
          ))}
        </ul>
      )}
      {more && (
        <Button secondary onClick={() => page.say({ say: 'more' })} disabled={busy} testId="more">
          {left}
        </Button>
      )}
    </>
  );
}
