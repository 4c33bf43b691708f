// Owns what both neighbours do: ask when they wake and when they are told to, and say in the path of the request when
// that was.
import * as vscode from 'vscode';

/** The server answers every host below this one. */
const TOWN = 'neighbour.test';

/**
 * By host, how it is asked. The path tells when it was asked, and whether Contrail was awake then. What gets nowhere is
 * missed at the server.
 */
export async function asking(
  command: string,
  roads: Readonly<Record<string, (url: string) => Promise<void>>>,
): Promise<vscode.Disposable> {
  const askNow = async (when: 'before' | 'after'): Promise<void> => {
    const contrail = vscode.extensions.getExtension('contrail.contrail')?.isActive === true ? 'awake' : 'asleep';
    await Promise.allSettled(
      Object.entries(roads).map(([host, ask]) => ask(`https://${host}.${TOWN}/${when}/${contrail}`)),
    );
  };
  await askNow('before');
  return vscode.commands.registerCommand(command, () => askNow('after'));
}
