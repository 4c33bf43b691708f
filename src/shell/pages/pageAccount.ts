// The text and the button of a page whose account is not the account of the window.
import * as l10n from '@vscode/l10n';
import type { PageProblem } from '../../items/form/recordProtocol.ts';

/** The account of a page, while the window uses another account or is signed out. */
export interface PageAccount {
  /** The account as it is named within a message; undefined if the user is not signed in to the account. */
  readonly name: string | undefined;
  /** Whether the user is signed out in this window. */
  readonly isSignedOut: boolean;
}

export function pageAccountProblem({ name, isSignedOut }: PageAccount): PageProblem {
  const needsSignIn = isSignedOut || name === undefined;
  return {
    message: otherAccountMessage(name, needsSignIn),
    retry: false,
    account: {
      title: isSignedOut ? l10n.t('You are signed out') : l10n.t('This page belongs to another account'),
      button: needsSignIn ? l10n.t('Sign In…') : l10n.t('Switch Account'),
    },
  };
}

function otherAccountMessage(name: string | undefined, needsSignIn: boolean): string {
  if (name === undefined) return l10n.t('Sign in to the account of this page to show it.');
  return needsSignIn
    ? l10n.t('Sign in to {0} to show this page.', name)
    : l10n.t('Switch to {0} to show this page.', name);
}
