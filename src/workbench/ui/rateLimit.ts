// Shows in pickers, boxes and progress notifications that requests wait for the server's rate limit, and when they
// resume.
import type * as vscode from 'vscode';
import { followRateLimit, type RateLimit, rateLimitMessage } from '../../session/rateLimit.ts';
import { displayText } from '../../std/displayName.ts';
import type { Disposable } from '../../std/disposable.ts';

/** Shows the wait behind the title of a picker or box, because its placeholder is hidden by what is typed. */
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

/** Reports progress, with the wait behind its message while there is one. */
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
