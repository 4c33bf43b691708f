// Runs commands: with error handling, and after sign-in if the command needs a session.
import type { Sessions } from '../../core/session/session.ts';
import type { Logger } from '../../std/logger.ts';
import { sessionAccountName } from '../accountName.ts';
import type { CommandTable } from '../commands/command.ts';
import { ROW_ARGUMENT } from '../commands/commandTarget.ts';
import type { CommandId } from '../commands/contributions.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { notifyErrors, type RequestAccount } from './faultNotification.ts';

export interface CommandRunnerDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** Resolves when the user has signed in or has canceled. */
  readonly signIn: { run(): Promise<void> };
  /** Resolves with the row of a tree that has the focus, or with all selected rows if it is one of them. */
  focusedRows(): Promise<readonly unknown[]>;
  readonly logger: Logger;
}

/** Returns a function that runs one command. An error is shown and logged; only an unexpected error is also rethrown. */
export function createCommandRunner(deps: CommandRunnerDeps, commands: CommandTable) {
  const { prompts, sessions, signIn, logger } = deps;
  const getRequestAccount = (): RequestAccount | undefined => {
    const { current, currentAccountId } = sessions;
    return current === undefined || currentAccountId === undefined
      ? undefined
      : { id: currentAccountId, name: sessionAccountName(current) };
  };
  return (id: CommandId, target: unknown, selection: unknown): Promise<void> => {
    const runCommand = async (): Promise<void> => {
      const command = commands[id];
      const rows = target === ROW_ARGUMENT ? await deps.focusedRows() : undefined;
      await sessions.restore();
      if (command.needsSession && sessions.current === undefined) {
        await signIn.run();
        if (sessions.current === undefined) return;
      }
      await command.run(rows?.[0] ?? target, rows ?? selection);
    };
    return notifyErrors(prompts, logger, id, runCommand, getRequestAccount);
  };
}
