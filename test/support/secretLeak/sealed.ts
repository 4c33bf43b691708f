// Decrypts the storage in which a served VS Code keeps the secrets of extensions. It is one entry
// of the browser's local storage, encrypted with AES-GCM. One half of the key is in the entry, the
// other on the server (src/vs/code/browser/workbench/workbench.ts); one half alone decrypts
// nothing.
import { createDecipheriv } from 'node:crypto';
import { type Trace, trace } from './trace.ts';

export const SEALED_ENTRY = 'localStorage secrets.provider';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OURS = JSON.stringify({ extensionId: 'contrail.contrail', key: 'contrail.profile' });

/**
 * Returns the traces of every extension's secrets. A key may be in the value of Contrail's one entry, and in no other.
 * @throws if the entry cannot be decrypted
 */
export function tracesOfSealed(sealed: string, serverHalf: Buffer): Trace[] {
  const bytes = Buffer.from(sealed, 'base64');
  const key = bytes.subarray(0, KEY_BYTES).map((byte, at) => byte ^ (serverHalf[at] ?? 0));
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text =
    cipher.update(bytes.subarray(KEY_BYTES + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  const secrets: Readonly<Record<string, string>> = JSON.parse(text);
  return Object.entries(secrets).map(([name, value]) =>
    trace(
      'storage of the browser',
      `SecretStorage, opened: ${name}`,
      value,
      name === OURS ? 'SecretStorage' : undefined,
    ),
  );
}
