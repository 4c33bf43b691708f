// Runs the server as a process, and defines its output, signals and exit codes.

import { errorMessage } from '../std/errorMessage.ts';
import { parseCommandLine, USAGE } from './commandLine.ts';

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if ('problem' in commandLine) return fail(commandLine.problem, 2);
  if (commandLine.help) return print(USAGE);
  try {
    // Suppresses the warning that `node:sqlite` is experimental, which does not concern the user.
    process.removeAllListeners('warning');
    const { startServer } = await import('./startServer.ts');
    const server = await startServer({
      ...commandLine,
      runsInOwnThread: true,
    });
    const stop = (): void => void server.stop().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    const { baseUrl, workspace, apiKey, accessToken, otherKey } = server;
    if (commandLine.json) return print(`${JSON.stringify({ baseUrl, workspace, apiKey, accessToken, otherKey })}\n`);
    print(`Serving the workspace ${workspace} at ${baseUrl}\nAPI key: ${apiKey}\n`);
    if (accessToken !== undefined) print(`Access token: ${accessToken}\n`);
    if (otherKey !== undefined) print(`API key of ${commandLine.otherUser}: ${otherKey}\n`);
    print('Stop with Ctrl+C.\n');
  } catch (error) {
    fail(`The server could not start: ${errorMessage(error, String(error))}`, 1);
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

function fail(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

await main();
