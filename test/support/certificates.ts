// The certificates of the tests: an authority, whose key was deleted, and the certificates that it
// issued. They are valid for a hundred years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

function at(name: string): string {
  return join(root, 'test', 'support', 'tls', name);
}

/** Paths of files, for settings that name a file. */
export const files = {
  authority: at('authority.cert.pem'),
  certificate: at('client.cert.pem'),
  key: at('client.key.pem'),
  /** The same key, protected with a passphrase. */
  lockedKey: at('client.locked.key.pem'),
  /** Certificate and key in one file. */
  pfx: at('client.pfx'),
  /** Self-signed, so not issued by the authority. */
  untrustedCertificate: at('selfSigned.cert.pem'),
  untrustedKey: at('selfSigned.key.pem'),
};

export const authority = readFileSync(files.authority, 'utf8');

/** Valid for plane.test and its subdomains, proxy.test, localhost and the loopback addresses. */
export const server = {
  key: readFileSync(at('server.key.pem'), 'utf8'),
  cert: readFileSync(at('server.cert.pem'), 'utf8'),
};

/** Expired: valid only in the year 2001. */
export const expired = { key: server.key, cert: readFileSync(at('expired.cert.pem'), 'utf8') };
