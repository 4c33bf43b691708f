// The process that replaces an extension host in the quick tier, so that it can be killed at any
// moment. It opens the session, the draft store and the pages as the extension does, over the same
// files, and receives the user's deeds over its channel.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotFile } from '../../../src/cache/snapshotFile.ts';
import { createClient } from '../../../src/client/client.ts';
import { createWire } from '../../../src/client/wire.ts';
import { draftFiles } from '../../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../../src/drafts/draftStore.ts';
import { CredentialStore } from '../../../src/session/credentialStore.ts';
import { Sessions } from '../../../src/session/session.ts';
import { type Clock, systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Window } from './window.ts';
import type { Answered, Asked } from './words.ts';

const [folder = '', haste = '1'] = process.argv.slice(2);

/** Delays are shorter by the factor `haste`; dates use real time, as the server's records do. */
const clock: Clock = {
  now: () => systemClock.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / Number(haste), signal),
};

/** VS Code's secret storage outlives the extension host. */
const secrets = join(folder, 'secrets.json');
const secretsIn = (): Record<string, string> => (existsSync(secrets) ? JSON.parse(readFileSync(secrets, 'utf8')) : {});
const keep = async (all: Record<string, string>): Promise<void> => {
  await writeFile(`${secrets}.new`, JSON.stringify(all));
  await rename(`${secrets}.new`, secrets);
};

const sessions = new Sessions({
  vault: new CredentialStore(
    {
      get: async (key) => secretsIn()[key],
      store: (key, value) => keep({ ...secretsIn(), [key]: value }),
      delete: () => rm(secrets, { force: true }),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    silentLogger,
  ),
  logger: silentLogger,
  openClient: (where) => createClient({ ...where, clock, logger: silentLogger, wire: async () => createWire() }),
  learnEdition: async () => undefined,
  openDraftStore: (account) => new DraftStore(draftFiles(join(folder, 'drafts', account)), clock),
  openSnapshot: (account) => snapshotFile(join(folder, 'snapshots', `${account}.json.gz`)),
  clock,
  startLocalWorkspace: () => Promise.reject(new Error('No local workspace is asked for here.')),
});
const window = new Window(sessions, clock, randomUUID);

function tell(answered: Answered): void {
  process.send?.(answered);
}

process.on('message', ({ id, deed }: Asked) => {
  window.onMessage(deed).then(
    (reply) => tell({ id, reply }),
    (error: unknown) => tell({ id, thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
// The test has ended.
process.once('disconnect', () => process.exit(0));
await sessions.restore();
tell({ id: -1 });
