// Quick edits of work items: asks for the value, previews, sends, reports and undoes changes.

import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import {
  applyBulk,
  type BulkOptions,
  type BulkResult,
  type ItemOutcome,
  revalidateItems,
  undoPlan,
} from '../../../cache/changes/bulk.ts';
import { type ChangeStep, type ItemChange, isUnchanged, stepsOf } from '../../../cache/changes/itemChange.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatList } from '../../../std/english.ts';
import type { Logger } from '../../../std/logger.ts';
import { withErrorHandling } from '../../ui/errorBoundary.ts';
import { showInfo, showStatus, showWarning } from '../../ui/notifications.ts';
import type { ChosenItem } from '../workItems/items.ts';
import type { QuickEdit } from './edits.ts';
import { FIELD_TEXTS } from './fieldTexts.ts';
import {
  countText,
  currentValueText,
  identifierOrName,
  itemsText,
  obstacleText,
  previousUnknownText,
} from './messages.ts';
import { preview, withProgress } from './preview.ts';
import { type PendingReport, reportBulk } from './report.ts';

/** Work items to act on, with the session in which they were chosen. */
export interface ChosenItems {
  readonly session: Session;
  readonly addresses: readonly ItemAddress[];
}

/** A change that was sent and can be undone. Retries add to it. */
interface Made {
  readonly session: Session;
  readonly edit: QuickEdit;
  readonly steps: ChangeStep[];
}

/** Maximum number of changes that can be undone. */
const REMEMBERED = 50;

export class QuickEdits {
  readonly #made: Made[] = [];
  readonly #logger: Logger;
  readonly #clock: Clock;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Asks for the value, and changes the work items. Rejects with an ApiError if something could not be read first. */
  async run(edit: QuickEdit, chosen: ChosenItems): Promise<void> {
    const { session, addresses } = chosen;
    const [project, ...others] = new Set(addresses.map((one) => one.project));
    if (project === undefined) return;
    if (others.length > 0 && !edit.everywhere) {
      void showWarning(
        l10n.t(
          'The selected work items are in different projects, which have different values for this field. Select work items of one project.',
        ),
      );
      return;
    }
    await readUnknown(chosen);
    // The server replaces lists as a whole, so another user's addition would be overwritten if it were not loaded
    // first.
    if (edit.field === 'assignees' || edit.field === 'labels') await revalidateItems(session.store, addresses);
    const title = FIELD_TEXTS[edit.field].title(itemsText(session.store, addresses));
    const change = await edit.pick({ session, project, addresses, title });
    if (change !== undefined) await this.change(edit, chosen, change);
  }

  /** Changes the work items: a single one at once, several after a preview. */
  async change(edit: QuickEdit, chosen: ChosenItems, change: ItemChange): Promise<void> {
    const { session, addresses } = chosen;
    const { store } = session;
    await readUnknown(chosen);
    const steps = stepsOf(store, addresses, change);
    const [only] = steps;
    if (only === undefined) return;
    if (steps.every(isUnchanged)) {
      const held = currentValueText(store, only.address, only.field, only.after);
      showStatus(l10n.t('{0}: {1} (unchanged)', itemsText(store, addresses), held), 5000, 'info');
      return;
    }
    if (steps.length > 1) {
      const checked = await preview(store, steps, l10n.t('{0} ({1})', edit.title(), countText(steps.length)));
      if (checked !== undefined && checked.length > 0) await this.#carryOut({ session, edit, steps: [] }, checked);
      return;
    }
    const problem = obstacleText(store, only);
    if (problem === undefined) await this.#carryOut({ session, edit, steps: [] }, steps);
    else void showWarning(problem);
  }

  /** Sends one change that was confirmed elsewhere. It can be undone like any other. The caller reports the outcome. */
  async carry(
    edit: QuickEdit,
    { session, address }: ChosenItem,
    change: ItemChange,
    course?: BulkOptions,
  ): Promise<ItemOutcome> {
    const [step] = stepsOf(session.store, [address], change);
    if (step === undefined || isUnchanged(step)) return { kind: 'done' };
    const [carried] = await applyBulk(session.store, [step], course);
    if (carried?.outcome.kind === 'done') this.#remember({ session, edit, steps: [step] });
    return carried?.outcome ?? { kind: 'cancelled' };
  }

  /** Undoes the last change, except on work items that have changed since. */
  async undo(session: Session): Promise<void> {
    const made = this.#made.findLast((one) => one.session === session);
    if (made === undefined) {
      void showInfo(l10n.t('There is nothing to undo in this window.'));
      return;
    }
    await this.#takeBack(made);
  }

  async #takeBack(made: Made): Promise<void> {
    const { session, edit } = made;
    const at = this.#made.indexOf(made);
    if (at < 0) return;
    const { store } = session;
    const { steps, changedSince } = await undoPlan(store, made.steps);
    this.#made.splice(at, 1);
    const names = formatList(changedSince.map((one) => identifierOrName(store, one)));
    const isBlind = made.steps.some(({ before }) => before === undefined);
    const kept = [
      ...(changedSince.length === 0 ? [] : [l10n.t('Not undone because of later changes: {0}.', names)]),
      ...(isBlind && steps.length > 0 ? [previousUnknownText(edit.field)] : []),
    ];
    if (steps.length === 0) {
      void showWarning([l10n.t('Nothing was undone.'), ...kept].join(' '));
      return;
    }
    const carried = await this.#send(session, steps, l10n.t('Undoing the change'));
    const left = new Set(
      carried.filter(({ outcome }) => outcome.kind !== 'done').map(({ step }) => keyOf(step.address)),
    );
    // A failed undo can be repeated.
    const rest: Made = { ...made, steps: made.steps.filter(({ address }) => left.has(keyOf(address))) };
    this.#remember(rest);
    this.#report(session, carried, {
      kind: 'undo',
      all: carried.length,
      kept,
      retry: () => this.#takeBack(rest),
      undo: undefined,
    });
  }

  async #carryOut(made: Made, steps: readonly ChangeStep[]): Promise<void> {
    const { session, edit } = made;
    const carried = await this.#send(session, steps, edit.progress());
    made.steps.push(...carried.filter(({ outcome }) => outcome.kind === 'done').map(({ step }) => step));
    this.#remember(made);
    this.#report(session, carried, {
      kind: 'change',
      all: made.steps.length,
      kept: [],
      retry: (left) => this.#carryOut(made, left),
      undo: made.steps.length === 0 ? undefined : () => this.#takeBack(made),
    });
  }

  /** Does not wait for the notification to be closed, because the command is done without it. */
  #report(session: Session, carried: readonly BulkResult[], pending: PendingReport): void {
    void withErrorHandling(this.#logger, 'after a change', () => reportBulk(session.store, carried, pending));
  }

  #send({ store }: Session, steps: readonly ChangeStep[], title: string): Promise<BulkResult[]> {
    if (steps.length === 1) return applyBulk(store, steps);
    return withProgress(
      { clock: this.#clock, title, total: steps.length, rateLimit: store.rateLimit },
      (signal, progressed) => applyBulk(store, steps, { signal, progressed }),
    );
  }

  #remember(made: Made): void {
    const at = this.#made.indexOf(made);
    if (at >= 0) this.#made.splice(at, 1);
    if (made.steps.length > 0) this.#made.push(made);
    if (this.#made.length > REMEMBERED) this.#made.shift();
  }
}

/** Loads the work items and their projects' identifiers, which the messages need. */
async function readUnknown({ session: { store }, addresses }: ChosenItems): Promise<void> {
  const unknown = addresses.filter((one) => store.identifier(one) === undefined);
  await Promise.all(unknown.map((one) => store.resources.workItems.readOne(one.id, one.project)));
}
