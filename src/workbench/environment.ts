// Reads the process environment: proxies, certificate authorities, runtime and platform. Read-only.
import type { ProxyEnvironment } from '../client/network/network.ts';

export interface Environment extends ProxyEnvironment {
  readonly NODE_EXTRA_CA_CERTS: string | undefined;
}

/** Reads the proxy variables. A variable with a lower-case name takes precedence, as in VS Code and curl. */
export function readEnvironment(): Environment {
  const variable = (name: string): string | undefined =>
    process.env[name.toLowerCase()] || process.env[name] || undefined;
  return {
    HTTPS_PROXY: variable('HTTPS_PROXY'),
    HTTP_PROXY: variable('HTTP_PROXY'),
    ALL_PROXY: variable('ALL_PROXY'),
    NO_PROXY: variable('NO_PROXY'),
    NODE_EXTRA_CA_CERTS: variable('NODE_EXTRA_CA_CERTS'),
  };
}

/** Returns the versions of Node.js and the architecture of the platform, for the connection report. */
export function readRuntime(): Readonly<Record<string, string>> {
  return { Node: process.versions.node, [process.platform]: process.arch };
}
