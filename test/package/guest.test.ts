// Tests that the packaged bundles do not change global state of the extension host.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';

it('The bundles do not copy the API of VS Code, and change no globals, built-ins, dispatcher, environment, listeners, modules or networking', async () => {
  const script = join(import.meta.dirname, 'guest.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, join(root, 'dist')], {
    env: childEnvironment(),
  });
  expect(JSON.parse(stdout)).toEqual({ status: 200, changed: [], apiCopyCount: 0 });
}, 30_000);
