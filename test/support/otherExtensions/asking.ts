// The behavior of both other extensions: send requests on activation and on a command.
// The path of each request names when it was sent.
import * as vscode from 'vscode';

/** The server answers every host below this domain. */
const TOWN = 'neighbour.test';

/**
 * Sends one request per host, with the function given for it. The path says when the request was sent and whether
 * Contrail was active then. A request that fails is ignored here: the test finds it missing at the server.
 */
export async function asking(
  command: string,
  requestsByHost: Readonly<Record<string, (url: string) => Promise<void>>>,
): Promise<vscode.Disposable> {
  const askNow = async (when: 'before' | 'after'): Promise<void> => {
    const contrail = vscode.extensions.getExtension('contrail.contrail')?.isActive === true ? 'awake' : 'asleep';
    await Promise.allSettled(
      Object.entries(requestsByHost).map(([host, ask]) => ask(`https://${host}.${TOWN}/${when}/${contrail}`)),
    );
  };
  await askNow('before');
  return vscode.commands.registerCommand(command, () => askNow('after'));
}
