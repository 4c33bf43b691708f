// Messages of the sign-in: what is wrong with an answer, and which answer made the check fail.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../../client/apiError.ts';
import type { TrialStep } from '../../../session/checkSignIn.ts';
import type { SecretStorageError } from '../../../session/secretStorageError.ts';
import type { SignInMethod } from '../../../session/signInAnswers.ts';
import type { UnusableAddress } from '../../../session/webAddress.ts';
import { formatError } from '../../ui/formatError.ts';

export function addressText(unusable: UnusableAddress): string {
  switch (unusable.problem) {
    case 'empty':
      return l10n.t('Type the address of the server, such as https://plane.example.com.');
    case 'unreadable':
      return l10n.t('This is no address. It should look like https://plane.example.com.');
    case 'insecure':
      return l10n.t(
        'Use https: over http anybody on the way could read your key. Plain http is for this machine only (localhost).',
      );
    case 'credentials':
      return l10n.t('Leave the user name and password out of the address.');
    case 'protocol':
      return l10n.t('Only https addresses can be used.');
    case 'disguised':
      return l10n.t(
        'Spelled like this it can be mistaken for another server. It stands for {0}: type that if it is the one you mean.',
        unusable.host,
      );
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
  const advice = l10n.t(
    'Unlock the keychain or keyring of your system. On Linux, install one such as gnome-keyring, or start VS Code with --password-store=basic.',
  );
  return reason === '' ? advice : `${reason}. ${advice}`;
}

/** Returns what is wrong with a pasted key or token. */
export function keyText(problem: 'empty' | 'characters', method: SignInMethod): string {
  if (problem === 'empty') return `Paste the ${method === 'token' ? l10n.t('access token') : l10n.t('API key')}.`;
  return l10n.t('A key has no spaces or special characters. Was something else pasted along with it?');
}

/** Returns the message for a failed check, for the step that caused it. */
export function signInFailureText(step: TrialStep, fault: Fault, workspace: string): string {
  if (step === 'workspace') {
    return l10n.t(
      "There is no workspace “{0}” that this key can see. The slug is the part of its web address after the server's name.",
      workspace,
    );
  }
  if (step === 'address' && (fault.kind === 'notFound' || fault.kind === 'invalidResponse')) {
    return l10n.t(
      'Something answers there, but it is no Plane server. Check the address. Where Plane lies below a path, end it with /api, as in https://example.com/plane/api.',
    );
  }
  return formatError(fault);
}
