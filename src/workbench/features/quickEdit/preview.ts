// The user interface for changes of several work items: preview, progress, and list of failures.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ChangeStep, isUnchanged } from '../../../cache/changes/itemChange.ts';
import type { Store } from '../../../cache/store.ts';
import type { RateLimit } from '../../../session/rateLimit.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import { COMMANDS } from '../../contributions.ts';
import { escapeCodicons, escapeLinks } from '../../ui/escape.ts';
import { choose } from '../../ui/quickPick.ts';
import { reportWithRateLimit } from '../../ui/rateLimit.ts';
import { identifierOrName, stepText } from './messages.ts';

/** Progress is not shown for a change that ends within this time. */
const PROGRESS_DELAY_MS = 500;

interface StepRow extends vscode.QuickPickItem {
  readonly step: ChangeStep;
}

/**
 * Resolves with the steps that are checked when the user accepts, or with undefined if the user cancels. A step that
 * changes nothing or cannot be applied is shown unchecked, and is not in the result.
 */
export async function preview(
  store: Store,
  steps: readonly ChangeStep[],
  title: string,
): Promise<readonly ChangeStep[] | undefined> {
  const rows = steps.map((step): StepRow => {
    const canApply = step.obstacle === undefined && !isUnchanged(step);
    return { label: rowLabel(store, step), description: stepText(store, step), picked: canApply, step };
  });
  const chosen = await vscode.window.showQuickPick(rows, {
    title: displayText(title),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
    placeHolder: l10n.t('Select the work items to change'),
  });
  return chosen?.map(({ step }) => step).filter((step) => step.obstacle === undefined && !isUnchanged(step));
}

export interface ProgressOptions {
  readonly clock: Clock;
  readonly title: string;
  readonly total: number;
  /** The rate limit of the server. Omitted if `work` sends no requests. */
  readonly rateLimit?: RateLimit;
}

/** Runs `work`. If it takes longer than 500 ms, shows its progress (“Changing state: 12 of 40”) and a Cancel button. */
export async function withProgress<T>(
  { clock, title, total, rateLimit }: ProgressOptions,
  work: (signal: AbortSignal, progressed: (settled: number) => void) => Promise<T>,
): Promise<T> {
  const abortController = new AbortController();
  const progressState = { settled: 0, show: (): void => undefined };
  const result = work(abortController.signal, (settled) => {
    progressState.settled = settled;
    progressState.show();
  });
  const hasEnded = await Promise.race([result.then(() => true), clock.sleep(PROGRESS_DELAY_MS).then(() => false)]);
  if (hasEnded) return result;
  const options = { location: vscode.ProgressLocation.Notification, title: escapeLinks(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = token.onCancellationRequested(() => abortController.abort());
    const reporter = rateLimit === undefined ? progress : reportWithRateLimit(progress, rateLimit);
    let reportedCount = 0;
    progressState.show = () => {
      reporter.report({
        message: l10n.t('{0} of {1}', formatCount(progressState.settled), formatCount(total)),
        increment: ((progressState.settled - reportedCount) / total) * 100,
      });
      reportedCount = progressState.settled;
    };
    progressState.show();
    try {
      return await result;
    } finally {
      cancellation.dispose();
      if ('dispose' in reporter) reporter.dispose();
    }
  });
}

/** Lists the work items with their messages, and opens the work item that the user picks. */
export async function showEach(
  store: Store,
  rows: readonly { readonly step: ChangeStep; readonly sentence: string }[],
  title: string,
): Promise<void> {
  const chosen = await choose(
    rows.map(({ step, sentence }) => ({ label: rowLabel(store, step), detail: escapeCodicons(sentence), step })),
    { title, matchOnDetail: true, placeHolder: l10n.t('Select a work item to open it') },
  );
  if (chosen !== undefined) await vscode.commands.executeCommand(COMMANDS.openWorkItem, chosen.step.address);
}

function rowLabel(store: Store, { address }: ChangeStep): string {
  return escapeCodicons(`${identifierOrName(store, address)}  ${store.item(address)?.name ?? ''}`);
}
