// The common code of nodeHttps.ts and globalFetch.ts: sends requests on activation and on a command.
import * as vscode from 'vscode';

/** The domain of the test server's host names. */
const DOMAIN = 'other-extension.test';

/**
 * Sends one request to each host with the host's function, now and whenever the command runs. The path of a request is
 * `/before/…` or, for the command, `/after/…`, followed by `awake` if Contrail is active and by `asleep` otherwise.
 * Errors are ignored: the test checks which requests the server has received.
 */
export async function sendRequestsAndRegister(
  command: string,
  requestsByHost: Readonly<Record<string, (url: string) => Promise<void>>>,
): Promise<vscode.Disposable> {
  const sendRequests = async (when: 'before' | 'after'): Promise<void> => {
    const contrailState = vscode.extensions.getExtension('contrail.contrail')?.isActive === true ? 'awake' : 'asleep';
    await Promise.allSettled(
      Object.entries(requestsByHost).map(([host, request]) =>
        request(`https://${host}.${DOMAIN}/${when}/${contrailState}`),
      ),
    );
  };
  await sendRequests('before');
  return vscode.commands.registerCommand(command, () => sendRequests('after'));
}
