// Reads what a Plane server reports about itself without authentication: its edition and version.
import * as z from 'zod';
import { parseJson } from '../std/json.ts';

export interface Instance {
  readonly edition: string | undefined;
  readonly version: string | undefined;
}

/** Sent without credentials, so that it does not count toward the rate limit (API-FACTS §0). */
export function instanceRequest(baseUrl: string, signal: AbortSignal) {
  const headers = { accept: 'application/json', 'user-agent': 'Contrail' };
  return { method: 'GET', url: `${baseUrl}/api/instances/`, headers, body: undefined, signal } as const;
}

/** Only text in the form of an edition or a version: the connection report shows it unchanged. */
const edition = z.string().regex(/^[A-Z_]{1,30}$/);
const version = z.string().regex(/^v?\d[\w.+-]{0,20}$/);
const instance = z.object({
  instance: z.object({
    edition: edition.optional().catch(undefined),
    current_version: version.optional().catch(undefined),
  }),
});

export function readInstance(body: Parameters<typeof parseJson>[0]): Instance {
  const read = instance.safeParse(parseJson(body));
  return { edition: read.data?.instance.edition, version: read.data?.instance.current_version };
}
