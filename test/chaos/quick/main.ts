// Entry point of the simulated extension host: a process that the quick part can kill at any time.
// It creates the session, the draft store and the pages as the extension does, with the same files on disk, and
// receives the user's actions as IPC messages.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../../src/client/api/client.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { createSnapshotFile } from '../../../src/core/cache/store/snapshotFile.ts';
import { createDraftFiles } from '../../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../../src/core/drafts/draftStore.ts';
import { CredentialStore } from '../../../src/core/session/accounts/credentialStore.ts';
import { Sessions } from '../../../src/core/session/session.ts';
import { type Clock, systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import type { ActionReply, ActionRequest } from './protocol.ts';
import { Window } from './window.ts';

const [folder = '', speedup = '1'] = process.argv.slice(2);

/** A clock that divides all delays by `speedup`. `now` returns the real time, which the dates of the server use too. */
const clock: Clock = {
  now: () => systemClock.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / Number(speedup), signal),
};

/** The secrets are in a file because VS Code's secret storage outlives the extension host. */
const secretsFile = join(folder, 'secrets.json');
const readSecrets = (): Record<string, string> =>
  existsSync(secretsFile) ? JSON.parse(readFileSync(secretsFile, 'utf8')) : {};
/** Without an await, because two calls at the same time would mix their texts in the new file. */
const writeSecrets = (secrets: Record<string, string>): void => {
  writeFileSync(`${secretsFile}.new`, JSON.stringify(secrets));
  renameSync(`${secretsFile}.new`, secretsFile);
};

const sessions = new Sessions({
  credentialStore: new CredentialStore(
    {
      get: async (key) => readSecrets()[key],
      store: async (key, value) => writeSecrets({ ...readSecrets(), [key]: value }),
      delete: async (key) => {
        const { [key]: _, ...others } = readSecrets();
        writeSecrets(others);
      },
      onDidChange: () => ({ dispose: () => undefined }),
    },
    silentLogger,
  ),
  logger: silentLogger,
  openClient: (where) =>
    createClient({ ...where, clock, logger: silentLogger, transport: async () => createTransport() }),
  openTransport: async () => createTransport(),
  detectEdition: async () => undefined,
  openDraftStore: (account) => new DraftStore(createDraftFiles(join(folder, 'drafts', account)), clock),
  openSnapshot: (account) => createSnapshotFile(join(folder, 'snapshots', `${account}.json.gz`)),
  clock,
  startLocalWorkspace: () => Promise.reject(new Error('The quick part has no local workspace.')),
  environment: undefined,
  memory: { get: () => undefined, update: async () => undefined },
  windowMemory: { get: () => undefined, update: async () => undefined },
  boundWorkspace: () => undefined,
});
const window = new Window(sessions, clock, randomUUID);

function post(message: ActionReply): void {
  process.send?.(message);
}

process.on('message', ({ id, action }: ActionRequest) => {
  window.onMessage(action).then(
    (reply) => post({ id, reply }),
    (error: unknown) => post({ id, thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// The parent process has ended, so this process ends too.
process.once('disconnect', () => process.exit(0));
await sessions.restore();
// Reports that the host is ready.
post({ id: -1 });
