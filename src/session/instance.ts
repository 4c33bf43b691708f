// Creates the request for the edition and version of a Plane server, which needs no key, and parses the response.
import * as z from 'zod';
import { parseJson } from '../std/json.ts';

export interface Instance {
  readonly edition: string | undefined;
  readonly version: string | undefined;
}

/**
 * Returns a request for the instance data. The request contains no credentials and does not count toward the rate
 * limit.
 */
export function instanceRequest(baseUrl: string, signal: AbortSignal) {
  const headers = { accept: 'application/json', 'user-agent': 'Contrail' };
  return { method: 'GET', url: `${baseUrl}/api/instances/`, headers, body: undefined, signal } as const;
}

/**
 * Patterns of an edition and a version. Any other text is ignored, because the connection report shows both values
 * unchanged.
 */
const edition = z.string().regex(/^[A-Z_]{1,30}$/);
const version = z.string().regex(/^v?\d[\w.+-]{0,20}$/);
const instance = z.object({
  instance: z.object({
    edition: edition.optional().catch(undefined),
    current_version: version.optional().catch(undefined),
  }),
});

export function parseInstance(body: Parameters<typeof parseJson>[0]): Instance {
  const parsed = instance.safeParse(parseJson(body));
  return { edition: parsed.data?.instance.edition, version: parsed.data?.instance.current_version };
}
