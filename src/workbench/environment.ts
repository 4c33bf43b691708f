// Owns the one reading of the environment: what it says of proxies and certificate authorities, as data, read once where the rooms open.
import type { ProxyEnvironment } from '../api/network/network.ts';

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
