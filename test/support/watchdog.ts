// Owns a leash: runs a program, and ends the whole process group as soon as whoever holds the other end of standard
// input is gone, however that came. To be started detached, so that it leads a group of its own.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('A leash needs a program to run');

const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
// The program hears it too. It is waited for, so that it does not stay behind as a zombie that is in the group and
// nobody's.
process.once('SIGTERM', () => undefined);
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume();
process.stdin.once('end', () => process.kill(-process.pid, 'SIGKILL'));
