// Encrypts secrets in the format of VS Code in the browser, to test the decryption.
import { createCipheriv, randomBytes } from 'node:crypto';

/** Returns the text of the local storage entry. `serverKeyHalf` is the server's half of the encryption key. */
export function encryptSecrets(secrets: Readonly<Record<string, string>>, serverKeyHalf: Buffer): string {
  const browserKeyHalf = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(
    'aes-256-gcm',
    browserKeyHalf.map((byte, index) => byte ^ (serverKeyHalf[index] ?? 0)),
    nonce,
  );
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  return Buffer.concat([browserKeyHalf, nonce, ciphertext, cipher.getAuthTag()]).toString('base64');
}
