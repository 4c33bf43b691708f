// Owns being a good guest, for the bundles that people get: a process in which they have worked is as it was before.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';

it('leaves globals, built-ins, dispatcher, environment, listeners, modules and network defaults as they were', async () => {
  const script = join(import.meta.dirname, 'guest.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, join(root, 'dist')], {
    env: childEnvironment(),
  });
  expect(JSON.parse(stdout)).toEqual({ status: 200, changed: [] });
}, 30_000);
