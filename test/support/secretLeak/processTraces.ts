// Reads the arguments and environment variables of running processes for the leak search.
import { existsSync, readFileSync } from 'node:fs';
import { descendants } from '../processes.ts';
import { createTrace, type Trace } from './trace.ts';

/** Returns the arguments and, on systems with `/proc`, the environment variables of all descendants of a process. */
export function tracesOfProcesses(ancestor: number): Trace[] {
  return descendants(ancestor).flatMap(({ id, command }) => {
    const name = command.slice(0, 80);
    return [
      createTrace('process arguments', name, command),
      ...readProcFile(id, 'cmdline').map((bytes) => createTrace('process arguments', name, bytes)),
      ...readProcFile(id, 'environ').map((bytes) => createTrace('process environments', name, bytes)),
    ];
  });
}

/** Returns the content of the file, or an empty array if the process has ended or the file is not readable. */
function readProcFile(id: number, file: 'cmdline' | 'environ'): Buffer[] {
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
