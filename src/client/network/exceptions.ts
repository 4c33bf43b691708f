// Finds the hosts that bypass the proxy: this machine always, and those that `noProxy` names. Pure.
import { BlockList, isIP, isIPv4 } from 'node:net';

interface Pattern {
  /** In lower case; an IPv6 address without brackets. */
  readonly name: string;
  readonly port: string | undefined;
}

/** `host`, `.domain`, `*.domain`, an address or a subnet, each with or without a port. */
const PATTERN = /^(?:\[([^\]]+)\]|([^:]*)|(.*?))(?::(\d+))?$/;

function read(text: string): Pattern {
  const trimmed = text.trim().toLowerCase();
  if (isIP(trimmed.split('/', 1)[0] ?? '') === 6) return { name: trimmed, port: undefined };
  const [, bracketed, plain, odd, port] = PATTERN.exec(trimmed) ?? [];
  return { name: bracketed ?? plain ?? odd ?? '', port };
}

function inSubnet(address: string, subnet: string): boolean {
  const [net = '', bits] = subnet.split('/');
  const length = Number(bits ?? (isIPv4(net) ? 32 : 128));
  if (isIP(net) === 0 || !Number.isInteger(length) || length < 0 || length > (isIPv4(net) ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(net, length, isIPv4(net) ? 'ipv4' : 'ipv6');
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function matches({ name, port }: Pattern, host: string, itsPort: string): boolean {
  if (port !== undefined && port !== itsPort) return false;
  if (name === '*') return true;
  if (isIP(host) !== 0) return inSubnet(host, name);
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Returns the first pattern that the address matches, as it was written. */
export function exceptionFor(url: URL, patterns: readonly string[]): string | undefined {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return patterns.find((pattern) => matches(read(pattern), bare(url.hostname), port));
}

/** Whether the address is this machine's own. */
export function isThisMachine({ hostname }: URL): boolean {
  const host = bare(hostname);
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIP(host) !== 0 && (inSubnet(host, '127.0.0.0/8') || host === '::1'))
  );
}
