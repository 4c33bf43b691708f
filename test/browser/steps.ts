// Steps that several end-to-end tests share: signing in, and opening the page of a work item.

import { globSync, readFileSync } from 'node:fs';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import type { Fixture } from './scenario.ts';

/**
 * Signs in to the separate server, or to a proxy in front of it, with the palette. Resolves when the project is shown.
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

/** Opens a work item from its row, and resolves when its page shows it. */
export async function openItem({ workbench }: Pick<Fixture, 'workbench'>, identifier: string): Promise<ItemPage> {
  await workbench
    .view('Projects')
    .row(new RegExp(`^${identifier} `))
    .click();
  return ItemPage.of(workbench, identifier);
}

/** A record, or a page of records, as the server returns it. */
export type ServerRecord = Readonly<Record<string, unknown>> & {
  readonly results?: readonly Readonly<Record<string, unknown>>[];
};

/** Resolves with what the server stores, without using the extension; the path starts after the workspace. */
export async function askServer({ planeServer }: Pick<Fixture, 'planeServer'>, path: string): Promise<ServerRecord> {
  const answer = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`, {
    headers: { 'X-API-Key': planeServer.apiKey },
  });
  return (await answer.json()) as ServerRecord;
}

/** Resolves when what the server stores satisfies the condition. */
export async function serverHas(
  fixture: Pick<Fixture, 'planeServer'>,
  path: string,
  wanted: (record: ServerRecord) => boolean,
): Promise<void> {
  await until(`the server to have it at ${path}`, async () => wanted(await askServer(fixture, path)));
}

/**
 * Resolves when a draft on disk contains this text: at most half a second after it was typed, unless the machine is
 * busy.
 */
export async function draftOnDisk({ server }: Fixture, words: string): Promise<void> {
  const pattern = `${server.userData}/User/globalStorage/contrail.contrail/drafts/*/*.json`;
  await until(`a draft on disk that holds “${words}”`, async () =>
    globSync(pattern).some((file) => readFileSync(file, 'utf8').includes(words)),
  );
}
