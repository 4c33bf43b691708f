// A program that crashes while it has an API key in memory and a request is running.
// The first line of standard input is a `Crash` in JSON, and starts the request; the second line triggers the crash.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient } from '../../../src/client/api/client.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import type { Crash } from './crashes.ts';

async function crash({ how, baseUrl, key }: Crash, trigger: Promise<unknown>): Promise<void> {
  const credential = { kind: 'key', secret: new Secret(key), origin: baseUrl } as const;
  const transport = createTransport();
  const client = createClient({
    baseUrl,
    workspace: 'contrail',
    credential,
    clock: systemClock,
    logger: silentLogger,
    transport,
  });
  const runningRequest = client.call.listProjects({});
  await trigger;
  switch (how) {
    case 'the fault of a request':
      // The server closes the connection; the rejection is not handled.
      void client.call.createWorkItem({ project_id: 'cut', body: { name: 'n' } });
      break;
    case 'an error that refers to the client':
      void Promise.reject(Object.assign(new Error('lost'), { client, credential, transport, running: runningRequest }));
      break;
    case 'an exception':
      setImmediate(() => {
        throw Object.assign(new TypeError('cannot read'), { client, credential, cause: { credential } });
      });
      break;
    case 'an abort':
      process.abort();
      break;
    case 'a signal':
      process.kill(process.pid, 'SIGSEGV');
      break;
    default:
      how satisfies never;
  }
  await runningRequest;
}

const lines = createInterface({ input: process.stdin });
const [line] = await once(lines, 'line');
await crash(JSON.parse(String(line)), once(lines, 'line'));
