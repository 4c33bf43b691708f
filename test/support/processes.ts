// Starts processes that cannot outlive the test, and ends them together with their child processes.
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './setup/child.mjs';
import { root } from './setup/paths.mjs';
import { until } from './until.ts';

interface ProcessLine {
  readonly id: number;
  readonly command: string;
}

/** Runs Node with these arguments in a new process group, which ends when this process ends, even by SIGKILL. */
export function withWatchdog(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  output: number | 'pipe',
): ChildProcess {
  const stdio: StdioOptions = ['pipe', output, output];
  return spawn(process.execPath, [join(import.meta.dirname, 'watchdog.ts'), process.execPath, ...args], {
    cwd: root,
    env: childEnvironment(env),
    stdio,
    detached: true,
  });
}

/**
 * Ends a `withWatchdog` process with its group: with SIGTERM, and with SIGKILL after five seconds. Resolves when the
 * whole group has ended.
 */
export async function endGroup(watchdog: ChildProcess): Promise<void> {
  const group = watchdog.pid;
  if (group === undefined) return;
  signalGroup(group, 'SIGTERM');
  const patience = Date.now() + 5_000;
  await until(`process group ${group} to end`, () => {
    if (Date.now() > patience) signalGroup(group, 'SIGKILL');
    return !signalGroup(group, 0);
  });
}

/** Returns false if the group no longer exists. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ESRCH') return false;
    throw cause;
  }
}

/** Returns the descendants of this process, at any depth. */
export function descendants(ancestor: number): ProcessLine[] {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => ({ id: Number(match[1]), parent: Number(match[2]), command: match[3] ?? '' }));
  const below = new Set([ancestor]);
  // A child may be listed before its parent: repeat until nothing is added.
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { id, parent } of all) if (below.has(parent)) below.add(id);
  }
  return all.filter(({ id }) => below.has(id) && id !== ancestor);
}
