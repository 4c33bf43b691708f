// Owns running another program to its end: with this repository's tools first on its PATH, and a failure that says what
// was run.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { root, toolFolder } from './paths.mjs';

/**
 * The environment without what an enclosing VS Code terminal leaves in it: those variables turn a server into a client
 * of that window.
 * @param {Record<string, string>} [more]
 * @returns {Record<string, string | undefined>}
 */
export function childEnvironment(more = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VSCODE_') && name !== 'BROWSER' && name !== 'ELECTRON_RUN_AS_NODE',
  );
  const path = `${toolFolder}${delimiter}${process.env['PATH'] ?? ''}`;
  return { ...Object.fromEntries(inherited), PATH: path, ...more };
}

/**
 * Resolves when the program ends with 0. Quiet programs are heard only when they fail.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ folder?: string, quiet?: boolean, env?: Record<string, string> }} [how]
 * @returns {Promise<void>}
 */
export async function run(command, args, how = {}) {
  const child = spawn(command, args, {
    cwd: how.folder ?? root,
    env: childEnvironment(how.env),
    stdio: how.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  let heard = '';
  const hear = (/** @type {Buffer} */ piece) => {
    heard += piece.toString();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  // Ctrl+C reaches the whole foreground group by itself; a SIGTERM is for us alone.
  const passOn = () => child.kill('SIGTERM');
  process.once('SIGTERM', passOn);
  const ending = await new Promise((resolve) => {
    child.once('error', (cause) => resolve(`could not be started (${cause.message})`));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`));
  });
  process.removeListener('SIGTERM', passOn);
  if (ending === undefined) return;
  if (heard !== '') process.stderr.write(heard);
  throw new Error(`${[command, ...args].join(' ')} ${ending}`);
}
