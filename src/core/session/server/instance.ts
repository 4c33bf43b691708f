// Creates the requests for the version and the paths of a Plane server, which need no key, and parses the response.
import * as z from 'zod';
import { parseJson } from '../../../std/json.ts';

export interface Instance {
  readonly edition: string | undefined;
  readonly version: string | undefined;
  /** Whether the version can be compared with the versions of the open-source edition. */
  readonly isOpenSource: boolean;
}

/** The first version of the open-source edition with the paths that Contrail uses. */
export const OLDEST_VERSION = '1.1';
const COMMUNITY_EDITION = 'PLANE_COMMUNITY';
/** A valid id that no project has. */
const NO_PROJECT = '00000000-0000-4000-8000-000000000000';

function requestWithoutKey(url: string, signal: AbortSignal) {
  const headers = { accept: 'application/json', 'user-agent': 'Contrail' };
  return { method: 'GET', url, headers, body: undefined, signal } as const;
}

/**
 * Returns a request for the instance data. The request contains no credentials and does not count toward the rate
 * limit.
 */
export function instanceRequest(baseUrl: string, signal: AbortSignal) {
  return requestWithoutKey(`${baseUrl}/api/instances/`, signal);
}

/** Returns a request that a server rejects, because it contains no key, unless the server does not have the path. */
export function probeRequest(baseUrl: string, path: 'work-items' | 'issues', signal: AbortSignal) {
  return requestWithoutKey(`${baseUrl}/api/v1/workspaces/contrail/projects/${NO_PROJECT}/${path}/`, signal);
}

/**
 * Patterns of an edition and a version. Any other text is ignored, because the connection report shows both values
 * unchanged.
 */
const edition = z.string().regex(/^[A-Z_]{1,30}$/);
const version = z.string().regex(/^v?\d[\w.+-]{0,20}$/);
const response = z.object({
  instance: z.object({
    edition: z.unknown().optional(),
    /** The edition of servers before version 0.24. */
    product: z.unknown().optional(),
    current_version: version.optional().catch(undefined),
  }),
});

/** Returns undefined if the response is not from Plane. */
export function parseInstance(body: Parameters<typeof parseJson>[0]): Instance | undefined {
  const parsed = response.safeParse(parseJson(body)).data?.instance;
  if (parsed === undefined) return undefined;
  return {
    edition: edition.safeParse(parsed.edition).data,
    version: parsed.current_version,
    isOpenSource:
      (parsed.edition ?? COMMUNITY_EDITION) === COMMUNITY_EDITION && (parsed.product ?? 'plane-ce') === 'plane-ce',
  };
}

export function isCommunityEdition(instance: Instance | undefined): boolean {
  return instance?.edition === COMMUNITY_EDITION;
}

/** Returns undefined if that cannot be told from the version: other editions are numbered differently. */
export function isTooOld({ version, isOpenSource }: Instance): boolean | undefined {
  return isOpenSource ? isOlderThan(version, OLDEST_VERSION) : undefined;
}

/** Whether a version is older than `major.minor`; undefined if it is not a released version. */
export function isOlderThan(version: string | undefined, release: string): boolean | undefined {
  const numbers = /^v?(\d+)\.(\d+)(?:\.\d+)*$/.exec(version ?? '');
  if (numbers === null) return undefined;
  const [major = 0, minor = 0] = numbers.slice(1).map(Number);
  const [releasedMajor = 0, releasedMinor = 0] = release.split('.').map(Number);
  return major < releasedMajor || (major === releasedMajor && minor < releasedMinor);
}
