// Tests that the imports of files inside undici work, and are still necessary.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as undici from 'undici';
import { expect, it } from 'vitest';
import { Agent, buildConnector, Client, connect, request } from '../../../src/client/network/undici.ts';

it('network/undici.ts exports the same functions and classes as the undici package', () => {
  expect(Agent).toBe(undici.Agent);
  expect(Client).toBe(undici.Client);
  expect(buildConnector).toBe(undici.buildConnector);
  expect(undici.Dispatcher.prototype).toHaveProperty('request', request);
  expect(undici.Dispatcher.prototype).toHaveProperty('connect', connect);
});

// When this test fails, the imports of files inside the package are no longer necessary.
it('undici sets the process-wide dispatcher when its main file is imported', async () => {
  const script = `
    const isSet = () => Symbol.for('undici.globalDispatcher.1') in globalThis;
    const before = isSet();
    require('undici');
    console.log(before, isSet());
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: import.meta.dirname });
  expect(stdout.trim()).toBe('false true');
});
