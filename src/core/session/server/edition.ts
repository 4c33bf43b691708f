// Detects the edition and the version of a server at sign-in, so that the user interface omits what the open-source
// edition does not support, and so that the key is not sent to a server that is too old.

import type { Client } from '../../../client/api/client.ts';
import { ApiError, type Fault } from '../../../client/apiError.ts';
import type { Logger } from '../../../std/logger.ts';
import type { Capabilities } from './capabilities.ts';
import { askInstance, askVersion } from './findServer.ts';
import { isCommunityEdition } from './instance.ts';
import { CLOUD_API } from './webAddress.ts';

/**
 * Requests the server's edition and version without the key. If the server runs the open-source edition, stores both in
 * `capabilities`. Sends no request to Plane Cloud. If a server does not report its edition, an unsupported operation is
 * detected when it is first called. Resolves with the fault `outdated` if the server is too old. Rejects only when
 * canceled.
 */
export async function detectEdition(
  client: Pick<Client, 'baseUrl' | 'transport'>,
  capabilities: Pick<Capabilities, 'rememberCommunityEdition'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  const { baseUrl } = client;
  if (baseUrl === CLOUD_API) return undefined;
  try {
    const transport = await client.transport();
    const instance = await askInstance(transport, baseUrl, signal);
    if (isCommunityEdition(instance)) await capabilities.rememberCommunityEdition(baseUrl, instance?.version);
    return instance === undefined ? undefined : await askVersion(transport, baseUrl, instance, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    logger.write('info', 'the edition of the server could not be read', { kind: error.fault.kind });
    return undefined;
  }
}
