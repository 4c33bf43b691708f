// Owns the certificates: which authorities are trusted, from where, and the client certificate for the one origin that
// may see it.
import { readFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import * as tls from 'node:tls';
import type { ClientCertificate, Network } from './network.ts';
import { codeOf, settingError } from './refusal.ts';

/** Certificates in PEM that came from one place. */
export interface Authorities {
  readonly from: 'node' | 'system' | 'NODE_EXTRA_CA_CERTS' | { readonly file: string };
  readonly certificates: readonly string[];
  /** Why there are none, as a code, where there should be some. */
  readonly trouble?: string;
}

const AUTHORITIES = 'contrail.tls.certificateAuthorities';
const CLIENT = 'contrail.tls.clientCertificates';
/** Where Linux keeps all of them in one file: Debian and its kin, then Red Hat's. */
const BUNDLES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-bundle.crt'];
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function inPem(text: string): string[] {
  return text.match(PEM) ?? [];
}

/** Throws what a setting that names an unreadable file throws. */
async function fileOf(setting: string, path: string): Promise<Buffer> {
  const whole = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
  if (!isAbsolute(whole)) throw settingError(`${setting}: ${basename(path)} is no absolute path`);
  try {
    return await readFile(whole);
  } catch (error) {
    throw settingError(`${setting}: ${basename(path)}, ${codeOf(error)}`);
  }
}

/**
 * Node 22.15 and newer ask the system on every platform; before that, only Linux keeps them where anybody can read
 * them.
 */
async function ofSystem(): Promise<Authorities> {
  const asked = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  // Linux keeps each under several names.
  if (asked.length > 0) return { from: 'system', certificates: [...new Set(asked)] };
  for (const bundle of platform() === 'linux' ? BUNDLES : []) {
    const text = await readFile(bundle, 'utf8').catch(() => '');
    if (text !== '') return { from: 'system', certificates: inPem(text) };
  }
  return {
    from: 'system',
    certificates: [],
    trouble: typeof tls.getCACertificates === 'function' ? 'none found' : 'needs Node 22.15',
  };
}

async function ofEnvironment(path: string): Promise<Authorities> {
  try {
    return { from: 'NODE_EXTRA_CA_CERTS', certificates: inPem(await readFile(path, 'utf8')) };
  } catch (error) {
    return { from: 'NODE_EXTRA_CA_CERTS', certificates: [], trouble: codeOf(error) };
  }
}

async function ofFile(path: string): Promise<Authorities> {
  const file = basename(path);
  const certificates = inPem((await fileOf(AUTHORITIES, path)).toString('utf8'));
  if (certificates.length === 0) throw settingError(`${AUTHORITIES}: ${file} has no certificate in PEM`);
  return { from: { file }, certificates };
}

/** Everybody who is trusted, those that Node brings along first. */
export async function authoritiesOf({ system, files, extra }: Network['trust']): Promise<readonly Authorities[]> {
  return [
    { from: 'node', certificates: tls.rootCertificates },
    ...(system ? [await ofSystem()] : []),
    ...(extra === undefined ? [] : [await ofEnvironment(extra)]),
    ...(await Promise.all(files.map(ofFile))),
  ];
}

async function partsOf(one: ClientCertificate): Promise<tls.SecureContextOptions> {
  if ('pfx' in one) return { pfx: await fileOf(CLIENT, one.pfx) };
  const [cert, key] = [await fileOf(CLIENT, one.certificate), await fileOf(CLIENT, one.key)];
  if (/ENCRYPTED/.test(key.toString('latin1'))) throw settingError(`${CLIENT}: ${basename(one.key)} has a passphrase`);
  return { cert, key };
}

/** What TLS connections are made with. Throws what settings throw that cannot be used. */
export async function secureContext(
  all: readonly Authorities[],
  client: ClientCertificate | undefined,
): Promise<tls.SecureContext> {
  const ca = [...new Set(all.flatMap(({ certificates }) => certificates))];
  const own = client === undefined ? {} : await partsOf(client);
  try {
    return tls.createSecureContext({ ca, ...own });
  } catch (error) {
    throw settingError(`${client === undefined ? AUTHORITIES : CLIENT}: ${codeOf(error)}`);
  }
}
