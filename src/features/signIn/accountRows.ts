// The rows of the lists of accounts.
import * as l10n from '@vscode/l10n';
import { type Account, ENVIRONMENT_ACCOUNT } from '../../core/session/accounts/account.ts';
import type { EnvironmentProblem } from '../../core/session/accounts/environmentAccount.ts';
import { serverName } from '../../core/session/server/webAddress.ts';
import type { ListRow, PromptButton } from '../../shell/prompts/prompts.ts';
import { displayName } from '../../std/displayName.ts';
import { formatTime } from '../../std/formatTime.ts';

export interface AccountRow extends ListRow {
  /** The account of the row. Undefined in a row that does not show an account. */
  readonly account?: Account;
  /** Whether the row starts another sign-in. */
  readonly signsIn?: true;
}

export interface AccountRowsOptions {
  /** The id of the account that this window uses. */
  readonly currentAccountId: string | undefined;
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly environmentProblem?: EnvironmentProblem | undefined;
}

const REPLACE_KEY_ID = 'replaceKey';
const SIGN_OUT_ID = 'signOut';

/** Returns the action of the button that the user pressed in the row of an account. */
export function accountAction({ id }: PromptButton): 'replaceKey' | 'signOut' | undefined {
  return id === REPLACE_KEY_ID || id === SIGN_OUT_ID ? id : undefined;
}

/** Returns a row for each account, with its buttons, and a row for environment variables with unusable values. */
export function accountRows(
  accounts: readonly Account[],
  { environmentProblem, ...options }: AccountRowsOptions,
): AccountRow[] {
  return [
    ...accounts.map((account) => ({ ...accountRow(account, options), buttons: buttonsOf(account) })),
    ...(environmentProblem === undefined ? [] : [environmentProblemRow(environmentProblem)]),
  ];
}

/** Returns the row of an account without buttons. */
export function accountRow(account: Account, { currentAccountId, now }: AccountRowsOptions): AccountRow {
  const isCurrent = account.id === currentAccountId;
  if (account.service === 'local') {
    return {
      account,
      label: l10n.t('Sample workspace'),
      description: l10n.t('On this machine'),
      icon: { id: 'device-desktop' },
      isCurrent,
    };
  }
  const { baseUrl, workspace, me, rejectedAt } = account;
  return {
    account,
    label: workspace,
    description: joinDescription([serverName(baseUrl), ...(me === undefined ? [] : [displayName(me.name)])]),
    icon: { id: rejectedAt === undefined ? 'account' : 'warning' },
    isCurrent,
    ...detailOf(account, now),
  };
}

function joinDescription(parts: readonly string[]): string {
  return parts.join(' · ');
}

function detailOf(
  { source, rejectedAt }: Extract<Account, { service: 'remote' }>,
  now: number,
): { readonly detail?: string } {
  const parts = [
    ...(rejectedAt === undefined
      ? []
      : [l10n.t('The server has rejected the key or token since {0}', formatTime(rejectedAt, now))]),
    ...(source === 'environment' ? [l10n.t('from the environment')] : []),
    ...(source === 'window' ? [l10n.t('for this session only')] : []),
  ];
  return parts.length === 0 ? {} : { detail: joinDescription(parts) };
}

function buttonsOf(account: Account): readonly PromptButton[] {
  if (account.id === ENVIRONMENT_ACCOUNT) return [];
  const signOut = { id: SIGN_OUT_ID, icon: 'sign-out', tooltip: l10n.t('Sign Out') };
  return account.service === 'local'
    ? [signOut]
    : [
        {
          id: REPLACE_KEY_ID,
          icon: 'key',
          tooltip: account.method === 'token' ? l10n.t('Replace Token…') : l10n.t('Replace Key…'),
        },
        signOut,
      ];
}

function environmentProblemRow(problem: EnvironmentProblem): AccountRow {
  return {
    label: l10n.t('Account from the environment'),
    detail: environmentProblemText(problem),
    icon: { id: 'warning' },
  };
}

function environmentProblemText(problem: EnvironmentProblem): string {
  const noHttpsText = l10n.t('{0} is not an HTTPS address such as https://plane.example.com.', 'PLANE_BASE_URL');
  return {
    key: l10n.t("{0} contains spaces or special characters, which a key can't contain.", 'PLANE_API_KEY'),
    noWorkspace: l10n.t('{0} is set, but {1} is not.', 'PLANE_API_KEY', 'PLANE_WORKSPACE_SLUG'),
    workspace: l10n.t('{0} is not the slug of a workspace, for example my-team.', 'PLANE_WORKSPACE_SLUG'),
    baseUrl: noHttpsText,
    publicHttp: noHttpsText,
    privateHttp: noHttpsText,
  }[problem];
}
