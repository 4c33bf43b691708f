// Reads the network configuration from settings and environment. Pure.
// A setting may have any value. One of the wrong type counts as not set.
import type { ClientCertificate, Network } from '../../client/network/network.ts';
import type { Environment } from '../environment.ts';

/** Returns the user's own value of a setting, never that of a folder. */
export type ReadSetting = (id: string) => unknown;

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((one) => one !== '') : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function clientCertificate(value: unknown): ClientCertificate | undefined {
  if (!isRecord(value)) return undefined;
  const [pfx, certificate, key] = [text(value['pfx']), text(value['certificate']), text(value['key'])];
  if (pfx !== '') return { pfx };
  return certificate === '' || key === '' ? undefined : { certificate, key };
}

/** By origin, however the server's address is written. */
function clientCertificates(value: unknown): Record<string, ClientCertificate> {
  const entries = Object.entries(isRecord(value) ? value : {}).flatMap(([address, one]) => {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    const certificate = clientCertificate(one);
    return origin === undefined || certificate === undefined ? [] : [[origin, certificate] as const];
  });
  return Object.fromEntries(entries);
}

export function readNetwork(setting: ReadSetting, { NODE_EXTRA_CA_CERTS, ...environment }: Environment): Network {
  return {
    proxy: {
      isUsed: setting('http.proxySupport') !== 'off',
      address: text(setting('http.proxy')),
      exceptions: texts(setting('http.noProxy')),
      authorization: text(setting('http.proxyAuthorization')) || undefined,
      isVerified: setting('http.proxyStrictSSL') !== false,
      environment,
    },
    trust: {
      system: setting('http.systemCertificates') !== false,
      files: texts(setting('contrail.tls.certificateAuthorities')),
      extra: NODE_EXTRA_CA_CERTS,
    },
    clientCertificates: clientCertificates(setting('contrail.tls.clientCertificates')),
  };
}
