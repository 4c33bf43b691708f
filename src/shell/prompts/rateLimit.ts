// Shows in quick inputs and progress notifications that requests wait for the rate limit.
// The message contains the time when requests resume.
import type * as vscode from 'vscode';
import { observeRateLimit, type RateLimitStatus, rateLimitMessage } from '../../core/session/rateLimit.ts';
import { displayText } from '../../std/displayName.ts';
import type { Disposable } from '../../std/disposable.ts';

/** Appends the message to the title of a quick input, because typed text would hide a placeholder. */
export function showRateLimitInTitle(input: vscode.QuickInput, rateLimit: RateLimitStatus): Disposable {
  const title = input.title ?? '';
  return observeRateLimit(rateLimit, (until) => {
    input.title =
      until === undefined ? title : [title, rateLimitMessage(until)].filter((part) => part !== '').join(' — ');
  });
}

/** A step of a progress notification. `increment` is in percent. */
interface ProgressStep {
  readonly message: string;
  readonly increment?: number;
}

/** Reports progress. While requests wait for the rate limit, the message ends with the time when they resume. */
export function reportWithRateLimit(
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  rateLimit: RateLimitStatus,
): Disposable & { report(step: ProgressStep): void } {
  let message = '';
  const messageWithWait = (): string => {
    const until = rateLimit.waitingUntil;
    return [message, ...(until === undefined ? [] : [rateLimitMessage(until)])]
      .filter((part) => part !== '')
      .join(' — ');
  };
  const rateLimitListener = observeRateLimit(rateLimit, () => progress.report({ message: messageWithWait() }));
  return {
    report: (step) => {
      message = displayText(step.message);
      progress.report({ ...step, message: messageWithWait() });
    },
    dispose: () => rateLimitListener.dispose(),
  };
}
