// `npm start`: installs missing dependencies, builds Contrail, and opens VS Code with Contrail.
// Arguments: `--port N` sets the port of VS Code in the browser; `--once` exits as soon as VS Code responds. This file
// imports no npm package, because none may be installed yet.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onPath } from './support/setup/browser.mjs';
import { childEnvironment, packageExtension, run } from './support/setup/child.mjs';
import { ensureCodeServer } from './support/setup/codeServer.mjs';
import { ensureDependencies } from './support/setup/dependencies.mjs';
import { root } from './support/setup/paths.mjs';

try {
  await ensureDependencies();
  const desktop = onPath('code');
  if (desktop === undefined) {
    await ensureCodeServer();
    await packageExtension({ quiet: true });
    process.exitCode = await openWindow(process.argv.slice(2));
  } else {
    await run('node', ['esbuild.mjs']);
    process.exitCode = await openWindow(['--desktop', desktop]);
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

/**
 * Runs test/support/start.ts, and resolves with its exit code.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function openWindow(args) {
  const child = spawn('node', [join('test', 'support', 'start.ts'), ...args], {
    cwd: root,
    env: childEnvironment(),
    stdio: 'inherit',
  });
  // The child process receives the SIGINT of Ctrl+C from the terminal; SIGTERM must be forwarded. In both cases this
  // process exits after the child process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // If npm receives SIGTERM, npm and its shell end, and this process gets no signal. It only gets another parent
  // process.
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  timer.unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
