// Announces to screen readers that saving or sending is in progress, and that it has succeeded.
import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from './pageStore.ts';
import { rateLimitText } from './rateLimit.tsx';

/** Calls `announce` when an operation ends without an error. An error is announced by the element that displays it. */
function useSuccessCallback(isRunning: boolean, hasFailed: boolean, announce: () => void): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && !hasFailed) announce();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

/**
 * Returns the text for the page's live region. The text about a success is cleared when the next operation starts or
 * fails.
 */
export function useAnnouncement({ model, pendingRequests, requestError }: PageState): string {
  const [announced, setAnnounced] = useState('');
  const isSaving = model?.saving === true || pendingRequests.has('save');
  const isSending = model?.composer.sending === true || pendingRequests.has('sendComment');
  const notice = model?.notice?.message;
  const problem = model?.composer.problem;
  useEffect(() => setAnnounced(''), [isSaving, isSending, notice, requestError, problem]);
  useSuccessCallback(isSaving, notice !== undefined || requestError !== undefined, () => setAnnounced(l10n.t('Saved')));
  useSuccessCallback(isSending, problem !== undefined, () => setAnnounced(l10n.t('Comment sent')));
  if (!isSaving && !isSending) return announced;
  return `${isSaving ? l10n.t('Saving…') : l10n.t('Sending the comment…')} ${rateLimitText(model?.waitingUntil)}`.trim();
}
