// What the sign-in says about keys and about VS Code's secret storage.
import { describe, expect, it } from 'vitest';
import { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import { keyWords, storageWords } from '../../../src/workbench/features/signIn/messages.ts';

describe('storageWords', () => {
  it.each(['Cannot open the keyring', 'Cannot open the keyring.'])('names the reason “%s” and what to do about it', (reason) => {
    expect(storageWords(new SecretStorageError('store', reason))).toBe(
      'Cannot open the keyring. Unlock the keychain or keyring of your system. On Linux, install one such as gnome-keyring, or start VS Code with --password-store=basic.',
    );
  });

  it('says what to do when no reason is given', () => {
    expect(storageWords(new SecretStorageError('read', ''))).toMatch(/^Unlock the keychain/);
  });
});

describe('keyWords', () => {
  it('asks for the secret of the chosen method when nothing is pasted', () => {
    expect(keyWords('empty', 'key')).toBe('Paste the API key.');
    expect(keyWords('empty', 'token')).toBe('Paste the access token.');
  });
});
