// Owns a program that crashes with a key in its hands: a first line of standard input tells it how, where to ask and
// with which key, and it asks; a second line lets it come to its end, in the middle of the request.
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
      // Nobody hears of it.
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
