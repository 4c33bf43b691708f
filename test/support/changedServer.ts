// Starts the built-in server as an open-source server, with records that no request can make.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/databaseFile.ts';
import { sample, startTestServer, type TestServer } from './testServer.ts';

/** Starts a server with a copy of the sample workspace to which `change` was applied. */
export async function startChangedServer(change: (database: Database) => void): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'contrail-community-'));
  const data = join(folder, 'data.sqlite');
  await (await startTestServer({ data })).stop();
  const database = openDatabase(data);
  change(database);
  database.close();
  const server = await startTestServer({ dialect: 'community', data });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true });
  };
  return { ...server, stop };
}

/** Makes a member of the project WEB a guest, who cannot be assigned. */
export function makeGuest(database: Database, user: string): void {
  const membership = database.get('membership', sample.membership('WEB', user));
  if (membership === undefined) throw new Error(`${user} is not a member.`);
  database.replace('membership', { ...membership, role: 5 });
}
