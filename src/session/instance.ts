// Reads what a Plane server says of itself to anybody: its edition and version.
import * as z from 'zod';
import { parseJson } from '../std/json.ts';

export interface Instance {
  readonly edition: string | undefined;
  readonly version: string | undefined;
}

/** Without credentials, so that it does not count toward the rate limit (API-FACTS §0). */
export function instanceRequest(baseUrl: string, signal: AbortSignal) {
  const headers = { accept: 'application/json', 'user-agent': 'Contrail' };
  return { method: 'GET', url: `${baseUrl}/api/instances/`, headers, body: undefined, signal } as const;
}

/** Only what has the form of an edition or a version: a report carries them as they are. */
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
