// Reports a change that was sent: done, partly done, rejected or cancelled, with Retry and Undo.
import * as l10n from '@vscode/l10n';
import type { BulkResult, ItemOutcome } from '../../../cache/changes/bulk.ts';
import type { ChangeStep } from '../../../cache/changes/itemChange.ts';
import type { Store } from '../../../cache/store.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { formatError } from '../../ui/formatError.ts';
import { showError, showInfo, showStatus, showWarning } from '../../ui/notifications.ts';
import { countText, currentValueText, identifierOrName, QUICK_EDIT_LABELS } from './messages.ts';
import { showEach } from './preview.ts';

const SHOW = 'Show';
const UNDO = 'Undo';

/** What the notification about a change needs besides the results. */
export interface PendingReport {
  /** For example `Changed`. */
  readonly verb: string;
  /** Number of work items changed so far, including earlier tries. */
  readonly all: number;
  /** Another sentence with a leading space, or ''. */
  readonly kept: string;
  retry(steps: readonly ChangeStep[]): Promise<void>;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Resolves when the notification is closed. */
export async function reportBulk(store: Store, carried: readonly BulkResult[], pending: PendingReport): Promise<void> {
  const [only] = carried;
  if (only === undefined) return;
  if (carried.length === 1 && pending.all <= 1) await tellOne(store, only, pending);
  else await tellMany(store, carried, pending);
}

async function tellOne(store: Store, carried: BulkResult, pending: PendingReport): Promise<void> {
  const { step, outcome } = carried;
  const { address, field, after } = step;
  if (outcome.kind === 'done') {
    const held = currentValueText(store, address, field, after);
    const said = `${identifierOrName(store, address)}: ${after === null || after.length === 0 ? held : `${QUICK_EDIT_LABELS[field]} ${held}`}`;
    if (pending.kept === '') showStatus(said, 5000);
    else void showInfo(`${pending.verb} ${said}.${pending.kept}`);
    return;
  }
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'failed' && outcome.fault.kind === 'unauthorized') {
    await showFault(sentenceOf(store, carried), 'unauthorized');
    return;
  }
  const chosen = await showError(sentenceOf(store, carried), l10n.t('Retry'));
  if (chosen === 'Retry') await pending.retry([step]);
}

async function tellMany(store: Store, carried: readonly BulkResult[], pending: PendingReport): Promise<void> {
  const of = (...kinds: readonly ItemOutcome['kind'][]) =>
    carried.filter(({ outcome }) => kinds.includes(outcome.kind));
  const [done, bad, stopped] = [of('done'), of('failed', 'ignored'), of('cancelled')];
  const [again, goOn] = [
    l10n.t('Retry the {0} Failed', bad.length),
    l10n.t('Go On with the Other {0}', stopped.length),
  ];
  const buttons = [
    ...(bad.length > 0 ? [again, SHOW] : []),
    ...(stopped.length > 0 ? [goOn] : []),
    ...(pending.undo === undefined ? [] : [UNDO]),
  ];
  const ends = [
    bad.length > 0 ? ` ${bad.length} failed.` : '',
    stopped.length > 0 ? l10n.t(' The rest was cancelled.') : '',
    pending.kept,
  ];
  const inAll = done.length === carried.length && pending.all > carried.length;
  const count = inAll ? l10n.t('{0} in all.', countText(pending.all)) : countOf(done.length, carried.length);
  const sentence = `${pending.verb} ${count}${ends.join('')}`;
  const say = bad.length > 0 ? showWarning : showInfo;
  for (let chosen = await say(sentence, ...buttons); chosen !== undefined; chosen = await say(sentence, ...buttons)) {
    if (chosen === UNDO) return pending.undo?.();
    if (chosen === again) return pending.retry(bad.map(({ step }) => step));
    if (chosen === goOn) return pending.retry(stopped.map(({ step }) => step));
    const rows = bad.map((one) => ({ step: one.step, sentence: sentenceOf(store, one) }));
    await showEach(store, rows, l10n.t('{0} not changed', countText(bad.length)));
  }
}

function countOf(done: number, all: number): string {
  return done === all ? `${countText(all)}.` : l10n.t('{0} of {1}.', done, countText(all));
}

function sentenceOf(store: Store, { step, outcome }: BulkResult): string {
  const { address, field } = step;
  const identifier = identifierOrName(store, address);
  if (outcome.kind === 'failed') return l10n.t('{0} was not changed. {1}', identifier, formatError(outcome.fault));
  const why =
    field === 'assignees'
      ? l10n.t(' Only members of its project can be assigned.')
      : l10n.t(' This server may not keep that field.');
  return l10n.t(
    'The service took the change of {0}, but did not keep its {1}.{2}',
    identifier,
    QUICK_EDIT_LABELS[field],
    why,
  );
}
