// A program that crashes while it holds a key.
// The first line of standard input names the crash, the server and the key, and starts a request;
// the second line lets the program crash in the middle of the request.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createClient } from '../../../src/client/client.ts';
import { createWire } from '../../../src/client/wire.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import type { Crash } from './crashes.ts';

async function crash({ how, baseUrl, key }: Crash, now: Promise<unknown>): Promise<void> {
  const credential = { kind: 'key', secret: new Secret(key), origin: baseUrl } as const;
  const wire = createWire();
  const client = createClient({
    baseUrl,
    workspace: 'contrail',
    credential,
    clock: systemClock,
    logger: silentLogger,
    wire,
  });
  const running = client.call.listProjects({});
  await now;
  switch (how) {
    case 'the fault of a request':
      // The rejection is not handled.
      void client.call.createWorkItem({ project_id: 'cut', body: { name: 'n' } });
      break;
    case 'whatever is known of the request':
      void Promise.reject(Object.assign(new Error('lost'), { client, credential, wire, running }));
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
  await running;
}

const lines = createInterface({ input: process.stdin });
const [line] = await once(lines, 'line');
await crash(JSON.parse(String(line)), once(lines, 'line'));
