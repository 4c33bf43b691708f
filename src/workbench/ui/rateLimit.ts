// Shows in quick inputs and progress notifications that requests wait for the rate limit.
// The text includes when they resume.
import type * as vscode from 'vscode';
import { followRateLimit, type RateLimit, rateLimitMessage } from '../../session/rateLimit.ts';
import { displayText } from '../../std/displayName.ts';
import type { Disposable } from '../../std/disposable.ts';

/** Shows the wait after the title of a quick input, because typed text hides its placeholder. */
export function showRateLimitInTitle(input: vscode.QuickInput, rateLimit: RateLimit): Disposable {
  const title = input.title ?? '';
  return followRateLimit(rateLimit, (until) => {
    input.title =
      until === undefined ? title : [title, rateLimitMessage(until)].filter((part) => part !== '').join(' — ');
  });
}

/** A step of a progress notification. `increment` is in percent. */
interface ProgressStep {
  readonly message: string;
  readonly increment?: number;
}

/** Reports progress. While requests wait, the wait follows the message. */
export function reportWithRateLimit(
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  rateLimit: RateLimit,
): Disposable & { report(step: ProgressStep): void } {
  let message = '';
  const shown = (): string => {
    const until = rateLimit.waitingUntil;
    return [message, ...(until === undefined ? [] : [rateLimitMessage(until)])]
      .filter((part) => part !== '')
      .join(' — ');
  };
  const following = followRateLimit(rateLimit, () => progress.report({ message: shown() }));
  return {
    report: (step) => {
      message = displayText(step.message);
      progress.report({ ...step, message: shown() });
    },
    dispose: () => following.dispose(),
  };
}
