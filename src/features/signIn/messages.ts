// Messages of the sign-in: why an input is invalid, and why the sign-in failed.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { httpReach } from '../../client/plainHttp.ts';
import type { SecretStorageError } from '../../core/session/accounts/secretStorageError.ts';
import { isOtherServer, type SignInStep } from '../../core/session/checkSignIn.ts';
import { parseServerAddress } from '../../core/session/server/webAddress.ts';
import type { SignInMethod } from '../../core/session/signInAnswers.ts';
import { formatError } from '../../shell/faults/formatError.ts';

/**
 * Returns why the secret storage failed, with advice. In a remote window, the keyring is on the machine of the user
 * interface.
 */
export function storageProblemText({ message }: SecretStorageError): string {
  const reason = message.trim().replace(/[.!]$/, '');
  const advice = l10n.t(
    'Unlock the keychain or keyring of your system. On Linux, install a keyring such as gnome-keyring, or start VS Code with --password-store=basic.',
  );
  return reason === '' ? advice : `${reason}. ${advice}`;
}

/** Returns the message that nothing was stored, because the secret storage failed and the user canceled. */
export function notStoredText(error: SecretStorageError, isReplacement = false): string {
  if (isReplacement)
    return l10n.t('Not replaced. VS Code could not store the key or token. {0}', storageProblemText(error));
  return l10n.t('Not signed in. VS Code could not store the key or token. {0}', storageProblemText(error));
}

/** Returns why a pasted key or token is invalid. */
export function keyProblemText(problem: 'empty' | 'characters', method: SignInMethod): string {
  if (problem === 'empty') return method === 'token' ? l10n.t('Paste the access token.') : l10n.t('Paste the API key.');
  return method === 'token'
    ? l10n.t("An access token can't contain spaces or special characters. Check what you pasted.")
    : l10n.t("An API key can't contain spaces or special characters. Check what you pasted.");
}

/** Returns why no server was found at the address that the user has typed. */
export function noServerText(address: string, fault: Fault): string {
  const text = signInFailureText('address', fault, '');
  const server = parseServerAddress(address);
  // A user who typed https in a private network is not talked out of it.
  const reachOfHttp = /^https?:/i.test(address.trim()) ? 'thisMachine' : 'privateNetwork';
  return (fault.kind === 'network' || fault.kind === 'timeout') &&
    'baseUrl' in server &&
    server.baseUrl.startsWith('https:') &&
    httpReach(new URL(server.baseUrl)) === reachOfHttp
    ? l10n.t('{0} If the server has no HTTPS, start the address with http://.', text)
    : text;
}

/** Returns why the sign-in failed. `step` is the question whose input caused the error. */
export function signInFailureText(step: SignInStep, fault: Fault, workspace: string): string {
  if (step === 'workspace') {
    return l10n.t(
      "The key or token has no access to a workspace “{0}”. The slug is the part of the web address after the server's name.",
      workspace,
    );
  }
  if (isOtherServer({ step, fault })) {
    return l10n.t(
      'The server is not a Plane server. Check the address. If Plane is below a path, end the address with /api, for example https://example.com/plane/api.',
    );
  }
  if (fault.kind === 'intercepted' && fault.status < 500) {
    return l10n.t(
      '{0} If this is the page of a sign-in or a network, requests to /api/v1/ must be allowed to pass it. Otherwise, check the address.',
      formatError(fault),
    );
  }
  return formatError(fault);
}
