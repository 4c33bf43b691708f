// Owns what is read of the process: what its environment says of proxies and certificate authorities, as data, and what
// it runs on. Nothing of it is changed.
import type { ProxyEnvironment } from '../client/network/network.ts';

export interface Environment extends ProxyEnvironment {
  readonly NODE_EXTRA_CA_CERTS: string | undefined;
}

/** The lower case of a variable comes first, as in VS Code and curl. Nothing is ever written. */
export function readEnvironment(): Environment {
  const said = (name: string): string | undefined => process.env[name.toLowerCase()] || process.env[name] || undefined;
  return {
    HTTPS_PROXY: said('HTTPS_PROXY'),
    HTTP_PROXY: said('HTTP_PROXY'),
    ALL_PROXY: said('ALL_PROXY'),
    NO_PROXY: said('NO_PROXY'),
    NODE_EXTRA_CA_CERTS: said('NODE_EXTRA_CA_CERTS'),
  };
}

/** Names and versions, for a report. */
export function readRuntime(): Readonly<Record<string, string>> {
  return { Node: process.versions.node, [process.platform]: process.arch };
}
