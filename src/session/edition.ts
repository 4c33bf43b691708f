// Finds out at sign-in which edition of Plane a server is, so that what the open-source edition lacks is not offered
// first and refused then.
import type { Client } from '../client/client.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import type { Capabilities } from './capabilities.ts';
import { instanceRequest, readInstance } from './instance.ts';
import { CLOUD_API } from './webAddress.ts';

const COMMUNITY = 'PLANE_COMMUNITY';
const DEADLINE_MS = 5_000;

/**
 * One request without the key, none to Plane Cloud. A server that does not say is asked for each operation when that is
 * used first.
 */
export async function learnEdition(
  client: Pick<Client, 'baseUrl' | 'wire'>,
  capabilities: Capabilities,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl } = client;
  if (baseUrl === CLOUD_API) return;
  try {
    const wire = await client.wire();
    const answer = await wire.exchange(
      instanceRequest(baseUrl, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])),
    );
    if (readInstance(answer.body).edition === COMMUNITY) await capabilities.rememberCommunity(baseUrl);
  } catch (error) {
    if (signal.aborted) throw error;
    logger.write('info', 'the edition of the server could not be read', { detail: errorMessage(error) });
  }
}
