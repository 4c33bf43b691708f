// Converts settings and environment variables to the network configuration.
// A setting whose value has the wrong type is treated as not set.
import type { ClientCertificate, NetworkConfiguration } from '../../client/network/network.ts';
import type { NetworkVariables } from '../../core/session/environment.ts';

/** Returns the value of a setting in the user settings. Values in workspace and folder settings are ignored. */
export type ReadSetting = (id: string) => unknown;

function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function toTextList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(toText).filter((entry) => entry !== '') : [];
}

function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toClientCertificate(value: unknown): ClientCertificate | undefined {
  if (!isJsonObject(value)) return undefined;
  const [pfx, certificate, key] = [toText(value['pfx']), toText(value['certificate']), toText(value['key'])];
  if (pfx !== '') return { pfx };
  return certificate === '' || key === '' ? undefined : { certificate, key };
}

/** Returns the client certificates by the origin of their server. */
function toClientCertificates(value: unknown): Record<string, ClientCertificate> {
  const entries = Object.entries(isJsonObject(value) ? value : {}).flatMap(([address, entry]) => {
    const origin = URL.canParse(address) ? new URL(address).origin : undefined;
    const certificate = toClientCertificate(entry);
    return origin === undefined || certificate === undefined ? [] : [[origin, certificate] as const];
  });
  return Object.fromEntries(entries);
}

export function readNetworkConfiguration(
  readSetting: ReadSetting,
  { NODE_EXTRA_CA_CERTS, ...environment }: NetworkVariables,
): NetworkConfiguration {
  return {
    proxy: {
      isEnabled: readSetting('http.proxySupport') !== 'off',
      address: toText(readSetting('http.proxy')),
      exceptions: toTextList(readSetting('http.noProxy')),
      authorization: toText(readSetting('http.proxyAuthorization')) || undefined,
      verifiesCertificate: readSetting('http.proxyStrictSSL') !== false,
      environment,
    },
    trust: {
      includesSystem: readSetting('http.systemCertificates') !== false,
      files: toTextList(readSetting('contrail.tls.certificateAuthorities')),
      extraFile: NODE_EXTRA_CA_CERTS,
    },
    clientCertificates: toClientCertificates(readSetting('contrail.tls.clientCertificates')),
  };
}
