// Tests which account a window starts with, and which account the environment variables define.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../src/core/session/accounts/account.ts';
import { environmentKey, parseEnvironmentAccount } from '../../../../src/core/session/accounts/environmentAccount.ts';
import { type AccountSelectionInput, selectAccountId } from '../../../../src/core/session/accounts/windowAccount.ts';
import { Secret } from '../../../../src/std/secret.ts';

function account(id: string, workspace: string): Account {
  return {
    service: 'remote',
    id,
    baseUrl: 'https://plane.example.com',
    workspace,
    method: 'key',
    me: { id: 'u1', name: 'Ada' },
    source: id === 'environment' ? 'environment' : 'stored',
    rejectedAt: undefined,
  };
}

const [a, b, otherB, environment] = [
  account('a', 'acme'),
  account('b', 'beta'),
  account('b2', 'beta'),
  account('environment', 'beta'),
];

function idOfAccountToUse(changes: Partial<AccountSelectionInput>): string | undefined {
  return selectAccountId({
    accounts: [a, b],
    remembered: undefined,
    lastUsedIds: [],
    boundWorkspace: undefined,
    ...changes,
  });
}

describe('A window starts', () => {
  it.each<[string, string | undefined, Partial<AccountSelectionInput>]>([
    ['signed out without accounts', undefined, { accounts: [] }],
    ['with the latest sign-in if no account was used', 'a', {}],
    ['with the last used account', 'b', { lastUsedIds: ['b', 'a'] }],
    ['with the last used account that is not signed out', 'b', { lastUsedIds: ['gone', 'b'] }],
    ['with the account that the user chose in that window', 'b', { remembered: { account: 'b', isChosen: true } }],
    [
      'with the account that the user chose in that window, although the folder names another workspace',
      'a',
      { remembered: { account: 'a', isChosen: true }, boundWorkspace: 'beta' },
    ],
    [
      'with the last used account if the chosen account is signed out',
      'b',
      { remembered: { account: 'gone', isChosen: true }, lastUsedIds: ['b'] },
    ],
    ['signed out if the user signed out in that window', undefined, { remembered: { account: null, isChosen: true } }],
    [
      'with the account that the window used before, although another account was used later',
      'b',
      { remembered: { account: 'b', isChosen: false }, lastUsedIds: ['a'] },
    ],
    ['with the only account in the workspace of the folder', 'b', { lastUsedIds: ['a'], boundWorkspace: 'Beta' }],
    [
      'with the only account in the workspace of the folder, although the window used another account without a choice',
      'b',
      { remembered: { account: 'a', isChosen: false }, boundWorkspace: 'beta' },
    ],
    [
      'with the last used account if several other accounts are in the workspace of the folder',
      'a',
      { accounts: [a, b, otherB], lastUsedIds: ['a'], boundWorkspace: 'beta' },
    ],
    [
      'with the last used account if it is one of several accounts in the workspace of the folder',
      'b2',
      { accounts: [a, b, otherB], lastUsedIds: ['b2'], boundWorkspace: 'beta' },
    ],
    ['with the latest sign-in if no account is in the workspace of the folder', 'a', { boundWorkspace: 'gamma' }],
    ['signed out if only the environment defines an account', undefined, { accounts: [environment] }],
    [
      'with the latest sign-in if only the account from the environment is in the workspace of the folder',
      'a',
      { accounts: [a, environment], boundWorkspace: 'beta' },
    ],
    [
      'with the account from the environment if the user chose it',
      'environment',
      { accounts: [a, environment], remembered: { account: 'environment', isChosen: true } },
    ],
  ])('%s', (_, id, situation) => {
    expect(idOfAccountToUse(situation)).toBe(id);
  });
});

describe('The environment variables', () => {
  const KEY = new Secret('plane_api_x');

  it('define no account without a key', () => {
    expect(environmentKey(undefined)).toBeUndefined();
    expect(environmentKey(' ')).toBeUndefined();
    expect(parseEnvironmentAccount({ key: undefined, workspace: 'acme', baseUrl: 'nonsense' })).toBeUndefined();
  });

  it('define an account on Plane Cloud if they contain no server', () => {
    expect(parseEnvironmentAccount({ key: KEY, workspace: 'acme', baseUrl: undefined })).toEqual({
      baseUrl: 'https://api.plane.so',
      workspace: 'acme',
      secret: KEY,
    });
  });

  it.each([
    ['https://plane.example.com/', 'https://plane.example.com'],
    ['https://plane.example.com/api/v1', 'https://plane.example.com'],
    ['https://example.com/plane/api', 'https://example.com/plane'],
    ['https://app.plane.so', 'https://api.plane.so'],
  ])('with the server %s define an account on the server %s', (baseUrl, expected) => {
    expect(parseEnvironmentAccount({ key: KEY, workspace: 'acme', baseUrl })).toMatchObject({ baseUrl: expected });
  });

  it('may contain a key with quotes and white space', () => {
    expect(environmentKey(' "plane_api_x"\n')?.equals(KEY)).toBe(true);
  });

  it.each([
    ['key', { key: environmentKey('plane api'), workspace: 'acme', baseUrl: undefined }],
    ['noWorkspace', { key: KEY, workspace: undefined, baseUrl: undefined }],
    ['workspace', { key: KEY, workspace: 'my team', baseUrl: undefined }],
    ['baseUrl', { key: KEY, workspace: 'acme', baseUrl: 'plane' }],
    ['publicHttp', { key: KEY, workspace: 'acme', baseUrl: 'http://plane.example.com' }],
    // A variable is no choice of HTTP.
    ['privateHttp', { key: KEY, workspace: 'acme', baseUrl: 'http://192.168.1.5' }],
    ['baseUrl', { key: KEY, workspace: 'acme', baseUrl: 'https://ada:x@plane.example.com' }],
  ] as const)('define no account because of the problem “%s”', (problem, variables) => {
    expect(parseEnvironmentAccount(variables)).toEqual({ problem });
  });
});
