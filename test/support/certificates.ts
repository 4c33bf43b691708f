// The TLS certificates of the tests: a certificate authority and certificates issued by it.
// The certificates are valid for 100 years. The key of the authority was deleted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

function tlsFilePath(name: string): string {
  return join(root, 'test', 'support', 'tls', name);
}

/** The paths of the certificate and key files, for settings whose value is a path. */
export const tlsFiles = {
  authorityPath: tlsFilePath('authority.cert.pem'),
  certificate: tlsFilePath('client.cert.pem'),
  key: tlsFilePath('client.key.pem'),
  /** The same private key as in `key`, encrypted with a passphrase. */
  lockedKey: tlsFilePath('client.locked.key.pem'),
  /** Certificate and key in one file. */
  pfx: tlsFilePath('client.pfx'),
  /** A self-signed certificate: the authority has not issued it. */
  untrustedCertificate: tlsFilePath('selfSigned.cert.pem'),
  untrustedKey: tlsFilePath('selfSigned.key.pem'),
};

export const authorityCertificate = readFileSync(tlsFiles.authorityPath, 'utf8');

/** Valid for plane.test and its subdomains, proxy.test, localhost and the loopback addresses. */
export const serverCertificate = {
  key: readFileSync(tlsFilePath('server.key.pem'), 'utf8'),
  cert: readFileSync(tlsFilePath('server.cert.pem'), 'utf8'),
};

/** Expired: valid only in the year 2001. */
export const expiredCertificate = {
  key: serverCertificate.key,
  cert: readFileSync(tlsFilePath('expired.cert.pem'), 'utf8'),
};
