// Owns the certificates of the tests: an authority, whose key was thrown away, and what it issued. They are good for a
// hundred years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

function at(name: string): string {
  return join(root, 'test', 'support', 'tls', name);
}

/** Paths, as settings name them. */
export const files = {
  authority: at('authority.cert.pem'),
  certificate: at('client.cert.pem'),
  key: at('client.key.pem'),
  /** Of the same key, with a passphrase. */
  lockedKey: at('client.locked.key.pem'),
  /** Certificate and key in one. */
  pfx: at('client.pfx'),
  /** Of nobody that the authority knows. */
  strangerCertificate: at('selfSigned.cert.pem'),
  strangerKey: at('selfSigned.key.pem'),
};

export const authority = readFileSync(files.authority, 'utf8');

/** For plane.test and all below it, proxy.test, localhost and the loopback's addresses. */
export const server = {
  key: readFileSync(at('server.key.pem'), 'utf8'),
  cert: readFileSync(at('server.cert.pem'), 'utf8'),
};

/** Good in the year 2001. */
export const expired = { key: server.key, cert: readFileSync(at('expired.cert.pem'), 'utf8') };
