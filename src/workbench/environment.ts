// Reads the process environment: proxies, certificate authorities, runtime and platform. Read-only.
import type { ProxyEnvironment } from '../client/network/network.ts';

export interface Environment extends ProxyEnvironment {
  readonly NODE_EXTRA_CA_CERTS: string | undefined;
}

/** A variable in lower case takes precedence, as in VS Code and curl. */
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

/** Names and versions, for the connection report. */
export function readRuntime(): Readonly<Record<string, string>> {
  return { Node: process.versions.node, [process.platform]: process.arch };
}
