// What the sign-in says about keys and about VS Code's secret storage.
import { describe, expect, it } from 'vitest';
import { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import { keyText, storageText } from '../../../src/workbench/features/signIn/messages.ts';

describe('storageWords', () => {
  it.each(['Cannot open the keyring', 'Cannot open the keyring.'])(
    'names the reason “%s” and what to do about it',
    (reason) => {
      expect(storageText(new SecretStorageError('store', reason))).toBe(
        'Cannot open the keyring. Unlock the keychain or keyring of your system. On Linux, install one such as gnome-keyring, or start VS Code with --password-store=basic.',
      );
    },
  );

  it('says what to do when no reason is given', () => {
    expect(storageText(new SecretStorageError('read', ''))).toMatch(/^Unlock the keychain/);
  });
});

describe('keyWords', () => {
  it('asks for the secret of the chosen method when nothing is pasted', () => {
    expect(keyText('empty', 'key')).toBe('Paste the API key.');
    expect(keyText('empty', 'token')).toBe('Paste the access token.');
  });
});
