// Runs another program, with the tools of node_modules/.bin first on its PATH.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { root, toolFolder } from './paths.mjs';

/**
 * Returns the environment without the variables that the terminal of VS Code sets, which would connect a started VS
 * Code server to the window of this terminal.
 * @param {Record<string, string>} [additional]
 * @returns {Record<string, string | undefined>}
 */
export function childEnvironment(additional = {}) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VSCODE_') && name !== 'BROWSER' && name !== 'ELECTRON_RUN_AS_NODE',
  );
  const path = `${toolFolder}${delimiter}${process.env['PATH'] ?? ''}`;
  return { ...Object.fromEntries(inherited), PATH: path, ...additional };
}

/**
 * Resolves when the program exits with code 0, and otherwise rejects with an error that contains the command. If
 * `quiet` is true, the program's output is printed only if the program fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ folder?: string, quiet?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<void>}
 */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.folder ?? root,
    env: childEnvironment(options.env),
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  let output = '';
  const addOutput = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', addOutput);
  child.stderr?.on('data', addOutput);
  // The program receives the SIGINT of Ctrl+C from the terminal, but a SIGTERM to this process must be forwarded.
  const forwardSignal = () => child.kill('SIGTERM');
  process.once('SIGTERM', forwardSignal);
  const failure = await new Promise((resolve) => {
    child.once('error', (cause) => resolve(`could not be started (${cause.message})`));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`));
  });
  process.removeListener('SIGTERM', forwardSignal);
  if (failure === undefined) return;
  if (output !== '') process.stderr.write(output);
  throw new Error(`${[command, ...args].join(' ')} ${failure}`);
}

/**
 * Builds the extension and packages it as `packageFile`.
 * @param {{ quiet?: boolean }} [options]
 */
export async function packageExtension(options = {}) {
  await run('node', ['esbuild.mjs', '--package'], options);
}
