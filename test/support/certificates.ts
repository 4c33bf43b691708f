// The TLS certificates of the tests: a certificate authority and certificates issued by it.
// The certificates are valid for 100 years. The key of the authority was deleted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

function pathOf(name: string): string {
  return join(root, 'test', 'support', 'tls', name);
}

/** The paths of the certificate and key files, for settings whose value is a path. */
export const files = {
  authorityPath: pathOf('authority.cert.pem'),
  certificate: pathOf('client.cert.pem'),
  key: pathOf('client.key.pem'),
  /** The same private key as in `key`, encrypted with a passphrase. */
  lockedKey: pathOf('client.locked.key.pem'),
  /** Certificate and key in one file. */
  pfx: pathOf('client.pfx'),
  /** A self-signed certificate: the authority has not issued it. */
  untrustedCertificate: pathOf('selfSigned.cert.pem'),
  untrustedKey: pathOf('selfSigned.key.pem'),
};

export const authorityCertificate = readFileSync(files.authorityPath, 'utf8');

/** Valid for plane.test and its subdomains, proxy.test, localhost and the loopback addresses. */
export const serverCertificate = {
  key: readFileSync(pathOf('server.key.pem'), 'utf8'),
  cert: readFileSync(pathOf('server.cert.pem'), 'utf8'),
};

/** Expired: valid only in the year 2001. */
export const expiredCertificate = {
  key: serverCertificate.key,
  cert: readFileSync(pathOf('expired.cert.pem'), 'utf8'),
};
