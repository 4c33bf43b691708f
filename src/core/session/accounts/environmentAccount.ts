// Reads the account that environment variables define. The account is shown in the list of accounts, but never stored.
import { mayReceiveKey } from '../../../client/plainHttp.ts';
import { Secret } from '../../../std/secret.ts';
import { CLOUD_API, isSlug, parseServerUrl } from '../server/webAddress.ts';
import { parsePastedKey } from './pastedKey.ts';

/** The variables `PLANE_API_KEY`, `PLANE_WORKSPACE_SLUG` and `PLANE_BASE_URL`; undefined if not set or empty. */
export interface AccountVariables {
  readonly key: Secret | undefined;
  readonly workspace: string | undefined;
  readonly baseUrl: string | undefined;
}

/**
 * The variable that is missing or has an invalid value. `publicHttp`, `privateHttp`: the URL of a server on the internet
 * or in a private network uses http, over which no key is sent.
 */
export type EnvironmentProblem = 'key' | 'noWorkspace' | 'workspace' | 'baseUrl' | 'publicHttp' | 'privateHttp';

export type EnvironmentAccount =
  | { readonly baseUrl: string; readonly workspace: string; readonly secret: Secret }
  | { readonly problem: EnvironmentProblem };

/** Creates the secret for the value of `PLANE_API_KEY`. Surrounding white space and quotes are removed. */
export function environmentKey(text: string | undefined): Secret | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const pastedKey = parsePastedKey(text);
  // For an invalid key, returns an empty secret, which `parseEnvironmentAccount` reports as a problem.
  return new Secret('key' in pastedKey ? pastedKey.key : '');
}

/**
 * Returns undefined if no key is set, because the other variables alone do not define an account. `isHttpAllowed` returns
 * whether the user has chosen http for an origin. By default it is not chosen: `PLANE_BASE_URL` alone is no choice.
 */
export function parseEnvironmentAccount(
  { key, workspace, baseUrl }: AccountVariables,
  isHttpAllowed: (origin: string) => boolean = () => false,
): EnvironmentAccount | undefined {
  if (key === undefined) return undefined;
  if (key.equals(new Secret(''))) return { problem: 'key' };
  if (workspace === undefined) return { problem: 'noWorkspace' };
  if (!isSlug(workspace)) return { problem: 'workspace' };
  const server = baseUrl === undefined ? { baseUrl: CLOUD_API } : parseServerUrl(baseUrl);
  if ('problem' in server) return { problem: server.problem === 'insecure' ? 'publicHttp' : 'baseUrl' };
  if (!mayReceiveKey(server.baseUrl, isHttpAllowed)) return { problem: 'privateHttp' };
  return { baseUrl: server.baseUrl.replace(/\/api(?:\/v1)?$/, ''), workspace, secret: key };
}
