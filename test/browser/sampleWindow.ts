// Opens a window of the packaged extension, signed in to a server with the sample workspace, for scripts that take
// screenshots.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import type { Settings } from '../support/settings.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { packageExtension } from '../support/setup/child.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageFile } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { signIn } from './steps.ts';

export interface SampleWindow extends AsyncDisposable {
  readonly workbench: Workbench;
  readonly planeServer: BuiltInServer;
  /** The folder that is open in the window. */
  readonly workspace: string;
}

interface SampleWindowOptions {
  /** The name of another sample user for whom the server creates an API key. */
  readonly otherUser?: string;
  /** A function that changes the workspace folder before it is opened. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
  /** The user's settings in addition to those of the tests. */
  readonly settings?: Settings;
}

/** Deletes the folder `home`, packages the extension, and resolves when the Projects view shows the sample projects. */
export async function openSampleWindow(
  home: string,
  { otherUser: other, prepare, settings = {} }: SampleWindowOptions = {},
): Promise<SampleWindow> {
  await ensureCodeServer();
  await ensureBrowser();
  await packageExtension({ quiet: true });
  rmSync(home, { recursive: true, force: true });
  await using disposables = new AsyncDisposableStack();
  const workspace = copySampleFolder(join(home, 'workspace'));
  await prepare?.(workspace);
  const server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, settings });
  disposables.defer(() => server.stop());
  const planeServer = await BuiltInServer.start(other === undefined ? {} : { otherUser: other, rate: 0 });
  disposables.defer(() => planeServer.stop());
  const browser = await openBrowser(join(home, 'profile'));
  disposables.defer(() => browser.close());
  const workbench = await Workbench.open(browser, server);
  await signIn({ workbench, planeServer });
  const windowDisposables = disposables.move();
  return { workbench, planeServer, workspace, [Symbol.asyncDispose]: () => windowDisposables.disposeAsync() };
}
