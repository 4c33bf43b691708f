// Owns the processes that a test starts: on a leash, so that none outlives it, and ended with all that they started.
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './setup/child.mjs';
import { root } from './setup/paths.mjs';
import { until } from './until.ts';

interface ProcessLine {
  readonly id: number;
  readonly command: string;
}

/** Runs Node with these arguments in a process group of its own, which ends when this process does, even by SIGKILL. */
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
 * Ends a withWatchdog process with its group: politely, then by force after five seconds. Resolves when all of the
 * group is gone.
 */
export async function endGroup(leash: ChildProcess): Promise<void> {
  const group = leash.pid;
  if (group === undefined) return;
  signalGroup(group, 'SIGTERM');
  const patience = Date.now() + 5_000;
  await until(`process group ${group} to end`, () => {
    if (Date.now() > patience) signalGroup(group, 'SIGKILL');
    return !signalGroup(group, 0);
  });
}

/** False when there is no such group any more. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ESRCH') return false;
    throw cause;
  }
}

/** The processes below this one, at any depth. */
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
  // A child may be listed before its parent: go over the list until nothing is added.
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { id, parent } of all) if (below.has(parent)) below.add(id);
  }
  return all.filter(({ id }) => below.has(id) && id !== ancestor);
}
