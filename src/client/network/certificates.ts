// Loads the trusted certificate authorities and the client certificate.
import { readFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import * as tls from 'node:tls';
import { errorCodeOf, settingError } from './connectErrors.ts';
import type { ClientCertificate, NetworkConfiguration } from './network.ts';

/** The certificate authorities of one source, in PEM format. */
export interface Authorities {
  readonly from: 'node' | 'system' | 'NODE_EXTRA_CA_CERTS' | { readonly file: string };
  readonly certificates: readonly string[];
  /** Why the source has no certificates: `noneFound`, `needsNewerNode` or an error code. */
  readonly problem?: string;
}

const AUTHORITIES_SETTING = 'contrail.tls.certificateAuthorities';
const CLIENT_CERTIFICATES_SETTING = 'contrail.tls.clientCertificates';
/** Files with all authorities on Linux: the first on Debian and its derivatives, the second on Red Hat. */
const LINUX_BUNDLE_PATHS = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-bundle.crt'];
const PEM_CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function certificatesIn(text: string): string[] {
  return text.match(PEM_CERTIFICATES) ?? [];
}

/**
 * Reads a file whose path is the value of a setting.
 * @throws `settingError` when the path is relative or the file cannot be read.
 */
async function readSettingFile(setting: string, path: string): Promise<Buffer> {
  const absolutePath = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
  if (!isAbsolute(absolutePath)) throw settingError(setting, { kind: 'relativePath', file: basename(path) });
  try {
    return await readFile(absolutePath);
  } catch (error) {
    throw settingError(setting, { kind: 'code', code: errorCodeOf(error), file: basename(path) });
  }
}

/**
 * Loads the authorities of the operating system. Node 22.15 and later provide these on every platform; with an older
 * Node, the authorities are read from a file that exists only on Linux.
 */
async function loadSystemAuthorities(): Promise<Authorities> {
  const nodeAuthorities = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  // On Linux, Node lists each authority several times.
  if (nodeAuthorities.length > 0) return { from: 'system', certificates: [...new Set(nodeAuthorities)] };
  for (const bundle of platform() === 'linux' ? LINUX_BUNDLE_PATHS : []) {
    const text = await readFile(bundle, 'utf8').catch(() => '');
    if (text !== '') return { from: 'system', certificates: certificatesIn(text) };
  }
  return {
    from: 'system',
    certificates: [],
    problem: typeof tls.getCACertificates === 'function' ? 'noneFound' : 'needsNewerNode',
  };
}

async function loadExtraAuthorities(path: string): Promise<Authorities> {
  try {
    return { from: 'NODE_EXTRA_CA_CERTS', certificates: certificatesIn(await readFile(path, 'utf8')) };
  } catch (error) {
    return { from: 'NODE_EXTRA_CA_CERTS', certificates: [], problem: errorCodeOf(error) };
  }
}

async function loadFileAuthorities(path: string): Promise<Authorities> {
  const file = basename(path);
  const certificates = certificatesIn((await readSettingFile(AUTHORITIES_SETTING, path)).toString('utf8'));
  if (certificates.length === 0) throw settingError(AUTHORITIES_SETTING, { kind: 'noCertificate', file });
  return { from: { file }, certificates };
}

/** Resolves with all trusted authorities by source. Node's own authorities come first. */
export async function loadAuthorities({
  includesSystem,
  files,
  extraFile,
}: NetworkConfiguration['trust']): Promise<readonly Authorities[]> {
  return [
    { from: 'node', certificates: tls.rootCertificates },
    ...(includesSystem ? [await loadSystemAuthorities()] : []),
    ...(extraFile === undefined ? [] : [await loadExtraAuthorities(extraFile)]),
    ...(await Promise.all(files.map(loadFileAuthorities))),
  ];
}

async function loadClientCertificate(clientCertificate: ClientCertificate): Promise<tls.SecureContextOptions> {
  if ('pfx' in clientCertificate)
    return { pfx: await readSettingFile(CLIENT_CERTIFICATES_SETTING, clientCertificate.pfx) };
  const [cert, key] = [
    await readSettingFile(CLIENT_CERTIFICATES_SETTING, clientCertificate.certificate),
    await readSettingFile(CLIENT_CERTIFICATES_SETTING, clientCertificate.key),
  ];
  if (/ENCRYPTED/.test(key.toString('latin1')))
    throw settingError(CLIENT_CERTIFICATES_SETTING, { kind: 'passphrase', file: basename(clientCertificate.key) });
  return { cert, key };
}

/** Creates the context for TLS connections. Rejects with `settingError` when the value of a setting cannot be used. */
export async function createTlsContext(
  authorities: readonly Authorities[],
  clientCertificate: ClientCertificate | undefined,
): Promise<tls.SecureContext> {
  const ca = [...new Set(authorities.flatMap(({ certificates }) => certificates))];
  const clientOptions = clientCertificate === undefined ? {} : await loadClientCertificate(clientCertificate);
  try {
    return tls.createSecureContext({ ca, ...clientOptions });
  } catch (error) {
    throw settingError(clientCertificate === undefined ? AUTHORITIES_SETTING : CLIENT_CERTIFICATES_SETTING, {
      kind: 'code',
      code: errorCodeOf(error),
    });
  }
}
