// Tests that secrets are only in VS Code's secret storage, and that invalid profiles are not used.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CredentialStore, type Profile } from '../../../src/session/credentialStore.ts';
import { accountId } from '../../../src/session/profile.ts';
import { SecretStorageError } from '../../../src/session/secretStorageError.ts';
import { Secret } from '../../../src/std/secret.ts';
import { recordingLogger } from '../client/calls.ts';
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

function createStore() {
  const secrets = new SharedSecrets();
  const { logger, entries } = recordingLogger();
  return { secrets, entries, store: new CredentialStore(secrets.window(), logger) };
}

describe('CredentialStore', () => {
  it('returns the stored profile with a secret that cannot be logged', async () => {
    const { store, secrets } = createStore();
    await store.write(remote);
    const readProfile = await store.read();
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
    expect(await store.read()).toEqual({ service: 'local', me });
    expect(JSON.parse(secrets.text)).toEqual({ version: 1, service: 'local', me });
  });

  it('has no profile after it is cleared', async () => {
    const { store, secrets } = createStore();
    await store.write(remote);
    await store.clear();
    expect(await store.read()).toBeUndefined();
    expect(secrets.entries.size).toBe(0);
  });

  it('reports changes of the profile, but not of other entries in the storage', async () => {
    const { store, secrets } = createStore();
    let changes = 0;
    store.onDidChange(() => (changes += 1));
    await secrets.window().store('another extension', 'x');
    expect(changes).toBe(0);
    await store.write(remote);
    await store.clear();
    expect(changes).toBe(2);
  });

  it.each([
    ['read', (store: CredentialStore) => store.read()],
    ['store', (store: CredentialStore) => store.write(remote)],
    ['delete', (store: CredentialStore) => store.clear()],
  ] as const)(
    'rejects with a SecretStorageError without the key if the secret storage rejects a %s',
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
    const [entry = ''] = secrets.entries.keys();
    secrets.entries.set(entry, content);
    expect(await store.read()).toBeUndefined();
    expect(entries).toEqual([
      { level: 'warn', what: 'the stored profile cannot be understood and is not used', facts: undefined },
    ]);
  });
});

describe('The id of an account', () => {
  it('depends only on the server, the workspace and the id of the user', () => {
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
