// Tests that secrets are only in VS Code's secret storage, and that invalid profiles are not used.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listedAccountOf, listedId, type Profile } from '../../../../../src/core/session/accounts/account.ts';
import { CredentialStore } from '../../../../../src/core/session/accounts/credentialStore.ts';
import { accountId } from '../../../../../src/core/session/accounts/profile.ts';
import { SecretStorageError } from '../../../../../src/core/session/accounts/secretStorageError.ts';
import { Secret } from '../../../../../src/std/secret.ts';
import { recordingLogger } from '../../../client/calls.ts';
import { SharedSecrets } from '../secrets.ts';

const KEY = 'plane_api_0123456789abcdef';
const me = { id: 'u1', name: 'Ada Park' };
const remoteProfile: Profile = {
  service: 'remote',
  baseUrl: 'https://plane.example.com',
  workspace: 'acme',
  method: 'key',
  secret: new Secret(KEY),
  me,
};

const remoteId = accountId(remoteProfile);
const otherProfile: Profile = { ...remoteProfile, workspace: 'other', secret: new Secret('plane_api_other') };

function createStore() {
  const secrets = new SharedSecrets();
  const { logger, entries } = recordingLogger();
  return { secrets, entries, store: new CredentialStore(secrets.openStorage(), logger) };
}

describe('CredentialStore', () => {
  it('returns the stored profile with a secret that cannot be logged', async () => {
    const { store, secrets } = createStore();
    await store.write(remoteProfile);
    const readProfile = await store.read(remoteId);
    expect(readProfile).toMatchObject({
      service: 'remote',
      baseUrl: 'https://plane.example.com',
      workspace: 'acme',
      method: 'key',
      me,
    });
    expect(readProfile?.service === 'remote' && readProfile.secret.reveal()).toBe(KEY);
    expect(inspect(readProfile, { depth: 9, showHidden: true }) + JSON.stringify(readProfile)).not.toContain(KEY);
    expect(secrets.text).toContain(KEY);
  });

  it('stores no key for the local workspace', async () => {
    const { store, secrets } = createStore();
    await store.write({ service: 'local', me });
    expect(await store.read('local')).toEqual({ service: 'local', me });
    expect(JSON.parse(secrets.entries.get('contrail.account.local') ?? '')).toEqual({
      version: 1,
      service: 'local',
      me,
    });
    expect(await store.list()).toEqual([{ service: 'local', me }]);
  });

  it('stores each account in a separate entry, and lists the accounts without keys, the latest first', async () => {
    const { store, secrets } = createStore();
    await store.write(remoteProfile);
    await store.write(otherProfile);
    expect(await store.list()).toEqual([listedAccountOf(otherProfile), listedAccountOf(remoteProfile)]);
    expect([...secrets.entries.keys()].sort()).toEqual(
      ['contrail.accounts', ...[remoteProfile, otherProfile].map((one) => `contrail.account.${listedId(one)}`)].sort(),
    );
    expect(secrets.entries.get('contrail.accounts')).not.toContain('plane_api');
    expect(await store.read(listedId(otherProfile))).toMatchObject({ workspace: 'other' });
    await store.write(remoteProfile);
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile), listedAccountOf(otherProfile)]);
  });

  it('does not use an entry that was stored for another server, workspace or user', async () => {
    const { store, secrets, entries } = createStore();
    await store.write(remoteProfile);
    const text = secrets.entries.get(`contrail.account.${remoteId}`) ?? '';
    secrets.entries.set(
      `contrail.account.${remoteId}`,
      text.replace('https://plane.example.com', 'https://evil.example.com'),
    );
    expect(await store.read(remoteId)).toBeUndefined();
    expect(entries).toEqual([
      {
        level: 'warn',
        message: 'the stored key belongs to another account and is not used',
        values: { account: remoteId },
      },
    ]);
  });

  it('deletes the account and its key, and keeps the other accounts', async () => {
    const { store, secrets } = createStore();
    await store.write(remoteProfile);
    await store.write(otherProfile);
    await store.remove(remoteId);
    expect([await store.read(remoteId), await store.list()]).toEqual([undefined, [listedAccountOf(otherProfile)]]);
    await store.remove(listedId(otherProfile));
    expect(secrets.entries.size).toBe(0);
  });

  it('converts the account that version 0.1.0 stored', async () => {
    const { store, secrets, entries } = createStore();
    const text =
      '{"version":1,"service":"remote","baseUrl":"https://plane.example.com","workspace":"acme","method":"key",' +
      '"secret":"plane_api_0123456789abcdef","me":{"id":"u1","name":"Ada Park"}}';
    secrets.entries.set('contrail.profile', text);
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile)]);
    const convertedProfile = await store.read(remoteId);
    expect(convertedProfile?.service === 'remote' && convertedProfile.secret.equals(new Secret(KEY))).toBe(true);
    expect(secrets.entries.has('contrail.profile')).toBe(false);
    expect(entries).toEqual([]);
  });

  it('lists the local workspace that version 0.1.0 has stored', async () => {
    const { store, secrets } = createStore();
    secrets.entries.set('contrail.profile', '{"version":1,"service":"local","me":{"id":"u1","name":"Ada Park"}}');
    expect(await store.list()).toEqual([{ service: 'local', me }]);
    expect(await store.read('local')).toEqual({ service: 'local', me });
  });

  it('does not delete an entry of version 0.1.0 that cannot be parsed, and lists the other accounts', async () => {
    const { store, secrets } = createStore();
    await store.write(remoteProfile);
    secrets.entries.set('contrail.profile', '{"version":9}');
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile)]);
    expect(secrets.entries.has('contrail.profile')).toBe(true);
  });

  it('stores the time of the first rejection of a key until the key is accepted or replaced', async () => {
    const { store } = createStore();
    await store.write(remoteProfile);
    await store.setRejected(remoteId, 1000);
    await store.setRejected(remoteId, 2000);
    expect(await store.list()).toMatchObject([{ rejectedAt: 1000 }]);
    await store.setRejected(remoteId, undefined);
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile)]);
    await store.setRejected(remoteId, 3000);
    await store.write(remoteProfile);
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile)]);
  });

  it('loses no account when several accounts are written concurrently', async () => {
    const { store } = createStore();
    await Promise.all([store.write(remoteProfile), store.write(otherProfile), store.setRejected('unknown', 1000)]);
    expect(await store.list()).toHaveLength(2);
  });

  it('lists the valid accounts of a stored list that contains an invalid account', async () => {
    const { store, secrets, entries } = createStore();
    secrets.entries.set(
      'contrail.accounts',
      JSON.stringify({ version: 1, accounts: [{ service: 'mars' }, listedAccountOf(remoteProfile)] }),
    );
    expect(await store.list()).toEqual([listedAccountOf(remoteProfile)]);
    expect(entries).toMatchObject([{ level: 'warn' }]);
  });

  it('never stores a key from the environment', async () => {
    const { store, secrets } = createStore();
    await expect(store.write({ ...remoteProfile, source: 'environment' })).rejects.toThrow('never stored');
    expect(secrets.entries.size).toBe(0);
  });

  it('fires events for a changed account and for the changed list of accounts, but not for other entries in the storage', async () => {
    const { store, secrets } = createStore();
    const changes: unknown[] = [];
    store.onDidChange((change) => changes.push(change));
    await secrets.openStorage().store('another extension', 'x');
    expect(changes).toEqual([]);
    await store.write(remoteProfile);
    await store.remove(remoteId);
    expect(changes).toEqual([{ account: remoteId }, 'list', { account: remoteId }, 'list']);
  });

  it.each([
    ['read', (store: CredentialStore) => store.read('a')],
    ['store', (store: CredentialStore) => store.write(remoteProfile)],
    ['delete', (store: CredentialStore) => store.remove('a')],
  ] as const)(
    'rejects with a SecretStorageError that does not contain the key if the method `%s` of the secret storage fails',
    async (operation, work) => {
      const { store, secrets } = createStore();
      secrets.rejectedOperations.add(operation);
      const error = await work(store).then(
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
  ])('ignores a stored profile %s, and logs a warning without its content', async (_what, content) => {
    const { store, secrets, entries } = createStore();
    await store.write({ service: 'local', me });
    secrets.entries.set('contrail.account.local', content);
    expect(await store.read('local')).toBeUndefined();
    expect(entries).toEqual([
      { level: 'warn', message: 'the stored profile is invalid and is not used', values: undefined },
    ]);
  });
});

describe('The id of an account', () => {
  it('depends only on the server, the workspace and the id of the user', () => {
    const account = { baseUrl: 'https://plane.example.com', workspace: 'acme', me };
    expect(accountId(account)).toBe(accountId({ ...account, me: { ...me, name: 'Renamed' } }));
    const otherAccounts = [
      { ...account, baseUrl: 'https://other.test' },
      { ...account, workspace: 'b' },
      { ...account, me: { ...me, id: 'u2' } },
    ];
    expect(new Set([account, ...otherAccounts].map(accountId)).size).toBe(4);
    expect(accountId(account)).toMatch(/^[0-9a-f]{24}$/);
    expect(accountId('local')).toBe('local');
  });
});
