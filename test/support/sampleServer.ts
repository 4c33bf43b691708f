// Starts the built-in server with the sample workspace, for tests.
import { rmSync } from 'node:fs';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/startServer.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { createSampleDatabase } from './sampleDatabase.ts';

export type SampleServerOptions = Partial<Omit<ServerOptions, 'data' | 'seed'>>;

/**
 * Starts a server with a new sample workspace. By default it uses real time and a free port, and has no rate limit.
 */
export async function startSampleServer(options: SampleServerOptions = {}): Promise<RunningServer> {
  const { clock = systemClock } = options;
  const now = clock.now();
  // All servers with real time start with the same data. For the first of them, this data is some minutes younger.
  const data = createSampleDatabase(clock === systemClock ? 'system' : String(now), now);
  const seed = { kind: 'sample' } as const;
  const server = await startServer({ rate: 0, port: 0, logger: silentLogger, ...options, clock, data, seed });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(data, { force: true });
    },
  };
}
