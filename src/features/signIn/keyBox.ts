// The input box for a key or token: its texts, and the check of what the user pasted.
import * as l10n from '@vscode/l10n';
import { parsePastedKey } from '../../core/session/accounts/pastedKey.ts';
import { keysPageUrl, serverName } from '../../core/session/server/webAddress.ts';
import type { SignInMethod } from '../../core/session/signInAnswers.ts';
import { Secret } from '../../std/secret.ts';
import { keyProblemText } from './messages.ts';

/** Returns the options of the input box, which shows the server, and the host that the key is sent to. */
export function keyBoxOptions(method: SignInMethod, baseUrl: string) {
  const { host } = new URL(baseUrl);
  const server = serverName(baseUrl);
  return {
    prompt:
      method === 'token'
        ? l10n.t("Access token for {0}. It is stored in VS Code's secret storage and sent only to {1}.", server, host)
        : l10n.t("API key for {0}. It is stored in VS Code's secret storage and sent only to {1}.", server, host),
    placeholder: method === 'token' ? 'pln_…' : 'plane_api_…',
    text: '',
    isPassword: true,
    page: method === 'token' ? undefined : { title: l10n.t('Get an API Key'), url: keysPageUrl(baseUrl) },
  };
}

/** Returns the pasted key, or the message that says why it is invalid. */
export function parseKey(
  text: string,
  method: SignInMethod,
): { readonly secret: Secret } | { readonly problem: string } {
  const pastedKey = parsePastedKey(text);
  return 'problem' in pastedKey
    ? { problem: keyProblemText(pastedKey.problem, method) }
    : { secret: new Secret(pastedKey.key) };
}
