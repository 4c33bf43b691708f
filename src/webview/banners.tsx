// The page's banners: errors, stale data, and the result of an action.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { EditorModel } from '../pages/protocol/messages.ts';
import type { FieldProblem } from '../pages/protocol/record.ts';
import { Button, Icon } from './button.tsx';
import './banners.css';

interface BannersProps {
  /** The reason why the displayed data may be stale. */
  readonly problem: FieldProblem | undefined;
  /** The reason why the draft is not saved on disk. */
  readonly exceededLimit: string | undefined;
  readonly notice: EditorModel['notice'];
  /** The operation in progress or the result of the last operation, for screen readers only. */
  readonly outcome: string;
  /** The error of the last request to the host. */
  readonly requestError: string | undefined;
  readonly onSignIn: () => void;
  readonly onRetry: () => void;
  readonly onDrafts: () => void;
}

/** The banners' containers are rendered even when empty, so that a screen reader announces new text in them. */
export function Banners({
  problem,
  exceededLimit,
  notice,
  outcome,
  requestError,
  onSignIn,
  onRetry,
  onDrafts,
}: BannersProps): VNode {
  const banner =
    requestError !== undefined && requestError !== notice?.message
      ? ({ level: 'error', message: requestError } as const)
      : notice;
  return (
    <>
      <div role="status" aria-live="polite" data-testid="stale">
        {problem && (
          <div class="banner banner-warning">
            <Icon name="warning" />
            <span class="banner-text">{problem.message}</span>
            {problem.signIn && (
              <Button onClick={onSignIn} testId="sign-in">
                {l10n.t('Sign In Again…')}
              </Button>
            )}
            {problem.retry && (
              <Button secondary onClick={onRetry} testId="retry">
                {l10n.t('Retry')}
              </Button>
            )}
          </div>
        )}
        {exceededLimit !== undefined && (
          <div class="banner banner-warning">
            <Icon name="warning" />
            <span class="banner-text">{exceededLimit}</span>
            <Button secondary onClick={onDrafts} testId="drafts">
              {l10n.t('Show Drafts')}
            </Button>
          </div>
        )}
      </div>
      <div
        aria-live={banner?.level === 'error' ? 'assertive' : 'polite'}
        role={banner?.level === 'error' ? 'alert' : 'status'}
        data-testid="notice"
      >
        {banner && (
          <div class={`banner banner-${banner.level}`}>
            <Icon name={banner.level} />
            <span class="banner-text">{banner.message}</span>
          </div>
        )}
        <p class="visually-hidden" data-testid="outcome">
          {outcome}
        </p>
      </div>
    </>
  );
}
