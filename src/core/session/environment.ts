// Reads the process environment: proxies, certificates, the account, the permissions of the MCP server.
import type { ProxyEnvironment } from '../../client/network/network.ts';
import { type AccountVariables, environmentKey } from './accounts/environmentAccount.ts';

export interface NetworkVariables extends ProxyEnvironment {
  readonly NODE_EXTRA_CA_CERTS: string | undefined;
}

/**
 * Reads the variables for proxies and certificates. A variable with a lower-case name takes precedence, as in VS Code
 * and curl.
 */
export function readNetworkVariables(): NetworkVariables {
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

/**
 * Reads the variables that define an account. The key is wrapped in a `Secret` immediately, so that it cannot be
 * logged.
 */
export function readAccountVariables(): AccountVariables {
  const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined;
  return {
    key: environmentKey(process.env['PLANE_API_KEY']),
    workspace: variable('PLANE_WORKSPACE_SLUG'),
    baseUrl: variable('PLANE_BASE_URL'),
  };
}

/** Whether the user has permitted changes by the MCP server (1) or forbidden them (0); otherwise undefined. */
export function readMcpWrite(): boolean | undefined {
  const text = process.env['CONTRAIL_MCP_WRITE']?.trim();
  return text === '1' || (text === '0' ? false : undefined);
}

/** Whether `CONTRAIL_MCP_ALLOW_HTTP` names the origin, to which the MCP server may then send the key over http. */
export function isMcpHttpAllowed(origin: string): boolean {
  const text = process.env['CONTRAIL_MCP_ALLOW_HTTP']?.trim() ?? '';
  return URL.canParse(text) && new URL(text).origin === origin;
}

/**
 * Returns the maximum number of changes that the MCP server may make per minute; `defaultLimit` if the variable is not
 * a whole number.
 */
export function readWritesPerMinute(defaultLimit: number): number {
  const text = process.env['CONTRAIL_MCP_WRITES_PER_MINUTE']?.trim() ?? '';
  return /^\d{1,3}$/.test(text) ? Number(text) : defaultLimit;
}

/** Returns the path of the program that runs this process: Node.js, or VS Code. */
export function readExecPath(): string {
  return process.execPath;
}

/** Returns the version of Node.js, and the platform with its architecture, for the connection report. */
export function readRuntime(): Readonly<Record<string, string>> {
  return { Node: process.versions.node, [process.platform]: process.arch };
}
