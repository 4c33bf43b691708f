// Creates clients with network configurations.

import { type Client, createClient } from '../../../../src/client/api/client.ts';
import { ApiError, type Fault } from '../../../../src/client/apiError.ts';
import type { NetworkConfiguration, ProxySettings } from '../../../../src/client/network/network.ts';
import { defaultNetworkConfiguration } from '../../../../src/client/network/network.ts';
import { type ResolveProxy, unavailableResolver } from '../../../../src/client/network/resolver.ts';
import { createTransport } from '../../../../src/client/transport.ts';
import type { Logger } from '../../../../src/std/logger.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { tlsFiles } from '../../../support/certificates.ts';
import { FakeClock } from '../../../support/clock.ts';

export interface NetworkChanges {
  readonly proxy?: Partial<Omit<ProxySettings, 'environment'>> & {
    readonly environment?: Partial<ProxySettings['environment']>;
  };
  readonly trust?: Partial<NetworkConfiguration['trust']>;
  readonly clientCertificates?: NetworkConfiguration['clientCertificates'];
}

/** Returns a configuration that trusts the certificate authority of the tests, unless `trust` changes that. */
export function createNetwork({
  proxy = {},
  trust = {},
  clientCertificates = {},
}: NetworkChanges): NetworkConfiguration {
  const environment = { ...defaultNetworkConfiguration.proxy.environment, ...proxy.environment };
  return {
    proxy: { ...defaultNetworkConfiguration.proxy, ...proxy, environment },
    trust: { ...defaultNetworkConfiguration.trust, files: [tlsFiles.authorityPath], ...trust },
    clientCertificates,
  };
}

interface Credentials {
  readonly workspace: string;
  readonly apiKey: string;
}

/**
 * Returns a client whose fake clock advances by the delay of each retry, so that tests do not wait. `changes` override
 * the default network configuration; if it is a function, it is called for each request.
 */
export function openNetworkClient(
  { workspace, apiKey }: Credentials,
  baseUrl: string,
  changes: NetworkChanges | (() => NetworkChanges),
  resolveProxy: ResolveProxy = unavailableResolver,
): Client & AsyncDisposable {
  const networkByChanges = new Map<NetworkChanges, NetworkConfiguration>();
  const network = () => {
    const currentChanges = typeof changes === 'function' ? changes() : changes;
    const sharedNetwork = networkByChanges.get(currentChanges) ?? createNetwork(currentChanges);
    networkByChanges.set(currentChanges, sharedNetwork);
    return sharedNetwork;
  };
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: new URL(baseUrl).origin } as const;
  const transport = async () => createTransport({ network, resolveProxy, signedInOrigin: credential.origin });
  const clock = new FakeClock(Date.now());
  const logger: Logger = {
    write: (_level, message, facts) => {
      if (message === 'retry') void clock.advance(Number(facts?.['waitMs']));
    },
  };
  const client = createClient({
    baseUrl,
    workspace,
    credential,
    clock,
    logger,
    transport,
    random: () => 0,
  });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Resolves with the fault of the ApiError that the work rejects with. */
export async function apiFaultFrom(work: Promise<unknown>): Promise<Fault> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (thrown: unknown) => {
      if (thrown instanceof ApiError) return thrown.fault;
      throw thrown;
    },
  );
}
