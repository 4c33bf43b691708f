// Defines a profile, which contains the key, and an account, which the user interface lists and which contains no key.
import type { Secret } from '../../../std/secret.ts';
import { accountId, type ListedAccount, type Me } from './profile.ts';

/** The id of the account that the environment variables define. */
export const ENVIRONMENT_ACCOUNT = 'environment';
/** The id of the account of the local workspace. */
export const LOCAL_ACCOUNT = 'local';

/** A profile whose secret is wrapped in a `Secret`, so that it cannot be logged. */
export type Profile =
  | { readonly service: 'local'; readonly me: Me }
  | {
      readonly service: 'remote';
      readonly baseUrl: string;
      readonly workspace: string;
      readonly method: 'key' | 'token';
      readonly secret: Secret;
      readonly me: Me;
      /** Set if the key is from the environment variables. The profile is then never stored. */
      readonly source?: 'environment';
    };

/**
 * Where the key of an account is: in VS Code's secret storage, in the memory of this window because the secret storage
 * rejected it, or in the environment variables.
 */
export type KeySource = 'stored' | 'window' | 'environment';

export type Account =
  | { readonly service: 'local'; readonly id: typeof LOCAL_ACCOUNT; readonly me: Me }
  | {
      readonly service: 'remote';
      /** `ENVIRONMENT_ACCOUNT`, or the hash under which the data of the account is stored: see `accountId`. */
      readonly id: string;
      readonly baseUrl: string;
      readonly workspace: string;
      readonly method: 'key' | 'token';
      /** Undefined for the account from the environment until the server has accepted its key for the first time. */
      readonly me: Me | undefined;
      readonly source: KeySource;
      /** The time since which the server rejects the key, in milliseconds since the epoch. */
      readonly rejectedAt: number | undefined;
    };

export type RemoteAccount = Extract<Account, { service: 'remote' }>;

/** Returns the id of the profile in the list of accounts. */
export function listedId(profile: Profile | ListedAccount): string {
  if (profile.service === 'local') return LOCAL_ACCOUNT;
  if ('source' in profile && profile.source === 'environment') return ENVIRONMENT_ACCOUNT;
  return accountId(profile);
}

/**
 * Returns the id under which the data of the account is stored on this machine, as in `Session.account`. The account
 * from the environment has the same id as the stored account of the same user. Returns undefined until the user of the
 * key from the environment is known.
 */
export function storageIdOf(account: Account): string | undefined {
  if (account.service === 'local' || account.id !== ENVIRONMENT_ACCOUNT) return account.id;
  const { me, ...where } = account;
  return me === undefined ? undefined : accountId({ ...where, me });
}

/** Returns the account of a profile or of a row in the stored list. */
export function accountOf(listed: ListedAccount, source: KeySource): Account {
  if (listed.service === 'local') return { service: 'local', id: LOCAL_ACCOUNT, me: listed.me };
  const { service, baseUrl, workspace, method, me: user, rejectedAt } = listed;
  return { service, id: accountId(listed), baseUrl, workspace, method, me: user, source, rejectedAt };
}

/** Returns the row of the profile in the stored list, which contains no secret. */
export function listedAccountOf(profile: Profile): ListedAccount {
  const { service, me: user } = profile;
  if (service === 'local') return { service, me: user };
  const { baseUrl, workspace, method } = profile;
  return { service, baseUrl, workspace, method, me: user };
}

/**
 * Whether both profiles have the same account, user and key. Returns false for different keys, so that the user can
 * sign in again with a new key.
 */
export function isSameProfile(one: Profile | undefined, other: Profile | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (listedId(one) !== listedId(other) || one.me.id !== other.me.id) return false;
  if (one.service === 'local' || other.service === 'local') return one.service === other.service;
  const isSameWorkspace = one.baseUrl === other.baseUrl && one.workspace === other.workspace;
  return isSameWorkspace && one.method === other.method && one.secret.equals(other.secret);
}
