// Reports a change that was sent: done, partly done, rejected or cancelled, with Retry and Undo.
import * as l10n from '@vscode/l10n';
import type { BulkResult, ItemOutcome } from '../../../cache/changes/bulk.ts';
import type { ChangeStep } from '../../../cache/changes/itemChange.ts';
import type { Store } from '../../../cache/store.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { showError, showInfo, showStatus, showWarning } from '../../ui/notifications.ts';
import { bulkText, changedText, failureText } from './messages.ts';
import { showEach } from './preview.ts';

/** What the notification about a change needs besides the results. */
export interface PendingReport {
  readonly kind: 'change' | 'undo';
  /** Number of work items changed so far, including earlier tries. */
  readonly all: number;
  /** Further sentences. */
  readonly kept: readonly string[];
  retry(steps: readonly ChangeStep[]): Promise<void>;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Resolves when the notification is closed. */
export async function reportBulk(store: Store, carried: readonly BulkResult[], pending: PendingReport): Promise<void> {
  const [only] = carried;
  if (only === undefined) return;
  if (carried.length === 1 && pending.all <= 1) await reportOne(store, only, pending);
  else await reportMany(store, carried, pending);
}

async function reportOne(store: Store, carried: BulkResult, pending: PendingReport): Promise<void> {
  const { step, outcome } = carried;
  if (outcome.kind === 'done') {
    const text = changedText(store, step);
    if (pending.kept.length === 0) showStatus(text, 5000);
    else void showInfo([l10n.t('Change undone. {0}.', text), ...pending.kept].join(' '));
    return;
  }
  if (outcome.kind === 'cancelled') return;
  const sentence = failureText(store, carried);
  if (outcome.kind === 'failed' && outcome.fault.kind === 'unauthorized') {
    await showFault(sentence, 'unauthorized');
    return;
  }
  const retry = l10n.t('Retry');
  const chosen = await showError(sentence, retry);
  if (chosen === retry) await pending.retry([step]);
}

async function reportMany(store: Store, carried: readonly BulkResult[], pending: PendingReport): Promise<void> {
  const of = (...kinds: readonly ItemOutcome['kind'][]) =>
    carried.filter(({ outcome }) => kinds.includes(outcome.kind));
  const [done, bad, stopped] = [of('done'), of('failed', 'ignored'), of('cancelled')];
  const again = l10n.t('Retry {0} Failed', formatCount(bad.length));
  const goOn = l10n.t('Continue with Remaining {0}', formatCount(stopped.length));
  const [showFailed, undo] = [l10n.t('Show Failed Changes'), l10n.t('Undo')];
  const buttons = [
    ...(bad.length > 0 ? [again, showFailed] : []),
    ...(stopped.length > 0 ? [goOn] : []),
    ...(pending.undo === undefined ? [] : [undo]),
  ];
  const sentence = [
    bulkText({ kind: pending.kind, done: done.length, all: carried.length, total: pending.all }),
    ...(bad.length > 0 ? [l10n.t('{0} failed.', formatCount(bad.length))] : []),
    ...(stopped.length > 0 ? [l10n.t('The remaining changes were canceled.')] : []),
    ...pending.kept,
  ].join(' ');
  const show = bad.length > 0 ? showWarning : showInfo;
  for (let chosen = await show(sentence, ...buttons); chosen !== undefined; chosen = await show(sentence, ...buttons)) {
    if (chosen === undo) return pending.undo?.();
    if (chosen === again) return pending.retry(bad.map(({ step }) => step));
    if (chosen === goOn) return pending.retry(stopped.map(({ step }) => step));
    const rows = bad.map((one) => ({ step: one.step, sentence: failureText(store, one) }));
    await showEach(store, rows, notChangedTitle(bad.length));
  }
}

function notChangedTitle(count: number): string {
  const number = formatCount(count);
  return plural(count, {
    one: l10n.t('{0} Work Item Not Changed', number),
    other: l10n.t('{0} Work Items Not Changed', number),
  });
}
