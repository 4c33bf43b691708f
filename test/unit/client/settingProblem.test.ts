// Tests the messages about unusable settings for proxies and certificates.
import { describe, expect, it } from 'vitest';
import { type SettingProblem, settingError } from '../../../src/client/network/connectErrors.ts';
import { settingProblemText } from '../../../src/client/settingProblem.ts';

describe('The message about an invalid setting', () => {
  it.each<[SettingProblem, string]>([
    [{ kind: 'relativePath', file: 'ca.pem' }, 'a.b: ca.pem is not an absolute path'],
    [{ kind: 'noCertificate', file: 'ca.pem' }, 'a.b: ca.pem contains no PEM certificate'],
    [{ kind: 'passphrase', file: 'key.pem' }, 'a.b: key.pem is protected by a passphrase'],
    [{ kind: 'noAddress' }, 'a.b: the value is not an address'],
    [{ kind: 'code', code: 'ENOENT', file: 'ca.pem' }, 'a.b: ca.pem, ENOENT'],
    [{ kind: 'code', code: 'ERR_OSSL' }, 'a.b: ERR_OSSL'],
  ])('contains the name of the setting and the problem: %o', (problem, text) => {
    expect(settingProblemText(settingError('a.b', problem))).toBe(text);
  });

  it('is empty for an error that is not about a setting', () => {
    expect(settingProblemText(new Error('other'))).toBe('');
    expect(settingProblemText('other')).toBe('');
  });
});
