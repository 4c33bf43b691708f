// Starts a source and a target server, and runs copies between them, for the tests of copying.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import { uploadFile } from '../../../src/client/files/upload.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { type CopyStore, createCopyStore, type StoredCopy } from '../../../src/copy/copyStore.ts';
import { type PlanOptions, type PlanResult, planCopy, writeOperationsOf } from '../../../src/copy/plan.ts';
import { readSource } from '../../../src/copy/readSource.ts';
import { type CopyOutcome, type RunCopyOptions, runCopy } from '../../../src/copy/steps/runCopy.ts';
import { readTargetInfo } from '../../../src/copy/targetInfo.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { advanceUntilDone, FakeClock } from '../../support/clock.ts';
import { type FaultProxy, openFaultProxy } from '../../support/faultProxy.ts';
import { sample, startTestServer, type TestServer } from '../../support/testServer.ts';

type ServerChanges = Parameters<typeof startTestServer>[0];

export const WEB_PROJECT_ID = sample.project('WEB');
const accounts = { source: 'account-1', target: 'account-2' };

export interface CopySetup extends AsyncDisposable {
  readonly sourceServer: TestServer;
  readonly targetServer: TestServer;
  /** The proxy between the client of the target and the target server. */
  readonly proxy: FaultProxy;
  readonly source: Client;
  readonly target: Client;
  readonly clock: FakeClock;
  readonly copyStore: CopyStore;
  /** Reads the project Atlas Web and plans its copy as Atlas Copy (COPY). */
  plan(changes?: Partial<PlanOptions>): Promise<PlanResult>;
  /** Plans the copy and stores the plan under the id `copy`. */
  createCopy(): Promise<StoredCopy>;
  /** Opens the stored copy, as after a restart. */
  openCopy(): Promise<StoredCopy>;
  run(copy: StoredCopy, changes?: Partial<RunCopyOptions>): Promise<CopyOutcome>;
}

export interface CopySetupOptions {
  readonly source?: ServerChanges;
  readonly target?: ServerChanges;
  /** Signs in to the target with the access token. */
  readonly usesToken?: boolean;
}

export async function createSetup({
  source: sourceChanges = {},
  target: targetChanges = {},
  usesToken = false,
}: CopySetupOptions = {}): Promise<CopySetup> {
  const sourceServer = await startTestServer(sourceChanges);
  const targetServer = await startTestServer(targetChanges);
  const proxy = await openFaultProxy(targetServer.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-copy-'));
  const clock = new FakeClock(sourceServer.clock.now());
  const source = clientOf(clock, sourceServer.baseUrl, sourceServer.workspace, sourceServer.apiKey, 'key');
  const credential = usesToken ? (targetServer.accessToken ?? '') : targetServer.apiKey;
  const target = clientOf(clock, proxy.url, targetServer.workspace, credential, usesToken ? 'token' : 'key');
  const copyStore = createCopyStore(folder);
  const plan: CopySetup['plan'] = (changes = {}) => {
    const readAndPlan = async (): Promise<PlanResult> => {
      const project = await readSource({ client: source, project_id: WEB_PROJECT_ID });
      const facts = await readTargetInfo({ client: target, writes: writeOperationsOf(project) });
      return planCopy({ source: project, target: facts, name: 'Atlas Copy', identifier: 'COPY', ...changes });
    };
    return advanceUntilDone(clock, readAndPlan());
  };
  return {
    sourceServer,
    targetServer,
    proxy,
    source,
    target,
    clock,
    copyStore,
    plan,
    createCopy: async () => copyStore.create('copy', accounts, (await plan()).plan),
    openCopy: async () => {
      const copy = await copyStore.open('copy');
      if (copy === undefined) throw new Error('The stored copy cannot be parsed');
      return copy;
    },
    run: (copy, changes = {}) => advanceUntilDone(clock, runCopy({ copy, source, target, clock, ...changes })),
    [Symbol.asyncDispose]: async () => {
      await source.close();
      await target.close();
      await proxy[Symbol.asyncDispose]();
      await sourceServer.stop();
      await targetServer.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function clientOf(
  clock: FakeClock,
  baseUrl: string,
  workspace: string,
  credential: string,
  kind: 'key' | 'token',
): Client {
  return createClient({
    baseUrl,
    workspace,
    credential: { kind, secret: new Secret(credential), origin: new URL(baseUrl).origin },
    clock,
    logger: silentLogger,
    transport: async () => createTransport(),
    random: () => 0,
  });
}

/** Adds relations, links, nested labels, files, an image, and a parent that has a higher number than its child. */
export async function enrichSource({ source, clock }: CopySetup): Promise<void> {
  const { call } = source;
  const item = (number: number) => ({ project_id: WEB_PROJECT_ID, work_item_id: sample.workItem('WEB', number) });
  const enrich = async (): Promise<void> => {
    await call.createRelation({ ...item(4), body: { relation_type: 'relates_to', issues: [item(5).work_item_id] } });
    await call.createRelation({
      ...item(7),
      body: { relation_type: 'blocking', issues: [item(8).work_item_id, item(9).work_item_id] },
    });
    await call.createRelation({ ...item(10), body: { relation_type: 'start_after', issues: [item(2).work_item_id] } });
    await call.createRelation({ ...item(11), body: { relation_type: 'duplicate', issues: [item(3).work_item_id] } });
    for (const [index, number] of [3, 3, 8].entries())
      await call.createLink({ ...item(number), body: { url: `https://contrail.example/${index}` } });
    const parent = await call.createLabel({
      project_id: WEB_PROJECT_ID,
      body: { name: 'Parent label', description: 'Of all designs' },
    });
    await call.updateLabel({
      project_id: WEB_PROJECT_ID,
      label_id: sample.label('WEB', 'Design'),
      body: { parent: parent.id },
    });
    const state_id = sample.state('WEB', 'Backlog');
    await call.updateState({ project_id: WEB_PROJECT_ID, state_id, body: { description: 'Not planned yet' } });
    const lead = sample.user('ada');
    const module_id = sample.module('WEB', 'Offline');
    const dates = { start_date: '2026-11-02', target_date: '2026-12-18' };
    await call.updateModule({
      project_id: WEB_PROJECT_ID,
      module_id,
      body: { ...dates, lead, members: [lead], status: 'paused', description: 'Without a network' },
    });
    await call.updateWorkItem({ ...item(8), body: { parent: item(12).work_item_id } });
    for (const [number, name] of [
      [2, 'drawing.png'],
      [7, 'log.txt'],
      [7, 'second log.txt'],
    ] as const) {
      const file = { name, type: name.endsWith('png') ? 'image/png' : 'text/plain', bytes: bytesOf(name) };
      const { asset_id } = await uploadFile({ client: source, path: item(number), file });
      if (number === 2) {
        const html = `<p>See</p><image-component src="${asset_id}" id="image-1"></image-component>`;
        await call.updateWorkItem({ ...item(2), body: { description_html: html } });
        await call.createComment({ ...item(2), body: { comment_html: html } });
      }
    }
  };
  await advanceUntilDone(clock, enrich());
}

function bytesOf(name: string): Uint8Array {
  return new TextEncoder().encode(`The content of ${name}, ${'x'.repeat(1000)}`);
}
