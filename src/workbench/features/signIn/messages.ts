// Messages of the sign-in: what is wrong with an answer, and which answer made the check fail.
import type { Fault } from '../../../client/apiError.ts';
import type { TrialStep } from '../../../session/checkSignIn.ts';
import type { SecretStorageError } from '../../../session/secretStorageError.ts';
import type { SignInMethod } from '../../../session/signInAnswers.ts';
import type { UnusableAddress } from '../../../session/webAddress.ts';
import { formatError } from '../../ui/formatError.ts';

export function addressText(unusable: UnusableAddress): string {
  switch (unusable.problem) {
    case 'empty':
      return 'Type the address of the server, such as https://plane.example.com.';
    case 'unreadable':
      return 'This is no address. It should look like https://plane.example.com.';
    case 'insecure':
      return 'Use https: over http anybody on the way could read your key. Plain http is for this machine only (localhost).';
    case 'credentials':
      return 'Leave the user name and password out of the address.';
    case 'protocol':
      return 'Only https addresses can be used.';
    case 'disguised':
      return `Spelled like this it can be mistaken for another server. It stands for ${unusable.host}: type that if it is the one you mean.`;
    default:
      return unusable satisfies never;
  }
}

/**
 * Returns why the secret storage failed, and what to do about it. The keyring is that of the machine that shows the
 * window.
 */
export function storageText({ message }: SecretStorageError): string {
  const reason = message.trim().replace(/[.!]$/, '');
  const advice =
    'Unlock the keychain or keyring of your system. On Linux, install one such as gnome-keyring, or start VS Code with --password-store=basic.';
  return reason === '' ? advice : `${reason}. ${advice}`;
}

/** Returns what is wrong with a pasted key or token. */
export function keyText(problem: 'empty' | 'characters', method: SignInMethod): string {
  if (problem === 'empty') return `Paste the ${method === 'token' ? 'access token' : 'API key'}.`;
  return 'A key has no spaces or special characters. Was something else pasted along with it?';
}

/** Returns the message for a failed check, for the step that caused it. */
export function signInFailureText(step: TrialStep, fault: Fault, workspace: string): string {
  if (step === 'workspace') {
    return `There is no workspace “${workspace}” that this key can see. The slug is the part of its web address after the server's name.`;
  }
  if (step === 'address' && (fault.kind === 'notFound' || fault.kind === 'invalidResponse')) {
    return 'Something answers there, but it is no Plane server. Check the address. Where Plane lies below a path, end it with /api, as in https://example.com/plane/api.';
  }
  return formatError(fault);
}
