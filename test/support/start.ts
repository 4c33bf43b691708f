// Opens the window of `npm start` once everything is built: the installed VS Code, else one that is
// served on the loopback.
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { quiet, type Settings } from './settings.ts';
import { run } from './setup/child.mjs';
import { packageFile, root, scratchFolder } from './setup/paths.mjs';
import { freePort, VscodeServer } from './vscodeServer.ts';

const home = join(scratchFolder, 'start');
/** Contrail opens the local workspace by itself, and the folder's README explains where to click. */
const settings: Settings = { 'contrail.localWorkspace.openOnStart': true, 'workbench.startupEditor': 'readme' };
/** The same port each time: a served VS Code keeps its secrets in the browser, per origin. */
const usualPort = 8137;

const { values } = parseArgs({
  options: { desktop: { type: 'string' }, port: { type: 'string' }, once: { type: 'boolean', default: false } },
});
const workspace = copySampleWorkspace(join(home, 'workspace'));
if (values.desktop === undefined)
  await serve(values.port === undefined ? await freePort(usualPort) : Number(values.port), values.once);
else await openDesktop(values.desktop);

/** The window belongs to VS Code: it stays open when this program has ended. */
async function openDesktop(program: string): Promise<void> {
  const user = join(home, 'user');
  const settingsFile = join(user, 'User', 'settings.json');
  mkdirSync(join(user, 'User'), { recursive: true });
  if (!existsSync(settingsFile)) writeFileSync(settingsFile, JSON.stringify({ ...quiet, ...settings }, undefined, 2));
  const folders = [`--user-data-dir=${user}`, `--extensions-dir=${join(home, 'desktop-extensions')}`];
  await run(program, ['--new-window', `--extensionDevelopmentPath=${root}`, ...folders, workspace]);
  console.log('VS Code is opening with Contrail in it.');
}

async function serve(port: number, onlyOnce: boolean): Promise<void> {
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const known = existsSync(join(home, 'user', 'User', 'settings.json'));
  const server = await VscodeServer.start({ home, workspace, port, vsix: packageFile, ...(known ? {} : { settings }) });
  try {
    const answer = await fetch(server.address());
    if (!answer.ok) throw new Error(`The workbench answers with ${answer.status}`);
    console.log(
      `\n  VS Code with Contrail in it:  ${server.address()}\n\n  Open the address in a browser on this machine. Ctrl+C stops it.\n`,
    );
    if (!onlyOnce) await stopped;
  } finally {
    await server.stop();
  }
}
