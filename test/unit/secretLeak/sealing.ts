// Encrypts secrets as VS Code for the web does, so that decrypting them can be tested.
import { createCipheriv, randomBytes } from 'node:crypto';

/** Returns the text of its entry in the browser's local storage; `serverHalf` is the half of the key on the server. */
export function sealed(secrets: Readonly<Record<string, string>>, serverHalf: Buffer): string {
  const half = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(
    'aes-256-gcm',
    half.map((byte, at) => byte ^ (serverHalf[at] ?? 0)),
    nonce,
  );
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()]);
  return Buffer.concat([half, nonce, text, cipher.getAuthTag()]).toString('base64');
}
