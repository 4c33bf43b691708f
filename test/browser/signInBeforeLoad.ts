// Signs Contrail in before a window opens, without the prompts of the sign-in, which other tests check. Stores what a
// sign-in of version 0.1.0 stored: the profile, in VS Code's secret storage. So each of these tests also shows that the
// account of version 0.1.0 still works.
import type { Page } from 'playwright-core';
import type { StoredProfile } from '../../src/core/session/accounts/profile.ts';
import type { BuiltInServer } from '../support/builtInServer.ts';
import { sendRequest } from '../support/requests.ts';
import { encryptContrailSecret, SECRETS_ENTRY } from '../support/secretLeak/encryptedSecrets.ts';
import type { VscodeServer } from '../support/vscodeServer.ts';

/**
 * Stores the account when the page loads the workbench, so it must be called before that. Pages that the browser opens
 * later are signed in too.
 */
export async function signInBeforeLoad(
  page: Page,
  vscode: VscodeServer,
  planeServer: Pick<BuiltInServer, 'baseUrl' | 'workspace' | 'apiKey'>,
): Promise<void> {
  const { baseUrl, workspace, apiKey } = planeServer;
  const { id, display_name: name } = await sendRequest<{ readonly id: string; readonly display_name: string }>(
    planeServer,
    'GET',
    '/api/v1/users/me/',
  );
  const profile: StoredProfile = {
    version: 1,
    service: 'remote',
    baseUrl,
    workspace,
    method: 'key',
    secret: apiKey,
    me: { id, name },
  };
  const value = encryptContrailSecret(JSON.stringify(profile), await vscode.serverKeyHalf());
  await page.addInitScript(storeEntryOnce, { origin: new URL(vscode.address()).origin, name: SECRETS_ENTRY, value });
}

/** Runs in each frame before its scripts. Stores the entry, unless the storage has an entry with this name. */
function storeEntryOnce({
  origin,
  name,
  value,
}: {
  readonly origin: string;
  readonly name: string;
  readonly value: string;
}): void {
  if (location.origin === origin && localStorage.getItem(name) === null) localStorage.setItem(name, value);
}
