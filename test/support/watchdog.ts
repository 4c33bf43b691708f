// Runs a program, and kills its process group when standard input ends with the parent process.
// Must be started with `detached`, so that this process leads a new process group.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('A watchdog needs a program to run');

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
// The program receives SIGTERM too. This process waits until the program has ended; otherwise the program would remain
// in the group as a zombie, because no process would reap it.
process.once('SIGTERM', () => undefined);
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.once('end', () => process.kill(-process.pid, 'SIGKILL'));
