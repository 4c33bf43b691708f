// Decides which hosts bypass the proxy: this machine, and hosts that match `noProxy`. Pure.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

interface ExceptionPattern {
  /** Host, domain, IP address or subnet in lower case. An IPv6 address has no brackets. */
  readonly name: string;
  readonly port: string | undefined;
}

/** `host`, `.domain`, `*.domain`, an IP address or a subnet, with or without a port. */
const PATTERN = /^(?:\[([^\]]+)\]|([^:]*)|(.*?))(?::(\d+))?$/;

function parsePattern(text: string): ExceptionPattern {
  const trimmed = text.trim().toLowerCase();
  if (isIP(trimmed.split('/', 1)[0] ?? '') === 6) return { name: trimmed, port: undefined };
  const [, bracketed, plain, unusual, port] = PATTERN.exec(trimmed) ?? [];
  return { name: bracketed ?? plain ?? unusual ?? '', port };
}

function isInSubnet(address: string, subnet: string): boolean {
  const [net = '', bits] = subnet.split('/');
  const length = Number(bits ?? (isIPv4(net) ? 32 : 128));
  if (isIP(net) === 0 || !Number.isInteger(length) || length < 0 || length > (isIPv4(net) ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(net, length, isIPv4(net) ? 'ipv4' : 'ipv6');
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function matches({ name, port }: ExceptionPattern, host: string, targetPort: string): boolean {
  if (port !== undefined && port !== targetPort) return false;
  if (name === '*') return true;
  if (isIP(host) !== 0) return isInSubnet(host, name);
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Returns the first pattern that the URL matches. */
export function matchingPattern(url: URL, patterns: readonly string[]): string | undefined {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return patterns.find((pattern) => matches(parsePattern(pattern), withoutBrackets(url.hostname), port));
}

/** Whether the host of the URL is this machine. */
export function isThisMachine({ hostname }: URL): boolean {
  const host = withoutBrackets(hostname);
  if (isIPv4(host)) return host.startsWith('127.');
  const isLoopbackIPv6 = isIPv6(host) && (host === '::1' || isInSubnet(host, '127.0.0.0/8'));
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackIPv6;
}
