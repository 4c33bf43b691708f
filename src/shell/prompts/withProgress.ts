// Shows the progress of work that takes long.
import * as l10n from '@vscode/l10n';
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import type { Prompts } from './prompts.ts';

/** No progress is shown for work that ends within this time. */
const PROGRESS_DELAY_MS = 500;

export interface ProgressOptions {
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly title: string;
  readonly total: number;
  /** The rate limit of the server. Omitted if `work` sends no requests. */
  readonly rateLimit?: RateLimitStatus;
  /**
   * Whether the progress notification has a Cancel button; true by default. Set to false if `work` ignores the signal.
   */
  readonly isCancellable?: boolean;
}

/**
 * Runs `work`. If it takes longer than 500 ms, shows its progress (“Changing state: 12 of 40”) and, by default, a Cancel
 * button.
 */
export async function withProgress<T>(
  { prompts, clock, title, total, rateLimit, isCancellable = true }: ProgressOptions,
  work: (signal: AbortSignal, reportProgress: (doneCount: number) => void) => Promise<T>,
): Promise<T> {
  const abortController = new AbortController();
  const progressState = { doneCount: 0, show: (): void => undefined };
  const result = work(abortController.signal, (doneCount) => {
    progressState.doneCount = doneCount;
    progressState.show();
  });
  const hasEnded = await Promise.race([result.then(() => true), clock.sleep(PROGRESS_DELAY_MS).then(() => false)]);
  if (hasEnded) return result;
  const options = { title, location: 'notification', isCancellable } as const;
  return prompts.progress(rateLimit === undefined ? options : { ...options, rateLimit }, (report, signal) => {
    signal.addEventListener('abort', () => abortController.abort());
    let shownProgressCount = 0;
    progressState.show = () => {
      report({
        message: l10n.t('{0} of {1}', formatCount(progressState.doneCount), formatCount(total)),
        increment: ((progressState.doneCount - shownProgressCount) / total) * 100,
      });
      shownProgressCount = progressState.doneCount;
    };
    progressState.show();
    return result;
  });
}
