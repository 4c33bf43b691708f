// Loads trusted certificate authorities, and the client certificate for its one origin.
import { readFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import * as tls from 'node:tls';
import type { ClientCertificate, Network } from './network.ts';
import { codeOf, settingError } from './refusal.ts';

/** PEM certificates from one source. */
export interface Authorities {
  readonly from: 'node' | 'system' | 'NODE_EXTRA_CA_CERTS' | { readonly file: string };
  readonly certificates: readonly string[];
  /** Why there are no certificates although there should be some: `noneFound`, `needsNewerNode` or an error code. */
  readonly trouble?: string;
}

const AUTHORITIES = 'contrail.tls.certificateAuthorities';
const CLIENT = 'contrail.tls.clientCertificates';
/** Bundles with all authorities on Linux: of Debian and its derivatives, then of Red Hat. */
const BUNDLES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-bundle.crt'];
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function inPem(text: string): string[] {
  return text.match(PEM) ?? [];
}

/** @throws `settingError` when the file that the setting names cannot be read. */
async function fileOf(setting: string, path: string): Promise<Buffer> {
  const whole = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
  if (!isAbsolute(whole)) throw settingError(setting, { kind: 'relativePath', file: basename(path) });
  try {
    return await readFile(whole);
  } catch (error) {
    throw settingError(setting, { kind: 'code', code: codeOf(error), file: basename(path) });
  }
}

/**
 * Node 22.15 and later read the system's authorities on every platform; before that, only Linux has them in readable
 * files.
 */
async function ofSystem(): Promise<Authorities> {
  const asked = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('system') : [];
  // Linux has each of them under several names.
  if (asked.length > 0) return { from: 'system', certificates: [...new Set(asked)] };
  for (const bundle of platform() === 'linux' ? BUNDLES : []) {
    const text = await readFile(bundle, 'utf8').catch(() => '');
    if (text !== '') return { from: 'system', certificates: inPem(text) };
  }
  return {
    from: 'system',
    certificates: [],
    trouble: typeof tls.getCACertificates === 'function' ? 'noneFound' : 'needsNewerNode',
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
  if (certificates.length === 0) throw settingError(AUTHORITIES, { kind: 'noCertificate', file });
  return { from: { file }, certificates };
}

/** Resolves with all trusted authorities, Node's own first. */
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
  if (/ENCRYPTED/.test(key.toString('latin1')))
    throw settingError(CLIENT, { kind: 'passphrase', file: basename(one.key) });
  return { cert, key };
}

/** Creates the context of TLS connections. Rejects with `settingError` when a setting cannot be used. */
export async function secureContext(
  all: readonly Authorities[],
  client: ClientCertificate | undefined,
): Promise<tls.SecureContext> {
  const ca = [...new Set(all.flatMap(({ certificates }) => certificates))];
  const own = client === undefined ? {} : await partsOf(client);
  try {
    return tls.createSecureContext({ ca, ...own });
  } catch (error) {
    throw settingError(client === undefined ? AUTHORITIES : CLIENT, { kind: 'code', code: codeOf(error) });
  }
}
