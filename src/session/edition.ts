// Detects the edition of a server at sign-in, so that the user interface omits what the open-source edition does not
// support.
import type { Client } from '../client/client.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import type { Capabilities } from './capabilities.ts';
import { instanceRequest, parseInstance } from './instance.ts';
import { CLOUD_API } from './webAddress.ts';

const COMMUNITY_EDITION = 'PLANE_COMMUNITY';
const DEADLINE_MS = 5_000;

/**
 * Requests the server's edition without the key. If the server runs the open-source edition, stores this in
 * `capabilities`. Sends no request to Plane Cloud. If a server does not report its edition, an unsupported operation is
 * detected when it is first called.
 */
export async function detectEdition(
  client: Pick<Client, 'baseUrl' | 'transport'>,
  capabilities: Capabilities,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl } = client;
  if (baseUrl === CLOUD_API) return;
  try {
    const transport = await client.transport();
    const response = await transport.exchange(
      instanceRequest(baseUrl, AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])),
    );
    if (parseInstance(response.body).edition === COMMUNITY_EDITION)
      await capabilities.rememberCommunityEdition(baseUrl);
  } catch (error) {
    if (signal.aborted) throw error;
    logger.write('info', 'the edition of the server could not be read', { detail: errorMessage(error) });
  }
}
