// Shows the outcome of a change that was sent, with Retry and Undo buttons.
import * as l10n from '@vscode/l10n';
import type { BulkStepResult, ItemOutcome } from '../../core/cache/changes/bulk.ts';
import type { ChangeStep } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { changedText } from '../../items/valueTexts.ts';
import { notifyFault } from '../../shell/notifications/faultNotification.ts';
import { showUndoStatus } from '../../shell/notifications/undoStatus.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import { bulkOutcomeText, changedItemsText, failureText } from './messages.ts';
import { showProblemList } from './preview.ts';

/** The data of the notification about a change, in addition to the results. */
export interface BulkReportOptions {
  readonly kind: 'change' | 'undo';
  /** Identifies the change, for Undo in the status bar. */
  readonly change: string;
  /** Number of work items that were changed, including changes before a retry. */
  readonly totalCount: number;
  /** Additional texts that are appended to the message. */
  readonly notes: readonly string[];
  retry(steps: readonly ChangeStep[]): Promise<void>;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Resolves when the notification is closed. */
export async function reportBulk(
  prompts: Prompts,
  store: Store,
  results: readonly BulkStepResult[],
  options: BulkReportOptions,
): Promise<void> {
  const [onlyResult] = results;
  if (onlyResult === undefined) return;
  if (results.length === 1 && options.totalCount <= 1) await reportSingleItem(prompts, store, onlyResult, options);
  else await reportSeveralItems(prompts, store, results, options);
}

async function reportSingleItem(
  prompts: Prompts,
  store: Store,
  result: BulkStepResult,
  options: BulkReportOptions,
): Promise<void> {
  const { step, outcome } = result;
  if (outcome.kind === 'done') {
    const text = changedText(store, step);
    if (options.kind === 'change') showUndoStatus(prompts, text, options.change);
    else if (options.notes.length === 0) prompts.showStatus(text, 5000, 'discard');
    else void prompts.notify('info', [l10n.t('Change undone. {0}.', text), ...options.notes].join(' '));
    return;
  }
  if (outcome.kind === 'cancelled') return;
  const message = failureText(store, result);
  if (outcome.kind === 'failed' && outcome.fault.kind === 'unauthorized') {
    await notifyFault(prompts, message, 'unauthorized');
    return;
  }
  const retry = l10n.t('Retry');
  const chosenButton = await prompts.notify('error', message, retry);
  if (chosenButton === retry) await options.retry([step]);
}

async function reportSeveralItems(
  prompts: Prompts,
  store: Store,
  results: readonly BulkStepResult[],
  options: BulkReportOptions,
): Promise<void> {
  const resultsOfKind = (...kinds: readonly ItemOutcome['kind'][]) =>
    results.filter(({ outcome }) => kinds.includes(outcome.kind));
  const [doneResults, failedResults, canceledResults] = [
    resultsOfKind('done'),
    resultsOfKind('failed', 'ignored'),
    resultsOfKind('cancelled'),
  ];
  if (options.kind === 'change' && doneResults.length === options.totalCount && doneResults.length === results.length) {
    const text = changedItemsText(
      store,
      results.map(({ step }) => step),
    );
    showUndoStatus(prompts, text, options.change);
    return;
  }
  const retryFailed = l10n.t('Retry Failed ({0})', formatCount(failedResults.length));
  const continueRemaining = l10n.t('Continue with Remaining ({0})', formatCount(canceledResults.length));
  const [showFailed, undo] = [l10n.t('Show Failed Changes'), l10n.t('Undo')];
  const buttons = [
    ...(failedResults.length > 0 ? [retryFailed, showFailed] : []),
    ...(canceledResults.length > 0 ? [continueRemaining] : []),
    ...(options.undo === undefined ? [] : [undo]),
  ];
  const message = [
    bulkOutcomeText({
      kind: options.kind,
      succeeded: doneResults.length,
      attempted: results.length,
      changedInTotal: options.totalCount,
    }),
    ...(failedResults.length > 0 ? [l10n.t('{0} failed.', formatCount(failedResults.length))] : []),
    ...(canceledResults.length > 0 ? [l10n.t('The remaining changes were canceled.')] : []),
    ...options.notes,
  ].join(' ');
  const severity = failedResults.length > 0 ? 'warning' : 'info';
  for (
    let chosenButton = await prompts.notify(severity, message, ...buttons);
    chosenButton !== undefined;
    chosenButton = await prompts.notify(severity, message, ...buttons)
  ) {
    if (chosenButton === undo) return options.undo?.();
    if (chosenButton === retryFailed) return options.retry(failedResults.map(({ step }) => step));
    if (chosenButton === continueRemaining) return options.retry(canceledResults.map(({ step }) => step));
    const rows = failedResults.map((result) => ({ step: result.step, problem: failureText(store, result) }));
    await showProblemList(prompts, store, rows, notChangedTitle(failedResults.length));
  }
}

function notChangedTitle(count: number): string {
  const number = formatCount(count);
  return plural(count, {
    one: l10n.t('{0} Work Item Not Changed', number),
    other: l10n.t('{0} Work Items Not Changed', number),
  });
}
