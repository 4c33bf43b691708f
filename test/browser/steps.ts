// Steps that several end-to-end tests share, for example signing in and opening a work item.

import { globSync, readFileSync } from 'node:fs';
import { succeedsBeforeTimeout } from '../support/playwrightTimeout.ts';
import { sendRequest } from '../support/requests.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import type { Fixture } from './scenario.ts';
import { runSignInCommand } from './signInPrompts.ts';

/**
 * Runs a part of a long test.
 * @throws the error of `work`, whose message then starts with the name of the part
 */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Error) cause.message = `${name}: ${cause.message}`;
    throw cause;
  }
}

type SignInFixture = Pick<Fixture, 'workbench'> & {
  readonly planeServer: Pick<Fixture['planeServer'], 'baseUrl' | 'workspace' | 'apiKey'>;
};

/**
 * Signs in with the command Sign In. `address` is the URL of the server or of a proxy. Resolves when the Projects view
 * shows the project.
 */
export async function signIn(
  { workbench, planeServer }: SignInFixture,
  address = planeServer.baseUrl,
  project: string | RegExp = 'Atlas Web',
): Promise<void> {
  await workbench.openContainer('Contrail');
  await runSignInCommand(workbench, planeServer, address);
  await workbench.view('Projects').row(project).waitUntilShown();
  await listAllItems(workbench);
}

/** Closes My Work, which makes the Projects view higher, and lists all work items of a project without groups. */
export async function listAllItems(workbench: Workbench): Promise<void> {
  await workbench.view('My Work').close();
  await workbench.runCommand('Contrail: Group Work Items By…');
  await workbench.quickInput.waitUntilShown('Group Work Items By');
  await workbench.quickInput.pick('None');
  await workbench.quickInput.waitUntilGone();
}

/**
 * Shows the Projects view without groups, in a window that is signed in. Resolves when the view shows the project.
 */
export async function openContrail(
  { workbench }: Pick<Fixture, 'workbench'>,
  project: string | RegExp = 'Atlas Web',
): Promise<void> {
  await workbench.openContainer('Contrail');
  await workbench.view('Projects').row(project).waitUntilShown();
  await listAllItems(workbench);
}

/** Double-clicks the row of a work item, which keeps its tab, and resolves with its page when the page is loaded. */
export async function openItem({ workbench }: Pick<Fixture, 'workbench'>, identifier: string): Promise<ItemPage> {
  const { locator } = workbench.view('Projects').row(new RegExp(`^${identifier} `));
  const tab = workbench.tab(`${identifier} `);
  // VS Code ignores a click if the row moves between the press and the release of the mouse button.
  await until(`the tab of ${identifier}`, async () => {
    await locator.dblclick();
    return succeedsBeforeTimeout(tab.waitFor({ timeout: 5_000 }));
  });
  return ItemPage.waitFor(workbench, identifier);
}

/**
 * Runs a command. Commands like `Edit Customer…` are not in the palette: instead, runs the command that asks for the
 * kind and picks Customer, and likewise for Create… and Change Work Item….
 */
export async function runCommandOfKind({ workbench }: Pick<Fixture, 'workbench'>, command: string): Promise<void> {
  const [, family, kind = ''] = /^(Create|Edit|Change) (.+?)…?$/.exec(command) ?? [];
  const familyCommand = {
    Create: 'Create…',
    Edit: 'Edit Project, Cycle or Other…',
    Change: 'Change Work Item…',
  }[family ?? ''];
  await workbench.runCommand(`Contrail: ${familyCommand ?? command}`);
  if (familyCommand === undefined) return;
  await workbench.quickInput.waitUntilShown(/What kind\?|Search fields/);
  await workbench.quickInput.pick(family === 'Change' ? `Change ${kind}` : kind);
}

/** Reads from the server, not through the extension; `path` is relative to the workspace's URL. */
export const readFromServer = ({ planeServer }: Pick<Fixture, 'planeServer'>, path: string) =>
  sendRequest(planeServer, 'GET', path);

/** Resolves when the condition is true for the server's response. */
export async function waitUntilServerHas(
  fixture: Pick<Fixture, 'planeServer'>,
  path: string,
  condition: (record: Awaited<ReturnType<typeof readFromServer>>) => boolean,
): Promise<void> {
  await until(`the expected response of ${path}`, async () => condition(await readFromServer(fixture, path)));
}

/** Returns the paths of the drafts of all accounts. */
function draftFiles({ server }: Fixture): readonly string[] {
  return globSync(`${server.userData}/User/globalStorage/contrail.contrail/drafts/*/*.json`);
}

/**
 * Resolves when a draft on disk contains this text. DraftStore writes a change within half a second, unless the machine
 * is busy.
 */
export async function waitForDraftOnDisk(fixture: Fixture, text: string): Promise<void> {
  await until(`a draft on disk that contains “${text}”`, async () =>
    draftFiles(fixture).some((file) => readFileSync(file, 'utf8').includes(text)),
  );
}
