// Decides where http, without encryption, may be used at all. Pure.
// A name is judged by its spelling, because what DNS returns for it depends on the network.

const THIS_MACHINE = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;
/** RFC 1918, RFC 6598 (carriers and tailnets) and RFC 3927 (link-local). */
const PRIVATE_IPV4 =
  /^(?:10\.\d+|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+$/;
/** Unique local addresses (fc00::/7) and link-local addresses (fe80::/10). */
const PRIVATE_IPV6 = /^\[(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/;
/** A name without a dot, or with an ending that no public name has. */
const PRIVATE_NAME = /^[a-z0-9_][a-z0-9_-]*$|^(?:[a-z0-9_][a-z0-9_-]*\.)+(?:local|lan|internal|home\.arpa|ts\.net)$/;

export type HttpReach = 'thisMachine' | 'privateNetwork' | 'public';

/** Returns where requests to the host of a parsed URL can be read if they are sent over http. */
export function httpReach({ hostname }: URL): HttpReach {
  if (THIS_MACHINE.test(hostname)) return 'thisMachine';
  const isPrivate = [PRIVATE_IPV4, PRIVATE_IPV6, PRIVATE_NAME].some((pattern) => pattern.test(hostname));
  return isPrivate ? 'privateNetwork' : 'public';
}

/** Whether a key may be sent to the URL only if the user has chosen http for its origin. */
export function needsHttpChoice(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && httpReach(url) === 'privateNetwork';
}

/** Whether a key may be sent to the URL. `isHttpAllowed` returns whether the user has chosen http for an origin. */
export function mayReceiveKey(address: string, isHttpAllowed: (origin: string) => boolean): boolean {
  const url = new URL(address);
  if (url.protocol === 'https:' || httpReach(url) === 'thisMachine') return true;
  return httpReach(url) === 'privateNetwork' && isHttpAllowed(url.origin);
}
