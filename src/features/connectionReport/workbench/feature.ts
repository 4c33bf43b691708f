// Commands of the connection report.

import { alwaysAvailable } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { ConnectionReport, type ConnectionReportDeps } from './report.ts';

/** Creates the commands that show and copy the connection report. */
export function createConnectionReport(deps: ConnectionReportDeps) {
  const connectionReport = new ConnectionReport(deps);
  return {
    commands: {
      // Another command can pass the URL of a server as the argument.
      [COMMANDS.connectionReport]: alwaysAvailable((target) =>
        connectionReport.show(typeof target === 'string' ? target : undefined),
      ),
      [COMMANDS.copyConnectionReport]: alwaysAvailable(() => connectionReport.copy()),
    },
    dispose: () => connectionReport.dispose(),
  };
}
