// Opens the window of `npm start`: in the installed VS Code or, if there is none, in the browser.
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSampleFolder } from '../../src/features/sampleFolder/createSampleFolder.ts';
import { defaultSampleFolder } from '../../src/features/sampleFolder/sampleFolderPlaces.ts';
import { quietSettings, type Settings } from './settings.ts';
import { run } from './setup/child.mjs';
import { packageFile, root, scratchFolder } from './setup/paths.mjs';
import { freePort, VscodeServer } from './vscodeServer.ts';

const home = join(scratchFolder, 'start');
/** In the sample folder, Contrail opens the sample workspace and a page that lists what to try. */
const settings: Settings = {
  'contrail.sync.enabled': true,
};
/** A fixed port, because a browser stores VS Code's secrets for each origin separately. */
const usualPort = 8137;

const { values } = parseArgs({
  options: { desktop: { type: 'string' }, port: { type: 'string' }, once: { type: 'boolean', default: false } },
});
/** Where Contrail itself creates the sample folder, so that it recognizes the folder. */
const workspace = defaultSampleFolder(join(home, 'user', 'User', 'globalStorage', 'contrail.contrail'));
if ((await createSampleFolder(workspace, { git: 'git', now: Date.now() })) === 'withoutGit')
  console.warn('Git could not be run, so the sample folder has no repository, and linking code can’t be tried.');
if (values.desktop === undefined)
  await serveUntilStopped(values.port === undefined ? await freePort(usualPort) : Number(values.port), values.once);
else await openDesktop(values.desktop);

/** Opens a window of the installed VS Code, which stays open after this program has ended. */
async function openDesktop(program: string): Promise<void> {
  const user = join(home, 'user');
  const settingsFile = join(user, 'User', 'settings.json');
  mkdirSync(join(user, 'User'), { recursive: true });
  if (!existsSync(settingsFile))
    writeFileSync(settingsFile, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  const folders = [`--user-data-dir=${user}`, `--extensions-dir=${join(home, 'desktop-extensions')}`];
  await run(program, ['--new-window', `--extensionDevelopmentPath=${root}`, ...folders, workspace]);
  console.log('VS Code is opening with Contrail in it.');
}

async function serveUntilStopped(port: number, onlyOnce: boolean): Promise<void> {
  const stopRequested = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const hasSettings = existsSync(join(home, 'user', 'User', 'settings.json'));
  const initialSettings = hasSettings ? {} : { settings };
  const server = await VscodeServer.start({ home, workspace, port, vsix: packageFile, ...initialSettings });
  try {
    const response = await fetch(server.address());
    if (!response.ok) throw new Error(`The workbench answers with ${response.status}`);
    console.log(
      `\n  VS Code with Contrail in it:  ${server.address()}\n\n  Open the address in a browser on this machine. Ctrl+C stops it.\n`,
    );
    if (!onlyOnce) await stopRequested;
  } finally {
    await server.stop();
  }
}
