// Owns what the page says about itself: that something went wrong, is old, or was done.
import type { VNode } from 'preact';
import type { EditorModel } from '../pages/protocol/messages.ts';
import type { FieldProblem } from '../pages/protocol/record.ts';
import { Button, Icon } from './button.tsx';
import './banners.css';

interface BannersProps {
  /** Why what is shown may be old. */
  readonly problem: FieldProblem | undefined;
  /** Why what is typed is not kept on disk. */
  readonly unkept: string | undefined;
  readonly notice: EditorModel['notice'];
  /** What is under way or was done last, for those who listen only. */
  readonly outcome: string;
  /** What the host answered that it could not do. */
  readonly refusal: string | undefined;
  readonly onSignIn: () => void;
  readonly onRetry: () => void;
  readonly onDrafts: () => void;
}

/** Always present, so that a screen reader is told when something appears in it. */
export function Banners({
  problem,
  unkept,
  notice,
  outcome,
  refusal,
  onSignIn,
  onRetry,
  onDrafts,
}: BannersProps): VNode {
  const said =
    refusal !== undefined && refusal !== notice?.message ? ({ level: 'error', message: refusal } as const) : notice;
  return (
    <>
      <div role="status" aria-live="polite" data-testid="stale">
        {problem && (
          <div class="banner banner-warning">
            <Icon name="warning" />
            <span class="banner-text">{problem.message}</span>
            {problem.signIn && (
              <Button onClick={onSignIn} testId="sign-in">
                Sign In Again…
              </Button>
            )}
            {problem.retry && (
              <Button secondary onClick={onRetry} testId="retry">
                Retry
              </Button>
            )}
          </div>
        )}
        {unkept !== undefined && (
          <div class="banner banner-warning">
            <Icon name="warning" />
            <span class="banner-text">{unkept}</span>
            <Button secondary onClick={onDrafts} testId="drafts">
              Show Drafts
            </Button>
          </div>
        )}
      </div>
      <div
        aria-live={said?.level === 'error' ? 'assertive' : 'polite'}
        role={said?.level === 'error' ? 'alert' : 'status'}
        data-testid="notice"
      >
        {said && (
          <div class={`banner banner-${said.level}`}>
            <Icon name={said.level} />
            <span class="banner-text">{said.message}</span>
          </div>
        )}
        <p class="visually-hidden" data-testid="outcome">
          {outcome}
        </p>
      </div>
    </>
  );
}
