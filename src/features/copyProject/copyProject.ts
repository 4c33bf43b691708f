// Plans a copy and runs it in the background.
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import { listedId } from '../../core/session/accounts/account.ts';
import { rejectedKeyText } from '../../shell/faults/formatError.ts';
import { notifyFault } from '../../shell/notifications/faultNotification.ts';
import { askInTwoSteps } from '../../shell/prompts/ask.ts';
import { accountIdInCopy, accountIdOf } from './accounts.ts';
import { CopyRuns } from './copyRuns.ts';
import type { CopyProjectDeps } from './deps.ts';
import { chooseAccount, chooseProject, confirmPlan, projectOfTarget, readCopyFacts } from './planning.ts';

export class ProjectCopier {
  readonly runs: CopyRuns;
  readonly #deps: CopyProjectDeps;

  /** All running copies are paused when `closing` is aborted. */
  constructor(deps: CopyProjectDeps, closing: AbortSignal) {
    this.#deps = deps;
    this.runs = new CopyRuns(deps, closing);
  }

  /** Resolves when the copy has started, or the user has canceled. Rejects with an ApiError. */
  async start(target: unknown): Promise<void> {
    const id = await this.plan(target);
    // The copy runs in the background, and shows its errors itself.
    if (id !== undefined) void this.runs.run(id);
  }

  /**
   * Resolves with the id of the stored copy; undefined if the user cancels or the copy cannot start. Rejects with an
   * ApiError.
   */
  async plan(target: unknown): Promise<string | undefined> {
    const { prompts, sessions, accounts, copies } = this.#deps;
    const session = sessions.current;
    if (session === undefined) return undefined;
    const chosen = await askInTwoSteps(
      () => chooseProject(prompts, session, target),
      async (projectId, onBack) => {
        const isPicked = projectOfTarget(target) === undefined;
        const account = await chooseAccount(prompts, accounts, isPicked ? onBack : undefined);
        return account && { projectId, account };
      },
    );
    if (chosen === undefined) return undefined;
    const { projectId, account } = chosen;
    const openedAccount = await accounts.open(account.id);
    if (openedAccount === undefined) {
      void prompts.notify(
        'warning',
        l10n.t('The key or token of {0} is no longer stored. Sign in to the account again.', account.name),
      );
      return undefined;
    }
    try {
      const facts = await readCopyFacts(prompts, session.client, openedAccount.client, projectId);
      const plan = await confirmPlan(prompts, facts, account);
      if (plan === undefined) return undefined;
      const id = randomUUID();
      await copies.create(
        id,
        { source: accountIdInCopy(listedId(session.profile), session), target: account.id },
        plan,
      );
      return id;
    } catch (thrown) {
      // A rejected key of the target account is shown here. The command's error handling would name the account of the
      // window.
      if (openedAccount.client.authentication.rejection === undefined || faultOf(thrown).kind !== 'unauthorized')
        throw thrown;
      void notifyFault(prompts, rejectedKeyText(account.name), 'unauthorized', accountIdOf(account.id));
      return undefined;
    } finally {
      await openedAccount.close();
    }
  }
}
