// Signs in through the prompts of the command Sign In.
import type { BuiltInServer } from '../support/builtInServer.ts';
import type { Workbench } from '../support/workbench.ts';

type Credentials = Pick<BuiltInServer, 'workspace' | 'apiKey'>;

/**
 * Runs the command Sign In and answers its prompts. Resolves before the sign-in is complete. `address` is the URL of
 * the server or of a proxy.
 */
export async function runSignInCommand(workbench: Workbench, planeServer: Credentials, address: string): Promise<void> {
  await workbench.runCommand('Contrail: Sign In to Plane');
  await answerSignIn(workbench, planeServer, address);
}

/** Answers all prompts after a sign-in was started. */
export async function answerSignIn(
  { quickInput }: Workbench,
  planeServer: Credentials,
  address: string,
): Promise<void> {
  await quickInput.waitUntilShown('Paste the address');
  await quickInput.accept(`${address}/${planeServer.workspace}/projects/`);
  await quickInput.waitUntilShown('API key for');
  await quickInput.accept(planeServer.apiKey);
}
