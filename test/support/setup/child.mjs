// Runs another program to its end, with this repository's tools first on its PATH.
// The error of a failed program names the command.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { root, toolFolder } from './paths.mjs';

/**
 * Returns the environment without the variables that an enclosing VS Code terminal sets: they would turn a server into
 * a client of that window.
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
 * Resolves when the program exits with 0. The output of a quiet program is printed only if it fails.
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
  // Ctrl+C is sent to the whole foreground process group, a SIGTERM only to this process.
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
