// Starts processes that end when the test process ends, and ends them with their child processes.
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './setup/child.mjs';
import { root } from './setup/paths.mjs';
import { until } from './until.ts';

interface ProcessLine {
  readonly id: number;
  readonly command: string;
}

/** Runs a program in a new process group, which ends when this process ends, even after SIGKILL. */
export function spawnWithWatchdog(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  output: number | 'pipe',
): ChildProcess {
  const stdio: StdioOptions = ['pipe', output, output];
  return spawn(process.execPath, [join(import.meta.dirname, 'watchdog.ts'), program, ...args], {
    cwd: root,
    env: childEnvironment(env),
    stdio,
    detached: true,
  });
}

/**
 * Ends the process group of a process that `spawnWithWatchdog` started: sends SIGTERM, and SIGKILL after five seconds.
 * Resolves when all processes of the group have ended.
 */
export async function endGroup(watchdog: ChildProcess): Promise<void> {
  const group = watchdog.pid;
  if (group === undefined) return;
  signalGroup(group, 'SIGTERM');
  const deadline = Date.now() + 5_000;
  await until(`process group ${group} to end`, () => {
    if (Date.now() > deadline) signalGroup(group, 'SIGKILL');
    return !signalGroup(group, 0);
  });
}

/** Sends a signal to a process group; 0 only checks that the group exists. Returns false if it does not exist. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  return sendSignal(-group, signal);
}

/**
 * Sends a signal to a process or, if the id is negative, to a process group. Returns false if it has ended already.
 * @throws any other error of the system, for example if the signal is not permitted
 */
export function sendSignal(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(id, signal);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ESRCH') return false;
    throw cause;
  }
}

/** Returns all descendants of the process with this id. */
export function descendants(ancestor: number): ProcessLine[] {
  const processes = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ id: Number(match[1]), parent: Number(match[2]), command: match[3] ?? '' }));
  const processTreeIds = new Set([ancestor]);
  // `ps` may list a child before its parent, so the loop repeats until no process is added.
  for (let previousSize = 0; previousSize !== processTreeIds.size; ) {
    previousSize = processTreeIds.size;
    for (const { id, parent } of processes) if (processTreeIds.has(parent)) processTreeIds.add(id);
  }
  return processes.filter(({ id }) => processTreeIds.has(id) && id !== ancestor);
}
