// Owns the commands of the connection report.

import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { ConnectionReport } from './report.ts';

export interface ConnectionReportCommandDeps {
  readonly connectionReport: ConnectionReport;
}

export function createConnectionReportCommands(deps: ConnectionReportCommandDeps) {
  return {
    [COMMANDS.connectionReport]: always((target) => report(deps, target)),
    [COMMANDS.copyConnectionReport]: always(() => copy(deps)),
  };
}

/** `given` is the address of a server, when another command asks. */
async function report(deps: ConnectionReportCommandDeps, given: unknown): Promise<void> {
  await deps.connectionReport.show(typeof given === 'string' ? given : undefined);
}

async function copy(deps: ConnectionReportCommandDeps): Promise<void> {
  await deps.connectionReport.copy();
}
