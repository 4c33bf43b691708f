// Tests that the secret is only in VS Code's storage, and unreadable profiles are not used.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CredentialStore, type Profile } from '../../../src/session/credentialStore.ts';
import { accountId } from '../../../src/session/profile.ts';
import { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import { Secret } from '../../../src/std/secret.ts';
import { keptJournal } from '../client/calls.ts';
import { SharedSecrets } from './secrets.ts';

const KEY = 'plane_api_0123456789abcdef';
const me = { id: 'u1', name: 'Ada Park' };
const remote: Profile = {
  service: 'remote',
  baseUrl: 'https://plane.example.com',
  workspace: 'acme',
  method: 'key',
  secret: new Secret(KEY),
  me,
};

function vault() {
  const secrets = new SharedSecrets();
  const { logger, entries } = keptJournal();
  return { secrets, entries, vault: new CredentialStore(secrets.window(), logger) };
}

describe('CredentialStore', () => {
  it('returns the stored profile, with its secret wrapped', async () => {
    const { vault: one, secrets } = vault();
    await one.write(remote);
    const read = await one.read();
    expect(read).toMatchObject({
      service: 'remote',
      baseUrl: 'https://plane.example.com',
      workspace: 'acme',
      method: 'key',
      me,
    });
    expect(read?.service === 'remote' && read.secret.reveal()).toBe(KEY);
    expect(inspect(read, { depth: 9, showHidden: true }) + JSON.stringify(read)).not.toContain(KEY);
    expect(secrets.text).toContain(KEY);
  });

  it('stores no key for the local workspace', async () => {
    const { vault: one, secrets } = vault();
    await one.write({ service: 'local', me });
    expect(await one.read()).toEqual({ service: 'local', me });
    expect(JSON.parse(secrets.text)).toEqual({ version: 1, service: 'local', me });
  });

  it('stores nothing after it was cleared', async () => {
    const { vault: one, secrets } = vault();
    await one.write(remote);
    await one.clear();
    expect(await one.read()).toBeUndefined();
    expect(secrets.entries.size).toBe(0);
  });

  it('reports changes of the profile, and of no other entry in the storage', async () => {
    const { vault: one, secrets } = vault();
    let told = 0;
    one.onDidChange(() => (told += 1));
    await secrets.window().store('another extension', 'x');
    expect(told).toBe(0);
    await one.write(remote);
    await one.clear();
    expect(told).toBe(2);
  });

  it.each([
    ['read', (one: CredentialStore) => one.read()],
    ['store', (one: CredentialStore) => one.write(remote)],
    ['delete', (one: CredentialStore) => one.clear()],
  ] as const)(
    'rejects with the error of SecretStorage for a %s, which never contains the key',
    async (operation, work) => {
      const { vault: one, secrets } = vault();
      secrets.rejected.add(operation);
      const error = await work(one).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(SecretStorageError);
      expect(error).toMatchObject({ operation, message: 'Cannot open the keyring' });
      expect(inspect(error)).not.toContain(KEY);
    },
  );

  it.each([
    ['that is not JSON', `{"version":1,"secret":"${KEY}"`],
    [
      'of another version',
      JSON.stringify({
        version: 0,
        service: 'remote',
        baseUrl: 'https://x.test',
        workspace: 'w',
        method: 'key',
        secret: KEY,
        me,
      }),
    ],
    [
      'without a user',
      JSON.stringify({
        version: 1,
        service: 'remote',
        baseUrl: 'https://x.test',
        workspace: 'w',
        method: 'key',
        secret: KEY,
      }),
    ],
    ['of an unknown service', JSON.stringify({ version: 1, service: 'mars', me, secret: KEY })],
    [
      'with an unknown method',
      JSON.stringify({
        version: 1,
        service: 'remote',
        baseUrl: 'https://x.test',
        workspace: 'w',
        method: 'cookie',
        secret: KEY,
        me,
      }),
    ],
    [
      'whose secret is an object',
      JSON.stringify({
        version: 1,
        service: 'remote',
        baseUrl: 'https://x.test',
        workspace: 'w',
        method: 'key',
        secret: { text: KEY },
        me,
      }),
    ],
    ['that is null', 'null'],
    ['that is empty', ''],
  ])('does not use a profile %s, and logs only that', async (_what, content) => {
    const { vault: one, secrets, entries } = vault();
    await one.write({ service: 'local', me });
    const [entry = ''] = secrets.entries.keys();
    secrets.entries.set(entry, content);
    expect(await one.read()).toBeUndefined();
    expect(entries).toEqual([
      { level: 'warn', what: 'the stored profile cannot be understood and is not used', facts: undefined },
    ]);
  });
});

describe('accountId', () => {
  it('is the same for one user of one workspace at one address, whatever the secret', () => {
    const account = { baseUrl: 'https://plane.example.com', workspace: 'acme', me };
    expect(accountId(account)).toBe(accountId({ ...account, me: { ...me, name: 'Renamed' } }));
    const others = [
      { ...account, baseUrl: 'https://other.test' },
      { ...account, workspace: 'b' },
      { ...account, me: { ...me, id: 'u2' } },
    ];
    expect(new Set([account, ...others].map(accountId)).size).toBe(4);
    expect(accountId(account)).toMatch(/^[0-9a-f]{24}$/);
    expect(accountId('local')).toBe('local');
  });
});
