// Runs the server in a worker thread, which posts the server's URL and stops it on request.
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../std/errorMessage.ts';
import type { Dialect } from './http/dialect.ts';

/** The `workerData` of the worker. */
export interface WorkerInput {
  /** Path of the database, or `:memory:`. */
  readonly data: string;
  /** The initial content of the database: `sample`, `empty` or `scale:<n>`. */
  readonly seed: string;
  readonly rate: number;
  readonly apiKey: string;
  /** The dialect of the server: `spec` (the default) or `community`. */
  readonly dialect?: Dialect;
}

/** The messages of the worker: the server's URL or why it could not start, then `stopped` after the message `stop`. */
export type WorkerMessage =
  | { readonly baseUrl: string; readonly workspace: string }
  | { readonly error: string }
  | 'stopped';

async function runServer(
  post: (message: WorkerMessage) => void,
  onStop: (stop: () => Promise<void>) => void,
  closePort: () => void,
): Promise<void> {
  try {
    const { data, seed, rate, apiKey, dialect } = workerData as WorkerInput;
    // The server is imported here, so that the worker posts an error message if Node.js has no SQLite, instead of
    // failing to load.
    const [{ startServer }, { parseSeed }] = await Promise.all([
      import('./startServer.ts'),
      import('./sample/seed.ts'),
    ]);
    const parsed = parseSeed(seed);
    if (parsed === undefined) throw new Error(`There is no seed called ${seed}.`);
    const server = await startServer({
      data,
      seed: parsed,
      rate,
      apiKey,
      dialect,
      port: 0,
      runsInOwnThread: true,
    });
    onStop(async () => {
      await server.stop();
      post('stopped');
      closePort();
    });
    post({ baseUrl: server.baseUrl, workspace: server.workspace });
  } catch (error) {
    post({ error: errorMessage(error, String(error)) });
    closePort();
  }
}

if (parentPort !== null) {
  const port = parentPort;
  let stop: (() => Promise<void>) | undefined;
  let isStopRequested = false;
  port.on('message', (message: unknown) => {
    if (message !== 'stop') return;
    isStopRequested = true;
    void stop?.();
  });
  void runServer(
    (message) => port.postMessage(message),
    (stopServer) => {
      stop = stopServer;
      if (isStopRequested) void stopServer();
    },
    () => port.close(),
  );
}
