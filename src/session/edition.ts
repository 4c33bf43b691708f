// Detects the edition of a server at sign-in, so that operations that the open-source edition does
// not support are never offered.
import type { Client } from '../client/client.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import type { Capabilities } from './capabilities.ts';
import { instanceRequest, readInstance } from './instance.ts';
import { CLOUD_API } from './webAddress.ts';

const COMMUNITY = 'PLANE_COMMUNITY';
const DEADLINE_MS = 5_000;

/**
 * Sends one request without the key, and none to Plane Cloud. On a server that does not report its edition, each
 * operation is detected on its first use.
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
