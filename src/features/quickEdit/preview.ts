// The prompts for changes of several work items: preview, progress, and list of failures.

import * as l10n from '@vscode/l10n';
import { type ChangeStep, isUnchanged } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { RateLimitStatus } from '../../core/session/rateLimit.ts';
import { identifierOrName, stepText } from '../../items/valueTexts.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { chooseRow, chooseRows } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';

/** No progress is shown for a change that ends within this time. */
const PROGRESS_DELAY_MS = 500;

interface StepRow extends ListRow {
  readonly step: ChangeStep;
}

/**
 * Lists the steps as rows with check boxes. Resolves with the checked steps when the user accepts, or with undefined if
 * the user cancels. A step that changes nothing or cannot be applied is shown unchecked, and is not in the result.
 */
export async function confirmSteps(
  prompts: Prompts,
  store: Store,
  steps: readonly ChangeStep[],
  title: string,
): Promise<readonly ChangeStep[] | undefined> {
  const rows = steps.map(
    (step): StepRow => ({
      label: rowLabel(store, step),
      description: stepText(store, step),
      ...(step.obstacle === undefined ? {} : { icon: { id: 'warning' } }),
      step,
    }),
  );
  const chosenRows = await chooseRows(prompts, rows, {
    title,
    placeholder: l10n.t('Select the work items to change'),
    matchedProperties: ['description'],
    staysOpen: true,
    isChecked: ({ step }) => canApply(step),
  });
  return chosenRows?.map(({ step }) => step).filter(canApply);
}

function canApply(step: ChangeStep): boolean {
  return step.obstacle === undefined && !isUnchanged(step);
}

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

/** Lists the work items with their messages, and opens the work item that the user picks. */
export async function showProblemList(
  prompts: Prompts,
  store: Store,
  rows: readonly { readonly step: ChangeStep; readonly problem: string }[],
  title: string,
): Promise<void> {
  const chosenRow = await chooseRow(
    prompts,
    rows.map(({ step, problem }) => ({ label: rowLabel(store, step), detail: problem, value: step.address })),
    { title, matchedProperties: ['detail'], placeholder: l10n.t('Select a work item to open it') },
  );
  if (chosenRow !== undefined) await prompts.runCommand(COMMANDS.openWorkItem, chosenRow.value);
}

/** Returns the identifier and the name of the step's work item. */
export function rowLabel(store: Store, { address }: ChangeStep): string {
  return `${identifierOrName(store, address)}  ${store.item(address)?.name ?? ''}`;
}
