// Quick edits of work items: asks for the new value, shows a preview, sends the change, reports the outcome, and undoes
// changes.

import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import { keyOf } from '../../core/cache/address.ts';
import {
  applyBulk,
  applyToItem,
  type BulkOptions,
  type BulkStepResult,
  type ItemOutcome,
  undoPlan,
} from '../../core/cache/changes/bulk.ts';
import {
  type ChangeStep,
  changeOf,
  currentValue,
  type ItemChange,
  type ItemFieldValue,
  isUnchanged,
  stepsOf,
} from '../../core/cache/changes/itemChange.ts';
import type { Session } from '../../core/session/session.ts';
import { fieldValueText, identifierOrName } from '../../items/valueTexts.ts';
import type { ChosenItems } from '../../shell/itemPicker/chosenItems.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { notifyErrors } from '../../shell/notifications/faultNotification.ts';
import type {
  AddedChange,
  NonFieldChange,
  UndoableChange,
  UndoableChanges,
} from '../../shell/notifications/undoableChanges.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import { confirmCompletion } from '../../shell/prompts/confirmCompletion.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { withProgress } from '../../shell/prompts/withProgress.ts';
import type { Clock } from '../../std/clock.ts';
import { formatList } from '../../std/formatText.ts';
import type { Logger } from '../../std/logger.ts';
import { editForItems, QUICK_EDITS, type QuickEdit } from './edits.ts';
import {
  commandTitle,
  differentProjectsText,
  itemsText,
  obstacleText,
  previewTitle,
  previousUnknownText,
} from './messages.ts';
import { confirmSteps } from './preview.ts';
import { type BulkReportOptions, reportBulk } from './report.ts';
import { checkServerChanges } from './serverChanges.ts';

/** A change that was sent and can be undone. A retry adds its steps to the same change. */
interface SentChange {
  readonly id: string;
  readonly session: Session;
  readonly edit: Pick<QuickEdit, 'field' | 'progress'>;
  readonly steps: ChangeStep[];
}

type StoredChange = SentChange | (NonFieldChange & { readonly id: string });

/** A work item that was read within this time before a change is not read again for the change, in milliseconds. */
const CURRENT_MS = 1000;

/** Maximum number of changes that can be undone. */
const MAX_UNDO_STEPS = 50;

export class QuickEditRunner implements UndoableChanges {
  readonly #sentChanges: StoredChange[] = [];
  #lastId = 0;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #prompts: Prompts;

  constructor(logger: Logger, clock: Clock, prompts: Prompts) {
    this.#logger = logger;
    this.#clock = clock;
    this.#prompts = prompts;
  }

  /** Asks for the value, and changes the work items. Rejects with an ApiError if their data cannot be loaded. */
  async run(requestedEdit: QuickEdit, chosenItems: ChosenItems, onBack?: OnBack): Promise<void> {
    const { session, addresses } = chosenItems;
    const [project, ...otherProjects] = new Set(addresses.map((address) => address.project));
    if (project === undefined) return;
    if (otherProjects.length > 0 && !requestedEdit.isSameInAllProjects) {
      void this.#prompts.notify('warning', differentProjectsText());
      return;
    }
    await readMissing(chosenItems);
    const edit = editForItems(requestedEdit, session, addresses);
    const shownValues = valuesOf(chosenItems, edit);
    const title = commandTitle(session.store, edit.title(), addresses);
    const [prompts, clock] = [this.#prompts, this.#clock];
    const change = await edit.pick({ prompts, clock, session, project, addresses, title, onBack });
    if (change !== undefined) await this.change(chosenItems, change, edit, shownValues);
  }

  /**
   * Changes a single work item immediately, or several work items after a preview. Asks the user before it overwrites a
   * value that another user has changed since it was shown.
   *
   * @param shownValues the values that the user has seen; by default, the values in the cache
   */
  async change(
    chosenItems: ChosenItems,
    change: ItemChange,
    edit = QUICK_EDITS[change.field],
    shownValues = valuesOf(chosenItems, edit),
  ): Promise<void> {
    const { session, addresses } = chosenItems;
    const { store } = session;
    await readMissing(chosenItems);
    const steps = stepsOf(store, addresses, change).map((step, index) =>
      'add' in change ? step : { ...step, before: shownValues[index] ?? step.before },
    );
    const [onlyStep] = steps;
    if (onlyStep === undefined) return;
    if (steps.every(isUnchanged)) {
      const valueText = fieldValueText(store, onlyStep.address, onlyStep.field, onlyStep.after);
      const items = itemsText(store, addresses);
      const text =
        addresses.length === 1
          ? l10n.t('{0} is already {1}', items, valueText)
          : l10n.t({ message: '{0} are already {1}', args: [items, valueText], comment: ['{0} is “3 work items”'] });
      this.#prompts.showStatus(text, 5000, 'info');
      return;
    }
    if (steps.length > 1) {
      const title = previewTitle(edit.title(), steps.length);
      const stepsToApply = await confirmSteps(this.#prompts, store, steps, title);
      if (stepsToApply !== undefined && stepsToApply.length > 0)
        await this.#confirmAndSend(this.#newChange(session, edit, []), stepsToApply);
      return;
    }
    const problem = obstacleText(store, onlyStep);
    if (problem === undefined) await this.#confirmAndSend(this.#newChange(session, edit, []), steps);
    else void this.#prompts.notify('warning', problem);
  }

  /**
   * Sends steps of one work item that the user has already confirmed, those of its fields in one request. Each can be
   * undone. In each, `before` is the value that the user has seen: asks before another value on the server is
   * overwritten. Resolves with the outcome of each, which the caller reports; `cancelled` if the user keeps the value on
   * the server.
   */
  async applyConfirmed(
    { session, address }: ChosenItem,
    shownSteps: readonly ChangeStep[],
    bulkOptions?: BulkOptions,
  ): Promise<readonly ItemOutcome[]> {
    const { store } = session;
    const { records } = store.resources.workItems;
    const prompts = this.#prompts;
    const clock = this.#clock;
    const changes: ItemChange[] = [];
    try {
      for (const step of shownSteps) {
        const isCurrent = clock.now() - (records.fetchedAt(keyOf(address)) ?? 0) < CURRENT_MS;
        const deps = { prompts, clock, progressTitle: QUICK_EDITS[step.field].progress() };
        const checkedSteps = isCurrent ? [step] : ((await checkServerChanges(deps, store, [step])) ?? []);
        for (const checked of checkedSteps) changes.push(changeOf(checked));
      }
    } catch (error) {
      const fault = faultOf(error);
      return shownSteps.map(() => ({ kind: 'failed', fault }));
    }
    const { outcomes, savedSteps } = await applyToItem(store, address, changes, bulkOptions);
    this.addSentSteps(session, savedSteps);
    return shownSteps.map((shownStep): ItemOutcome => {
      const outcome = outcomes[changes.findIndex(({ field }) => field === shownStep.field)];
      const isDone = stepsOf(store, [address], changeOf(shownStep)).every(isUnchanged);
      return outcome ?? { kind: isDone ? 'done' : 'cancelled' };
    });
  }

  addSentChange(session: Session, steps: readonly ChangeStep[]): UndoableChange {
    const [{ field } = { field: 'state' as const }] = steps;
    const sentChange = this.#newChange(session, QUICK_EDITS[field], [...steps]);
    this.#remember(sentChange);
    return {
      canUndo: () => this.#sentChanges.includes(sentChange),
      undo: () => this.#undoChange(sentChange),
    };
  }

  /**
   * Adds changes that other code has sent to the changes that Undo Last Change undoes. Each step becomes a separate
   * change.
   */
  addSentSteps(session: Session, steps: readonly ChangeStep[]): void {
    for (const step of steps) this.addSentChange(session, [step]);
  }

  /**
   * Undoes the change with this id, or the latest change, except for work items whose field was changed again after it.
   */
  async undo(session: Session, id?: string): Promise<void> {
    const now = this.#clock.now();
    const isWanted = (change: StoredChange): boolean =>
      (id ?? change.id) === change.id && !('undo' in change && (change.expiresAt ?? now + 1) <= now);
    const sentChange = this.#sentChanges.findLast((change) => change.session === session && isWanted(change));
    if (sentChange === undefined) {
      void this.#prompts.notify('info', l10n.t('There is nothing to undo in this window.'));
      return;
    }
    if ('undo' in sentChange) await this.#undoNonFieldChange(sentChange);
    else await this.#undoChange(sentChange);
  }

  addNonFieldChange(change: NonFieldChange): AddedChange {
    const storedChange = { ...change, id: this.#newId() };
    this.#push(storedChange);
    return { id: storedChange.id, undo: () => this.#undoNonFieldChange(storedChange) };
  }

  #newChange(session: Session, edit: SentChange['edit'], steps: ChangeStep[]): SentChange {
    return { id: this.#newId(), session, edit, steps };
  }

  #newId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  async #undoNonFieldChange(change: StoredChange & NonFieldChange): Promise<void> {
    const index = this.#sentChanges.indexOf(change);
    if (index < 0) return;
    this.#sentChanges.splice(index, 1);
    try {
      await change.undo();
    } catch (error) {
      this.#push(change);
      throw error;
    }
  }

  async #undoChange(sentChange: SentChange): Promise<void> {
    const { session, edit } = sentChange;
    const index = this.#sentChanges.indexOf(sentChange);
    if (index < 0) return;
    const { store } = session;
    const { steps, changedAddresses } = await undoPlan(store, sentChange.steps);
    this.#sentChanges.splice(index, 1);
    const names = formatList(changedAddresses.map((address) => identifierOrName(store, address)));
    const hasUnknownPreviousValue = sentChange.steps.some(({ before }) => before === undefined);
    const notes = [
      ...(changedAddresses.length === 0 ? [] : [l10n.t('Not undone because of later changes: {0}.', names)]),
      ...(hasUnknownPreviousValue && steps.length > 0 ? [previousUnknownText(edit.field)] : []),
    ];
    if (steps.length === 0) {
      void this.#prompts.notify('warning', [l10n.t('Nothing was undone.'), ...notes].join(' '));
      return;
    }
    const results = await this.#send(session, steps, l10n.t('Undoing the change'));
    const failedKeys = new Set(
      results.filter(({ outcome }) => outcome.kind !== 'done').map(({ step }) => keyOf(step.address)),
    );
    // Work items whose undo failed remain in the list, so that undo can be repeated.
    const remainingChange: SentChange = {
      ...sentChange,
      steps: sentChange.steps.filter(({ address }) => failedKeys.has(keyOf(address))),
    };
    this.#remember(remainingChange);
    this.#report(session, results, {
      kind: 'undo',
      change: remainingChange.id,
      totalCount: results.length,
      notes,
      retry: () => this.#undoChange(remainingChange),
      undo: undefined,
    });
  }

  async #confirmAndSend(sentChange: SentChange, steps: readonly ChangeStep[]): Promise<void> {
    const { store } = sentChange.session;
    if (await confirmCompletion(this.#prompts, store, steps)) await this.#checkAndSend(sentChange, steps);
  }

  /**
   * Sends the steps after the user has been asked about values that were changed on the server. In each of the steps,
   * `before` is the value that the user has seen.
   */
  async #checkAndSend(sentChange: SentChange, steps: readonly ChangeStep[]): Promise<void> {
    const { session, edit } = sentChange;
    const { store } = session;
    let stepsToSend: readonly ChangeStep[] | undefined;
    try {
      const deps = { prompts: this.#prompts, clock: this.#clock, progressTitle: edit.progress() };
      stepsToSend = await checkServerChanges(deps, store, steps);
    } catch (error) {
      const fault = faultOf(error);
      const outcome: ItemOutcome = fault.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', fault };
      this.#reportSent(
        sentChange,
        steps.map((step) => ({ step, outcome })),
      );
      return;
    }
    if (stepsToSend !== undefined && stepsToSend.length > 0)
      this.#reportSent(sentChange, await this.#send(session, stepsToSend, edit.progress()));
  }

  #reportSent(sentChange: SentChange, results: readonly BulkStepResult[]): void {
    const { session } = sentChange;
    for (const { step, outcome } of results) if (outcome.kind === 'done') sentChange.steps.push(step);
    this.#remember(sentChange);
    this.#report(session, results, {
      kind: 'change',
      change: sentChange.id,
      totalCount: sentChange.steps.length,
      notes: [],
      retry: (failed) => this.#checkAndSend(sentChange, failed),
      undo: sentChange.steps.length === 0 ? undefined : () => this.#undoChange(sentChange),
    });
  }

  /** Shows the results. Does not wait until the notification is closed, because the command is complete. */
  #report(session: Session, results: readonly BulkStepResult[], options: BulkReportOptions): void {
    void notifyErrors(this.#prompts, this.#logger, 'after a change', () =>
      reportBulk(this.#prompts, session.store, results, options),
    );
  }

  #send({ store }: Session, steps: readonly ChangeStep[], title: string): Promise<BulkStepResult[]> {
    if (steps.length === 1) return applyBulk(store, steps);
    return withProgress(
      { prompts: this.#prompts, clock: this.#clock, title, total: steps.length, rateLimit: store.rateLimit },
      (signal, reportProgress) => applyBulk(store, steps, { signal, onProgress: reportProgress }),
    );
  }

  #remember(sentChange: SentChange): void {
    const index = this.#sentChanges.indexOf(sentChange);
    if (index >= 0) this.#sentChanges.splice(index, 1);
    if (sentChange.steps.length > 0) this.#push(sentChange);
  }

  #push(change: StoredChange): void {
    this.#sentChanges.push(change);
    if (this.#sentChanges.length > MAX_UNDO_STEPS) this.#sentChanges.shift();
  }
}

function valuesOf(
  { session: { store }, addresses }: ChosenItems,
  { field }: QuickEdit,
): (ItemFieldValue | undefined)[] {
  return addresses.map((address) => currentValue(store, address, field));
}

/** Loads the work items that are not in the cache, because the messages show their identifiers. */
async function readMissing({ session: { store }, addresses }: ChosenItems): Promise<void> {
  const unreadItems = addresses.filter((address) => store.identifier(address) === undefined);
  await Promise.all(unreadItems.map((address) => store.resources.workItems.readOne(address.id, address.project)));
}
