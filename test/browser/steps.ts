// Steps that several end-to-end tests share, for example signing in and opening a work item.

import { globSync, readFileSync } from 'node:fs';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import type { Fixture } from './scenario.ts';

/**
 * Signs in with the command Sign In. `address` is the URL of the server or of a proxy. Resolves when the Projects view
 * shows the project.
 */
export async function signIn(
  {
    workbench,
    planeServer,
  }: Pick<Fixture, 'workbench'> & {
    readonly planeServer: Pick<Fixture['planeServer'], 'baseUrl' | 'workspace' | 'apiKey'>;
  },
  address = planeServer.baseUrl,
  project: string | RegExp = 'Atlas Web',
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.openContainer('Contrail');
  await workbench.runCommand('Contrail: Sign In');
  await quickInput.shown('Select the server of the workspace');
  await quickInput.pick('Self-hosted');
  await quickInput.shown('Address of the server');
  await quickInput.accept(`${address}/${planeServer.workspace}/projects/`);
  await quickInput.shown('Slug of the workspace');
  await quickInput.accept();
  await quickInput.shown('Select how to sign in');
  await quickInput.pick('API key');
  await quickInput.shown('API key for');
  await quickInput.accept(planeServer.apiKey);
  await workbench.view('Projects').row(project).shown();
}

/** Shows the views of Contrail in a test with `startsSignedIn`. Resolves when the Projects view shows the project. */
export async function openContrail(
  { workbench }: Pick<Fixture, 'workbench'>,
  project: string | RegExp = 'Atlas Web',
): Promise<void> {
  await workbench.openContainer('Contrail');
  await workbench.view('Projects').row(project).shown();
}

/** Clicks the row of a work item, and resolves with its page when the page is loaded. */
export async function openItem({ workbench }: Pick<Fixture, 'workbench'>, identifier: string): Promise<ItemPage> {
  await workbench
    .view('Projects')
    .row(new RegExp(`^${identifier} `))
    .click();
  return ItemPage.of(workbench, identifier);
}

/** A response of the server: a record, or one page of a list. */
export type ServerRecord = Readonly<Record<string, unknown>> & {
  readonly results?: readonly Readonly<Record<string, unknown>>[];
};

/** Sends a GET request to the server, not through the extension; `path` is relative to the workspace's URL. */
export async function askServer({ planeServer }: Pick<Fixture, 'planeServer'>, path: string): Promise<ServerRecord> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`, {
    headers: { 'X-API-Key': planeServer.apiKey },
  });
  return (await response.json()) as ServerRecord;
}

/** Resolves when the condition is true for the server's response. */
export async function serverHas(
  fixture: Pick<Fixture, 'planeServer'>,
  path: string,
  condition: (record: ServerRecord) => boolean,
): Promise<void> {
  await until(`the expected response of ${path}`, async () => condition(await askServer(fixture, path)));
}

/**
 * Resolves when a draft on disk contains this text. DraftStore writes a change within half a second, unless the machine
 * is busy.
 */
export async function draftOnDisk({ server }: Fixture, text: string): Promise<void> {
  const pattern = `${server.userData}/User/globalStorage/contrail.contrail/drafts/*/*.json`;
  await until(`a draft on disk that contains “${text}”`, async () =>
    globSync(pattern).some((file) => readFileSync(file, 'utf8').includes(text)),
  );
}
