// Runs a program, and kills the whole process group as soon as the other end of standard input
// closes, for any reason. Must be started detached, so that it leads a process group of its own.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('A watchdog needs a program to run');

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
// The program receives the signal too. This process waits for it: otherwise the program would stay in the group as a
// zombie that no process reaps.
process.once('SIGTERM', () => undefined);
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.once('end', () => process.kill(-process.pid, 'SIGKILL'));
