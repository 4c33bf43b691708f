// Tests the messages of the sign-in about keys and about VS Code's secret storage.
import { describe, expect, it } from 'vitest';
import { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import { keyText, storageText } from '../../../src/workbench/features/signIn/messages.ts';

describe('storageText', () => {
  it.each(['Cannot open the keyring', 'Cannot open the keyring.'])(
    'contains the reason “%s” and what to do about it',
    (reason) => {
      expect(storageText(new SecretStorageError('store', reason))).toBe(
        'Cannot open the keyring. Unlock the keychain or keyring of your system. On Linux, install a keyring such as gnome-keyring, or start VS Code with --password-store=basic.',
      );
    },
  );

  it('contains only what to do when there is no reason', () => {
    expect(storageText(new SecretStorageError('read', ''))).toMatch(/^Unlock the keychain/);
  });
});

describe('keyText', () => {
  it('asks for the secret of the chosen method when nothing is pasted', () => {
    expect(keyText('empty', 'key')).toBe('Paste the API key.');
    expect(keyText('empty', 'token')).toBe('Paste the access token.');
  });
});
