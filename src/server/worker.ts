// Runs the server in a worker thread: reports its address, and stops on request.
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../std/clock.ts';
import { errorMessage } from '../std/errorMessage.ts';
import { silentLogger } from '../std/logger.ts';
import type { Dialect } from './dialect.ts';

/** The `workerData` of the worker. */
export interface WorkerInput {
  /** Path of the database, or `:memory:`. */
  readonly data: string;
  /** `sample`, `empty` or `scale:<n>`. */
  readonly seed: string;
  readonly rate: number;
  readonly apiKey: string;
  /** `spec` (the default) or `community`. */
  readonly dialect?: Dialect;
}

/** Messages of the worker: first its address or why it could not start, then `stopped` after `stop`. */
export type WorkerMessage =
  | { readonly baseUrl: string; readonly workspace: string }
  | { readonly error: string }
  | 'stopped';

async function run(
  post: (word: WorkerMessage) => void,
  onStop: (stop: () => Promise<void>) => void,
  end: () => void,
): Promise<void> {
  try {
    const { data, seed, rate, apiKey, dialect } = workerData as WorkerInput;
    // Loaded here, so that an editor whose Node.js has no SQLite gets an error message instead of losing the worker.
    const [{ startServer }, { parseSeed }] = await Promise.all([
      import('./startServer.ts'),
      import('./sample/seed.ts'),
    ]);
    const parsed = parseSeed(seed);
    if (parsed === undefined) throw new Error(`There is no seed called ${seed}.`);
    const own = { port: 0, ownsThread: true, clock: systemClock, logger: silentLogger };
    const server = await startServer({ data, seed: parsed, rate, apiKey, dialect, ...own });
    onStop(async () => {
      await server.stop();
      post('stopped');
      end();
    });
    post({ baseUrl: server.baseUrl, workspace: server.workspace });
  } catch (error) {
    post({ error: errorMessage(error, String(error)) });
    end();
  }
}

if (parentPort !== null) {
  const port = parentPort;
  let stop: (() => Promise<void>) | undefined;
  let stopAsked = false;
  port.on('message', (word: unknown) => {
    if (word !== 'stop') return;
    stopAsked = true;
    void stop?.();
  });
  void run(
    (word) => port.postMessage(word),
    (ready) => {
      stop = ready;
      if (stopAsked) void ready();
    },
    () => port.close(),
  );
}
