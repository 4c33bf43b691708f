// Tests the messages of the sign-in about invalid keys and about VS Code's secret storage.
import { describe, expect, it } from 'vitest';
import { SecretStorageError } from '../../../../src/core/session/accounts/secretStorageError.ts';
import { keyProblemText, storageProblemText } from '../../../../src/features/signIn/messages.ts';

describe('storageText', () => {
  it.each(['Cannot open the keyring', 'Cannot open the keyring.'])(
    'returns the error “%s” of the secret storage as a sentence, followed by advice',
    (reason) => {
      expect(storageProblemText(new SecretStorageError('store', reason))).toBe(
        'Cannot open the keyring. Unlock the keychain or keyring of your system. On Linux, install a keyring such as gnome-keyring, or start VS Code with --password-store=basic.',
      );
    },
  );

  it('returns only the advice if the error of the secret storage has no message', () => {
    expect(storageProblemText(new SecretStorageError('read', ''))).toMatch(/^Unlock the keychain/);
  });
});

describe('keyText', () => {
  it('returns a prompt for an API key or an access token if the input is empty', () => {
    expect(keyProblemText('empty', 'key')).toBe('Paste the API key.');
    expect(keyProblemText('empty', 'token')).toBe('Paste the access token.');
  });
});
