// Owns `npm start`: installs what is missing, builds, and opens a VS Code with Contrail in it. Runs on a Node that has
// nothing installed yet. Arguments: --port N serves at that port; --once ends as soon as the workbench answers.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onPath } from './support/setup/browser.mjs';
import { childEnvironment } from './support/setup/child.mjs';
import { ensureCodeServer } from './support/setup/codeServer.mjs';
import { ensureDependencies } from './support/setup/dependencies.mjs';
import { build, packageExtension } from './support/setup/package.mjs';
import { root } from './support/setup/paths.mjs';

try {
  await ensureDependencies();
  const desktop = onPath('code');
  if (desktop === undefined) {
    await ensureCodeServer();
    await packageExtension({ quiet: true });
    process.exitCode = await show(process.argv.slice(2));
  } else {
    await build();
    process.exitCode = await show(['--desktop', desktop]);
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

/**
 * Stays as long as what is shown does, and ends as it ends.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function show(args) {
  const child = spawn('node', [join('test', 'support', 'start.ts'), ...args], {
    cwd: root,
    env: childEnvironment(),
    stdio: 'inherit',
  });
  // Ctrl+C reaches the child by itself, a SIGTERM does not; either way it is the child that ends, and this program
  // after it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A SIGTERM to npm ends npm and its shell, and is passed on to nobody: being left behind is all we learn of it.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  watch.unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
