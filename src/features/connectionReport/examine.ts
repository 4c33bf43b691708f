// Finds the server that the connection report is about, and examines the connection to it.
import * as l10n from '@vscode/l10n';
import type { Transport } from '../../client/transport.ts';
import {
  type ConnectionReportData,
  type InspectConnectionOptions,
  inspectConnection,
} from '../../core/session/connection.ts';
import type { Sessions } from '../../core/session/session.ts';
import type { Clock } from '../../std/clock.ts';

export interface ExamineDeps {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Opens a separate connection to a server that the user is not signed in to. */
  readonly openTransport: () => Promise<Transport>;
}

/** The likely server; with the entered address too if the server is to be found from it. */
export interface ExaminedServer {
  readonly baseUrl: string;
  readonly enteredAddress?: string;
}

/** Resolves with the data of the report. `report` is called with the text of each step when it starts. */
export async function examine(
  { sessions, clock, openTransport }: ExamineDeps,
  server: ExaminedServer,
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<ConnectionReportData> {
  const onStep: InspectConnectionOptions['onStep'] = (step) => report(stepText(step));
  const baseUrl = await findBaseUrl(sessions, server, report, signal);
  const client = sessions.current?.baseUrl === baseUrl ? sessions.current.client : undefined;
  const temporaryTransport = client === undefined ? await openTransport() : undefined;
  try {
    const transport = temporaryTransport ?? (await client?.transport());
    if (transport === undefined) throw new Error('a client without a transport');
    const isHttpAllowed = sessions.httpChoices.isAllowed(new URL(baseUrl).origin);
    return await inspectConnection({ baseUrl, isHttpAllowed, client, transport, clock, signal, onStep });
  } finally {
    await temporaryTransport?.close();
  }
}

/** If no server is found, resolves with the likely one: the report says why. */
async function findBaseUrl(
  sessions: Sessions,
  { baseUrl, enteredAddress }: ExaminedServer,
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if (enteredAddress === undefined) return baseUrl;
  report(stepText('way'));
  const found = await sessions.findServer(enteredAddress, signal);
  return 'baseUrl' in found ? found.baseUrl : baseUrl;
}

function stepText(step: Parameters<InspectConnectionOptions['onStep']>[0]): string {
  return {
    way: l10n.t('Connecting to the server…'),
    server: l10n.t('Reading the version of the server…'),
    account: l10n.t('Checking the key or token…'),
  }[step];
}
