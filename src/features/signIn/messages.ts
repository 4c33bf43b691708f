// Messages of the sign-in: why an input is invalid, and why the sign-in failed.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { NOT_TLS_CODE } from '../../client/networkError.ts';
import { httpReach } from '../../client/plainHttp.ts';
import { STATUS } from '../../contract/status.ts';
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
  if (!('baseUrl' in server)) return text;
  const url = new URL(server.baseUrl);
  if (url.protocol === 'http:')
    return mayNeedHttps(fault, url)
      ? l10n.t('{0} If the server uses HTTPS, start the address with https://.', text)
      : text;
  // A user who typed https in a private network is not talked out of it.
  const reachOfHttp = /^https?:/i.test(address.trim()) ? 'thisMachine' : 'privateNetwork';
  return mayNeedHttp(fault) && httpReach(url) === reachOfHttp
    ? l10n.t('{0} If the server has no HTTPS, start the address with http://.', text)
    : text;
}

/** Whether the server of an https URL may have no https: there is no response, or no TLS. */
function mayNeedHttp(fault: Fault): boolean {
  if (fault.kind !== 'network') return fault.kind === 'timeout';
  const { reason, detail } = fault;
  // The status of a proxy that does not reach the server is 5xx.
  if (reason === 'proxy') return /^5\d\d$/.test(detail);
  return (reason === 'refused' || reason === 'lost') && (detail === NOT_TLS_CODE || !detail.startsWith('ERR_SSL_'));
}

/**
 * Whether the server of an http URL may expect https. Such a server closes the connection, sends a TLS alert (status 0)
 * or responds with the status 400.
 */
function mayNeedHttps(fault: Fault, { port }: URL): boolean {
  if (fault.kind === 'network') return fault.reason === 'lost' || (fault.reason === 'refused' && port === '');
  return 'status' in fault && [0, STATUS.badRequest].includes(fault.status);
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
  return strangerText(step, fault) ?? formatError(fault);
}

/** Returns the message that not Plane has answered; undefined if it has. */
function strangerText(step: SignInStep, fault: Fault): string | undefined {
  if (step === 'address' && fault.kind === 'rejected') return strangerAnswer(fault.status, fault.detail);
  if (fault.kind === 'intercepted') {
    if (fault.status >= 500)
      return l10n.t('{0} Plane may be stopped or starting. Otherwise, check the address.', formatError(fault));
    const answer = strangerAnswer(fault.status, fault.title);
    return fault.status === STATUS.badRequest ? answer : withFrontAdvice(answer);
  }
  if (fault.kind !== 'network' || fault.reason !== 'redirected') return undefined;
  return withFrontAdvice(
    fault.detail === ''
      ? l10n.t('The server redirects to another page. Check the address.')
      : l10n.t('The server redirects to {0}. If Plane is there, enter that address.', fault.detail),
  );
}

/** `title` is a line of the answer; '' if there is none. */
function strangerAnswer(status: number, title: string): string {
  return title === ''
    ? l10n.t('The server answered with a page that is not from Plane (status {0}). Check the address.', status)
    : l10n.t('The server answered with “{0}”, which is not from Plane. Check the address.', title.replace(/\.$/, ''));
}

function withFrontAdvice(text: string): string {
  return l10n.t(
    '{0} If a sign-in, a firewall or a network is in front of Plane, it must let requests to /api/v1/ pass.',
    text,
  );
}
