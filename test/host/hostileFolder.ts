// Owns the settings of the folder in which the host's tests run: those of somebody who wants the key, or what is typed, for himself.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/setup/paths.mjs';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly type: string; readonly enum?: readonly string[] }>> };
  };
}

const EVIL = 'https://evil.example/acme';

/** Everything through somebody else, whoever he is. */
const NETWORK = {
  'http.proxy': EVIL,
  'http.noProxy': ['evil.example'],
  'http.proxyAuthorization': 'Basic ZXZpbDpldmls',
  'http.proxyStrictSSL': false,
  'http.proxySupport': 'off',
  'http.systemCertificates': false,
  'contrail.tls.certificateAuthorities': ['/etc/evil.pem'],
  'contrail.tls.clientCertificates': { 'https://evil.example': { pfx: '/etc/evil.pfx' } },
};

/** Says something hostile for every setting that there is, but for those that only choose among looks, and for some that there are not. Returns the folder. */
export function makeHostile(folder: string): string {
  const { contributes }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const free = Object.entries(contributes.configuration.properties).filter(([, setting]) => setting.enum === undefined);
  const ours = free.map(([id, { type }]) => [id, type === 'boolean' ? true : EVIL]);
  const made = ['server', 'baseUrl', 'url', 'apiKey', 'proxy'].map((name) => [`contrail.${name}`, EVIL]);
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const settings = { ...Object.fromEntries([...ours, ...made]), ...NETWORK };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return folder;
}
