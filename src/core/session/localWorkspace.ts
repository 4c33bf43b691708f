// Starts the bundled server of the local workspace in a worker thread, so that its database never blocks the extension
// host.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { Secret } from '../../std/secret.ts';
import { LocalWorkspaceError } from './localWorkspaceError.ts';

/** A running local workspace. Each start creates a new key, which is never stored. */
export interface LocalWorkspace {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly key: Secret;
  stop(): Promise<void>;
}

export interface LocalWorkspacePaths {
  /** Path of the bundled server's script. */
  readonly script: string;
  /** Folder of the database. */
  readonly folder: string;
}

const startMessage = z.union([
  z.object({ baseUrl: z.string(), workspace: z.string() }),
  z.object({ error: z.string() }),
]);

/** Starts the server. The first start creates the database in the folder, with sample data. */
export async function startLocalWorkspace(paths: LocalWorkspacePaths): Promise<LocalWorkspace> {
  await mkdir(paths.folder, { recursive: true });
  const key = `plane_api_${randomBytes(16).toString('hex')}`;
  const workerData = { data: join(paths.folder, 'workspace.db'), seed: 'sample', rate: 0, apiKey: key };
  const worker = new Worker(paths.script, { workerData, stdout: true, stderr: true });
  const startedServer = await waitForStart(worker);
  return { ...startedServer, key: new Secret(key), stop: () => stop(worker) };
}

function waitForStart(worker: Worker): Promise<{ baseUrl: string; workspace: string }> {
  return new Promise((resolve, reject) => {
    worker.once('error', (error) => reject(new LocalWorkspaceError(error.message)));
    worker.once('exit', (code) => reject(new LocalWorkspaceError(l10n.t('the server ended with code {0}', code))));
    worker.once('message', (message: unknown) => {
      const parsed = startMessage.safeParse(message);
      if (!parsed.success) reject(new LocalWorkspaceError(l10n.t('the server did not report its address')));
      else if ('error' in parsed.data) reject(new LocalWorkspaceError(parsed.data.error));
      else resolve(parsed.data);
    });
  });
}

async function stop(worker: Worker): Promise<void> {
  const stopPromise = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (message: unknown) => {
      if (message === 'stopped') resolve();
    });
  });
  worker.postMessage('stop');
  await stopPromise;
  await worker.terminate();
}
