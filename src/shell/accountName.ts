// Formats the name of an account for messages and lists.
import * as l10n from '@vscode/l10n';
import type { Me } from '../core/session/accounts/profile.ts';
import { serverName } from '../core/session/server/webAddress.ts';
import { displayName } from '../std/displayName.ts';

/** The properties from which the name of an account is formatted. Sessions and listed accounts have them. */
export interface NamedAccount {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly me: Me | undefined;
}

/** Returns a part of a sentence, for example `acme at plane.example.com (Ada Park)` or `the sample workspace`. */
export function accountName(account: NamedAccount | 'local'): string {
  if (account === 'local') return l10n.t('the sample workspace');
  const { baseUrl, workspace, me } = account;
  return me === undefined
    ? l10n.t('{0} at {1}', workspace, serverName(baseUrl))
    : l10n.t('{0} at {1} ({2})', workspace, serverName(baseUrl), displayName(me.name));
}

/** Returns the name of an account in the list of accounts, as a part of a sentence like `accountName`. */
export function listedAccountName(
  account: { readonly service: 'local' } | (NamedAccount & { readonly service: 'remote' }),
): string {
  return accountName(account.service === 'local' ? 'local' : account);
}

/** Returns the name of the account of a session, as a part of a sentence like `accountName`. */
export function sessionAccountName(
  session: NamedAccount & { readonly profile: { readonly service: 'local' | 'remote' } },
): string {
  return accountName(session.profile.service === 'local' ? 'local' : session);
}
