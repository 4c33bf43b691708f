// Runs copies in the background, pauses and continues them, and reports the outcome.
import * as l10n from '@vscode/l10n';
import { raceAbort } from '../../client/abort.ts';
import type { StoredCopy } from '../../copy/copyStore.ts';
import { reportOf } from '../../copy/report.ts';
import { type CopyEvent, type CopyOutcome, runCopy } from '../../copy/steps/runCopy.ts';
import { listedId } from '../../core/session/accounts/account.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { formatError, rejectedKeyText } from '../../shell/faults/formatError.ts';
import { notifyErrors } from '../../shell/notifications/faultNotification.ts';
import type { ReportProgress } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { STALE_AFTER_MS } from '../../std/files/fileLock.ts';
import { formatTime } from '../../std/formatTime.ts';
import { byKind } from '../../std/objects/byKind.ts';
import { plural } from '../../std/plural.ts';
import { accountIdInCopy, accountIdOf } from './accounts.ts';
import type { AccountClient, CopyAccount, CopyProjectDeps } from './deps.ts';
import { formatCopyReport } from './reportText.ts';

interface CopyResult {
  readonly outcome: CopyOutcome;
  /** The id of the account whose key the server has rejected. */
  readonly rejectedAccount: string | undefined;
}

export class CopyRuns {
  readonly #deps: CopyProjectDeps;
  readonly #closing: AbortSignal;
  readonly #running = new Set<string>();

  /** All running copies are paused when `closing` is aborted. */
  constructor(deps: CopyProjectDeps, closing: AbortSignal) {
    this.#deps = deps;
    this.#closing = closing;
  }

  /** Resolves when the copy is complete, or when the user does not continue a paused or interrupted copy. */
  async run(id: string): Promise<void> {
    const { prompts, logger } = this.#deps;
    await notifyErrors(prompts, logger, 'copying a project', async () => {
      let next = await this.#runOnce(id);
      while (next === 'continue') next = await this.#runOnce(id);
    });
  }

  /**
   * Asks what to do with each copy of an earlier run that is not complete and does not run in another window. Deletes
   * the files of complete copies. A window that has crashed may keep its lock for a minute, so a locked copy is
   * checked again after that time.
   */
  async offerUnfinished(): Promise<void> {
    const { copies, clock } = this.#deps;
    const ids = await copies.list();
    await Promise.all(
      ids.map(async (id) => {
        if (await this.#offerUnlessLocked(id)) return;
        await raceAbort(clock.sleep(STALE_AFTER_MS), this.#closing);
        await this.#offerUnlessLocked(id);
      }),
    );
  }

  /**
   * Asks what to do with an incomplete copy, and deletes the files of a complete copy. Resolves with false if another
   * window has locked the copy.
   */
  async #offerUnlessLocked(id: string): Promise<boolean> {
    const { copies } = this.#deps;
    const copy = await copies.open(id);
    if (copy === undefined || this.#running.has(id)) return true;
    const lock = await copies.lock(id);
    if (lock === undefined) return false;
    await lock.release();
    if (copy.progress.isComplete) await copies.remove(id);
    else await this.#offer(copy);
    return true;
  }

  async #offer(copy: StoredCopy): Promise<void> {
    const { prompts, copies } = this.#deps;
    const buttons = { continue: l10n.t('Continue'), report: l10n.t('Show Report'), discard: l10n.t('Discard') };
    const chosenButton = await prompts.notify(
      'info',
      l10n.t('The copy of “{0}” is not complete. Discard keeps what was copied.', copy.plan.source.name),
      ...Object.values(buttons),
    );
    if (chosenButton === buttons.continue) await this.run(copy.id);
    else if (chosenButton === buttons.discard) await copies.remove(copy.id);
    else if (chosenButton === buttons.report) await this.#showReport(copy);
  }

  async #runOnce(id: string): Promise<'continue' | 'end'> {
    if (this.#running.has(id)) return 'end';
    this.#running.add(id);
    const result = await this.#runLocked(id).finally(() => this.#running.delete(id));
    if (result === undefined || this.#closing.aborted) return 'end';
    const { copy, outcome, rejectedAccount } = result;
    const isDone = outcome.kind === 'complete' && outcome.report.failed.length === 0;
    if (isDone) await this.#deps.copies.remove(id);
    const { current } = this.#deps.sessions;
    // If the project was copied to the account of the window, the views must show the new project.
    if (current !== undefined && accountIdInCopy(listedId(current.profile), current) === copy.accounts.target)
      void current.store.resources.projects.list().reload();
    return this.#showOutcome(copy, outcome, isDone, rejectedAccount);
  }

  /**
   * Locks the copy, so that no other window can run it, and runs it. If the copy cannot run, shows the reason, and
   * resolves with undefined.
   */
  async #runLocked(id: string): Promise<(CopyResult & { readonly copy: StoredCopy }) | undefined> {
    const { prompts, copies } = this.#deps;
    const lock = await copies.lock(id);
    if (lock === undefined) {
      void prompts.notify('info', l10n.t('The project is being copied in another window.'));
      return undefined;
    }
    try {
      const copy = await copies.open(id);
      const result = copy === undefined ? undefined : await this.#perform(copy, lock.lost);
      return copy === undefined || result === undefined ? undefined : { copy, ...result };
    } finally {
      await lock.release();
    }
  }

  async #perform(copy: StoredCopy, lockLost: AbortSignal): Promise<CopyResult | undefined> {
    const { prompts, accounts, clock } = this.#deps;
    const openedAccounts: AccountClient[] = [];
    const open = async (account: string): Promise<AccountClient | undefined> => {
      const result = await accounts.open(account);
      if (result !== undefined) openedAccounts.push(result);
      return result;
    };
    try {
      const source = await open(copy.accounts.source);
      const target = await open(copy.accounts.target);
      if (source === undefined || target === undefined) {
        void prompts.notify('error', l10n.t('Sign in to both accounts of the copy, and then continue it.'));
        return undefined;
      }
      const outcome = await prompts.progress(
        {
          title: l10n.t('Copying “{0}” (Cancel pauses the copy)', copy.plan.source.name),
          location: 'notification',
          isCancellable: true,
        },
        (report, signal) =>
          runCopy({
            copy,
            source: source.client,
            target: target.client,
            clock,
            signal: AbortSignal.any([signal, this.#closing, lockLost]),
            onProgress: progressReporter(report, clock),
          }),
      );
      const isRejected = ({ client }: AccountClient): boolean => client.authentication.rejection !== undefined;
      const rejectedAccount = isRejected(target)
        ? copy.accounts.target
        : isRejected(source)
          ? copy.accounts.source
          : undefined;
      return { outcome, rejectedAccount };
    } finally {
      await Promise.all(openedAccounts.map(({ close }) => close()));
    }
  }

  async #showOutcome(
    copy: StoredCopy,
    outcome: CopyOutcome,
    isDone: boolean,
    rejectedAccount: string | undefined,
  ): Promise<'continue' | 'end'> {
    const { prompts } = this.#deps;
    const rejectedCopyAccount = outcome.kind === 'interrupted' ? await this.#account(rejectedAccount) : undefined;
    const showReportButton = l10n.t('Show Report');
    const signInAgainButton = l10n.t('Sign In Again…');
    const retryOrContinueButton =
      rejectedCopyAccount !== undefined
        ? signInAgainButton
        : outcome.kind === 'complete'
          ? l10n.t('Retry')
          : l10n.t('Continue');
    const buttons = isDone ? [showReportButton] : [retryOrContinueButton, showReportButton];
    const severity = isDone || outcome.kind === 'paused' ? 'info' : 'warning';
    const chosenButton = await prompts.notify(severity, outcomeText(copy, outcome, rejectedCopyAccount), ...buttons);
    if (chosenButton === showReportButton) await this.#showReport(copy);
    if (chosenButton === signInAgainButton && rejectedCopyAccount !== undefined)
      await prompts.runCommand(COMMANDS.signInAgain, accountIdOf(rejectedCopyAccount.id));
    return chosenButton === retryOrContinueButton ? 'continue' : 'end';
  }

  async #account(id: string | undefined): Promise<CopyAccount | undefined> {
    return id === undefined ? undefined : (await this.#deps.accounts.list()).find((account) => account.id === id);
  }

  async #showReport({ accounts: { target }, plan, progress }: StoredCopy): Promise<void> {
    const { showReport } = this.#deps;
    const account = await this.#account(target);
    const text = formatCopyReport(reportOf(plan, progress), account?.name ?? '');
    await showReport(l10n.t('Copy of {0}', plan.project.identifier), text);
  }
}

/**
 * Returns a function that reports the progress of a copy or, while it waits after a temporary fault, the time at which
 * it continues.
 */
function progressReporter(report: ReportProgress, clock: Clock): (event: CopyEvent) => void {
  let shownPercent = 0;
  return ({ done, total, waitingUntil }) => {
    const percent = total === 0 ? 100 : (done / total) * 100;
    const increment = Math.max(0, percent - shownPercent);
    shownPercent = Math.max(shownPercent, percent);
    const message =
      waitingUntil === undefined
        ? l10n.t('{0} of {1} entries', formatCount(done), formatCount(total))
        : l10n.t('The server reported a problem. The copy continues at {0}.', formatTime(waitingUntil, clock.now()));
    report({ message, increment });
  };
}

function outcomeText({ plan }: StoredCopy, outcome: CopyOutcome, rejectedCopyAccount: CopyAccount | undefined): string {
  const { name } = plan.source;
  return byKind(outcome, {
    complete: (outcome) =>
      outcome.report.failed.length === 0
        ? l10n.t('Copied “{0}”.', name)
        : incompleteText(name, outcome.report.failed.length),
    paused: () => l10n.t('The copy of “{0}” is paused.', name),
    interrupted: (outcome) =>
      l10n.t(
        'The copy of “{0}” was interrupted. {1}',
        name,
        rejectedCopyAccount === undefined ? formatError(outcome.fault) : rejectedKeyText(rejectedCopyAccount.name),
      ),
  });
}

function incompleteText(name: string, failedCount: number): string {
  const formattedCount = formatCount(failedCount);
  return plural(failedCount, {
    one: l10n.t('Copied “{0}”, except for {1} entry that failed.', name, formattedCount),
    other: l10n.t('Copied “{0}”, except for {1} entries that failed.', name, formattedCount),
  });
}
