// The user interface of a change of many work items: preview, progress, and list of failures.

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
import { choose } from '../../ui/prompts.ts';
import { reportWithRateLimit } from '../../ui/rateLimit.ts';
import { identifierOrName, stepText } from './messages.ts';

/** Work that ends within this time shows no progress notification. */
const SOON_MS = 500;

interface StepRow extends vscode.QuickPickItem {
  readonly step: ChangeStep;
}

/**
 * Resolves with the steps that the user leaves checked, or with undefined if they cancel. Steps that change nothing or
 * cannot be applied are unchecked and left out.
 */
export async function preview(
  store: Store,
  steps: readonly ChangeStep[],
  title: string,
): Promise<readonly ChangeStep[] | undefined> {
  const rows = steps.map((step): StepRow => {
    const isReady = step.obstacle === undefined && !isUnchanged(step);
    return { label: rowLabel(store, step), description: stepText(store, step), picked: isReady, step };
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
  /** The rate limit of the server, if the work sends requests. */
  readonly rateLimit?: RateLimit;
}

/** Starts the work at once, and shows for example “Changing state: 12 of 40” with Cancel if it takes longer. */
export async function withProgress<T>(
  { clock, title, total, rateLimit }: ProgressOptions,
  work: (signal: AbortSignal, progressed: (settled: number) => void) => Promise<T>,
): Promise<T> {
  const cancelling = new AbortController();
  const course = { settled: 0, show: (): void => undefined };
  const working = work(cancelling.signal, (settled) => {
    course.settled = settled;
    course.show();
  });
  const isOver = await Promise.race([working.then(() => true), clock.sleep(SOON_MS).then(() => false)]);
  if (isOver) return working;
  const options = { location: vscode.ProgressLocation.Notification, title: escapeLinks(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const listening = token.onCancellationRequested(() => cancelling.abort());
    const reporting = rateLimit === undefined ? progress : reportWithRateLimit(progress, rateLimit);
    let before = 0;
    course.show = () => {
      reporting.report({
        message: l10n.t('{0} of {1}', formatCount(course.settled), formatCount(total)),
        increment: ((course.settled - before) / total) * 100,
      });
      before = course.settled;
    };
    course.show();
    try {
      return await working;
    } finally {
      listening.dispose();
      if ('dispose' in reporting) reporting.dispose();
    }
  });
}

/** Shows one row for each work item with its sentence, and opens the chosen one. */
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
