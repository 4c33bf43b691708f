// The status line of the page: the most important message about loading and saving, and a button that helps with it.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button, Icon } from '../../../shell/page/button.tsx';
import type { PageState, PageStore } from '../../../shell/page/model/pageStore.ts';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { focusConflict, useAreConflictsInView } from './fields/conflicts.tsx';
import './banners.css';

interface BannersProps {
  readonly page: PageStore;
  readonly state: PageState;
  readonly model: PageModel;
  /** The operation in progress or the result of the previous operation. */
  readonly announcement: string;
}

/**
 * Returns the message about the last request or save. Returns undefined if the page shows the problem as conflicts at
 * the fields instead.
 */
function visibleNotice({ model, state }: Pick<BannersProps, 'model' | 'state'>): PageModel['notice'] {
  const { notice, conflicts } = model;
  const { requestError } = state;
  if (requestError !== undefined && requestError !== notice?.message) return { level: 'error', message: requestError };
  return notice?.isConflict === true && conflicts.length > 0 ? undefined : notice;
}

function SignInBanner({ page, model }: Pick<BannersProps, 'page' | 'model'>): VNode | null {
  if (model.problem?.signIn !== true) return null;
  return (
    <Button onClick={() => page.runAction('signInAgain')} testId="sign-in">
      {l10n.t('Sign In Again…')}
    </Button>
  );
}

/** Shows why the record or its text could not be loaded. */
export function ProblemBanner({ page, model }: Pick<BannersProps, 'page' | 'model'>): VNode | null {
  const { problem } = model;
  if (problem === undefined) return null;
  return (
    <div class="banner banner-warning">
      <Icon name="warning" />
      <span class="banner-text">{problem.message}</span>
      <SignInBanner page={page} model={model} />
      {problem.retry && (
        <Button isSecondary onClick={() => void page.request('reload')} testId="retry">
          {l10n.t('Retry')}
        </Button>
      )}
    </div>
  );
}

/** Shows that the record was deleted on the server, in place of the notice about the last save: nothing can be sent. */
function DeletionBanner({ page, model }: Pick<BannersProps, 'page' | 'model'>): VNode | null {
  if (model.deletion === undefined) return null;
  const { message, hasUnsentText } = model.deletion;
  return (
    <div class="banner banner-warning">
      <Icon name="trash" />
      <span class="banner-text">{message}</span>
      <Button onClick={() => page.runAction('createAgain')} testId="create-again">
        {l10n.t('Create Again')}
      </Button>
      {hasUnsentText && (
        <Button isSecondary onClick={() => page.runAction('copyUnsent')} testId="copy-unsent">
          {l10n.t('Copy Text')}
        </Button>
      )}
      <Button isSecondary onClick={() => page.runAction('close')} testId="close">
        {l10n.t('Close Tab')}
      </Button>
    </div>
  );
}

/**
 * Shows the number of conflicts, and leads to the first of them. Each conflict itself is shown at its field; while all
 * of them are in view, only screen readers read the number.
 */
function ConflictBanner({ page, conflicts }: { readonly page: PageStore } & Pick<PageModel, 'conflicts'>): VNode {
  const count = formatCount(conflicts.length);
  const text = plural(conflicts.length, {
    one: l10n.t('{0} conflict', count),
    other: l10n.t('{0} conflicts', count),
  });
  if (useAreConflictsInView(conflicts)) return <span class="visually-hidden">{text}</span>;
  return (
    <div class="banner banner-warning banner-count">
      <Icon name="git-compare" />
      <span class="banner-text">{text}</span>
      {conflicts.length > 1 && (
        <Button
          isSecondary
          onClick={() => {
            for (const { field } of conflicts) page.resolveConflict(field, 'mine');
          }}
          testId="keep-all-mine"
        >
          {l10n.t('Use Mine for All')}
        </Button>
      )}
      <Button isSecondary onClick={() => focusConflict(conflicts[0]?.field)} testId="review-conflicts">
        {l10n.t('Review')}
      </Button>
    </div>
  );
}

/**
 * Shows one message: the deletion, a failed save, the reason why the page may be out of date, the conflicts, or what
 * else was reported, in this order. Conflicts are also shown at their fields. Only the message that a draft cannot be
 * stored is shown in addition. The containers are rendered even when empty, so that a screen reader announces new text
 * in them.
 */
export function Banners({ page, state, model, announcement }: BannersProps): VNode {
  const { tooLargeMessage, conflicts, deletion } = model;
  // In place of a text that is not loaded, the page shows the reason itself.
  const problem = model.unloadedText === undefined ? model.problem : undefined;
  const lastNotice = visibleNotice({ model, state });
  const hasFailed = lastNotice !== undefined && lastNotice.level !== 'info';
  const shown = deletion
    ? 'deletion'
    : hasFailed
      ? 'notice'
      : problem
        ? 'problem'
        : conflicts.length > 0
          ? 'conflicts'
          : lastNotice && 'notice';
  const notice = shown === 'notice' ? lastNotice : undefined;
  const retry = notice?.retry;
  return (
    <>
      <div role="status" aria-live="polite" data-testid="conflicts">
        {shown === 'conflicts' && <ConflictBanner page={page} conflicts={conflicts} />}
      </div>
      <div role="status" aria-live="polite" data-testid="stale">
        <DeletionBanner page={page} model={model} />
        {shown === 'problem' && <ProblemBanner page={page} model={model} />}
        {tooLargeMessage !== undefined && (
          <div class="banner banner-warning">
            <Icon name="warning" />
            <span class="banner-text">{tooLargeMessage}</span>
            <Button isSecondary onClick={() => page.runAction('showDrafts')} testId="drafts">
              {l10n.t('Show Drafts')}
            </Button>
          </div>
        )}
      </div>
      <div
        aria-live={notice?.level === 'error' ? 'assertive' : 'polite'}
        role={notice?.level === 'error' ? 'alert' : 'status'}
        data-testid="notice"
      >
        {notice && (
          <div class={`banner banner-${notice.level}`}>
            <Icon name={notice.level} />
            <span class="banner-text">{notice.message}</span>
            {notice.level === 'error' && <SignInBanner page={page} model={model} />}
            {retry !== undefined && (
              <Button
                isSecondary
                onClick={() => void (retry === 'all' ? page.request('save') : page.saveFields(retry))}
                testId="retry-save"
              >
                {l10n.t('Retry')}
              </Button>
            )}
          </div>
        )}
        <p
          class={shown === undefined && tooLargeMessage === undefined ? 'outcome' : 'visually-hidden'}
          data-testid="outcome"
        >
          {announcement}
        </p>
      </div>
    </>
  );
}
