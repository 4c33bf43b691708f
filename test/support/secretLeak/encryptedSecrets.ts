// Decrypts and encrypts the extensions' secrets, which VS Code in the browser stores in local storage.
// They are one entry, encrypted with AES-GCM. The encryption key is split: one half is in the entry, the other half on
// the server. See src/vs/code/browser/workbench/workbench.ts in VS Code.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { KEY_ENTRY_NAME_PATTERN } from './keyMessages.ts';
import { createTrace, type Trace } from './trace.ts';

/** The name of the entry in local storage that contains all secrets. */
export const SECRETS_ENTRY = 'secrets.provider';
export const SECRETS_ENTRY_PLACE = `localStorage ${SECRETS_ENTRY}`;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The entry of the secret storage that version 0.1.0 of Contrail wrote, and that a test stores. */
const CONTRAIL_SECRET = JSON.stringify({ extensionId: 'contrail.contrail', key: 'contrail.profile' });

/**
 * Returns the secrets of all extensions as traces. Only Contrail's secret may contain an API key.
 * @throws if the entry cannot be decrypted
 */
export function tracesOfSecrets(encrypted: string, serverKeyHalf: Buffer): Trace[] {
  const bytes = Buffer.from(encrypted, 'base64');
  const key = xorHalves(bytes.subarray(0, KEY_BYTES), serverKeyHalf);
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text =
    cipher.update(bytes.subarray(KEY_BYTES + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  const secrets: Readonly<Record<string, string>> = JSON.parse(text);
  return Object.entries(secrets).map(([name, value]) =>
    createTrace(
      'storage of the browser',
      `SecretStorage, opened: ${name}`,
      value,
      isContrailSecret(name) ? 'SecretStorage' : undefined,
    ),
  );
}

function isContrailSecret(name: string): boolean {
  const { extensionId, key }: { readonly extensionId: string; readonly key: string } = JSON.parse(name);
  return extensionId === 'contrail.contrail' && KEY_ENTRY_NAME_PATTERN.test(key);
}

/** Returns the entry in local storage for a secret storage that contains only the secret of Contrail. */
export function encryptContrailSecret(secret: string, serverKeyHalf: Buffer): string {
  const [keyHalf, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', xorHalves(keyHalf, serverKeyHalf), nonce);
  const text = JSON.stringify({ [CONTRAIL_SECRET]: secret });
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([keyHalf, nonce, encrypted, cipher.getAuthTag()]).toString('base64');
}

function xorHalves(half: Buffer, otherHalf: Buffer): Buffer {
  return Buffer.from(half.map((byte, index) => byte ^ (otherHalf[index] ?? 0)));
}
