// What is wrong with the address of a workspace that the user entered.
import * as l10n from '@vscode/l10n';
import type { UnusableAddress } from '../../core/session/server/webAddress.ts';

export function addressProblemText(unusable: UnusableAddress): string {
  switch (unusable.problem) {
    case 'empty':
      return l10n.t('Enter the address of your workspace, for example https://app.plane.so/acme.');
    case 'unreadable':
      return l10n.t('This is not an address. Enter an address such as https://app.plane.so/acme.');
    case 'insecure':
      return l10n.t(
        'Use HTTPS. Over HTTP, others on the network could read your key or token. HTTP is possible only on this machine and in a private network.',
      );
    case 'credentials':
      return l10n.t('Remove the user name and password from the address.');
    case 'key':
      return l10n.t('This is an API key or a token, which is asked for in a later step.');
    case 'protocol':
      return l10n.t('Enter an address that starts with https://.');
    case 'disguised':
      return l10n.t(
        'This address looks like the address of another server, but its host is {0}. To sign in to that host, enter {0}.',
        unusable.host,
      );
    default:
      return unusable satisfies never;
  }
}
