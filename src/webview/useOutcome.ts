// Owns what is said aloud of saving and sending, which eyes can tell from the tab, the buttons and the list of
// comments.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from './pageStore.ts';
import { rateLimitText } from './rateLimit.tsx';

/**
 * Said when something that was under way has ended, unless it went wrong: what went wrong is said where it is shown.
 */
function useEnding(isUnderWay: boolean, wentWrong: boolean, say: () => void): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isUnderWay && !wentWrong) say();
    was.current = isUnderWay;
  }, [isUnderWay]);
}

/**
 * For the page's one live region. An earlier success is not repeated beside something that began or went wrong since.
 */
export function useOutcome({ model, asking, refusal }: PageState): string {
  const [said, setSaid] = useState('');
  const isSaving = model?.saving === true || asking.has('save');
  const isSending = model?.composer.sending === true || asking.has('sendComment');
  const notice = model?.notice?.message;
  const problem = model?.composer.problem;
  useEffect(() => setSaid(''), [isSaving, isSending, notice, refusal, problem]);
  useEnding(isSaving, notice !== undefined || refusal !== undefined, () => setSaid('Saved'));
  useEnding(isSending, problem !== undefined, () => setSaid('Comment sent'));
  if (!isSaving && !isSending) return said;
  return `${isSaving ? 'Saving…' : 'Sending the comment…'} ${rateLimitText(model?.waitingUntil)}`.trim();
}
