// Reads the arguments of running processes, and the environment in which they were started.
import { existsSync, readFileSync } from 'node:fs';
import { descendants } from '../processes.ts';
import { type Trace, trace } from './trace.ts';

/**
 * Returns the traces of every descendant of this process. Environments are included where the system exposes them as
 * files.
 */
export function tracesOfProcesses(ancestor: number): Trace[] {
  return descendants(ancestor).flatMap(({ id, command }) => {
    const name = command.slice(0, 80);
    return [
      trace('process arguments', name, command),
      ...partsOf(id, 'cmdline').map((bytes) => trace('process arguments', name, bytes)),
      ...partsOf(id, 'environ').map((bytes) => trace('process environments', name, bytes)),
    ];
  });
}

/** A process that has ended exposes nothing. */
function partsOf(id: number, file: 'cmdline' | 'environ'): Buffer[] {
  const path = `/proc/${id}/${file}`;
  if (!existsSync(path)) return [];
  try {
    return [readFileSync(path)];
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(cause.code)))
      return [];
    throw cause;
  }
}
