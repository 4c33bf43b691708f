// `npm start`: installs what is missing, builds, and opens VS Code with Contrail.
// Runs on a Node without installed packages. Arguments: --port N serves at that port; --once exits
// as soon as the workbench responds.
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
 * Resolves with the exit code of the window's process when it exits.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function show(args) {
  const child = spawn('node', [join('test', 'support', 'start.ts'), ...args], {
    cwd: root,
    env: childEnvironment(),
    stdio: 'inherit',
  });
  // Ctrl+C reaches the child process directly, a SIGTERM does not. In both cases the child exits first, and this
  // program after it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A SIGTERM to npm ends npm and its shell without reaching this process: a changed parent process is the only sign of
  // it.
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
