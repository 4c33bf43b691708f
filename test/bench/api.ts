// Measures the client against undici and Plane's SDK, and the server against a minimal route.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PlaneClient } from '@makeplane/plane-node-sdk';
import { Agent, request } from 'undici';
import { type Client, createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { endGroup, spawnWithWatchdog } from '../support/processes.ts';
import { type Measure, ratioAtLeast, ratioAtMost, shortestDurations } from './measure.ts';

const PAGE_SIZE = 100;
/** How often each client reads the whole list. */
const ROUNDS = 60;

export async function benchApi(): Promise<readonly Measure[]> {
  const planeServer = await BuiltInServer.start({ seed: 'scale:10000', rate: 0 });
  try {
    return [await measurePage(planeServer), ...(await measureWholeList(planeServer)), await measureServer(planeServer)];
  } finally {
    await planeServer.stop();
  }
}

function clientOf({ baseUrl, workspace, apiKey }: BuiltInServer): Client {
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  return createClient({
    baseUrl,
    workspace,
    credential,
    clock: systemClock,
    logger: silentLogger,
    transport: createTransport(),
  });
}

async function firstProjectId(client: Client): Promise<string> {
  const { results } = await client.call.listProjects({});
  const [first] = results;
  if (first === undefined) throw new Error('The server has no project');
  return first.id;
}

async function measurePage(planeServer: BuiltInServer): Promise<Measure> {
  const client = clientOf(planeServer);
  const project_id = await firstProjectId(client);
  const dispatcher = new Agent();
  const url = `${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/projects/${project_id}/work-items/?per_page=${PAGE_SIZE}`;
  const readWithUndici = async () => {
    const { body } = await request(url, { dispatcher, headers: { 'x-api-key': planeServer.apiKey } });
    JSON.parse(await body.text());
  };
  const [ours, baseline] = await shortestDurations(
    200,
    () => client.call.listWorkItems({ project_id }),
    readWithUndici,
  );
  await client.close();
  await dispatcher.close();
  return ratioAtMost('a page of 100 work items, against bare undici and JSON.parse', ours, baseline, 1.5, 'ms');
}

async function measureWholeList(planeServer: BuiltInServer): Promise<readonly Measure[]> {
  const client = clientOf(planeServer);
  const project_id = await firstProjectId(client);
  const sdk = new PlaneClient({ baseUrl: planeServer.baseUrl, apiKey: planeServer.apiKey });
  type Page = { readonly next: string | undefined };
  const readPageWithContrail = async (cursor: string | undefined): Promise<Page> =>
    client.call.listWorkItems({ project_id, query: cursor === undefined ? {} : { cursor } });
  const readPageWithSdk = async (cursor: string | undefined): Promise<Page> => {
    const page: { next_page_results?: boolean; next_cursor?: string } = await sdk.workItems.list(
      planeServer.workspace,
      project_id,
      {
        per_page: PAGE_SIZE,
        ...(cursor === undefined ? {} : { cursor }),
      },
    );
    return { next: page.next_page_results ? page.next_cursor : undefined };
  };
  /** Reads all pages, and resolves with the duration for each page in milliseconds. */
  const readAllPages = async (readPage: (cursor: string | undefined) => Promise<Page>): Promise<number[]> => {
    const durations: number[] = [];
    for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
      const start = performance.now();
      ({ next: cursor } = await readPage(cursor));
      durations.push(performance.now() - start);
    }
    return durations;
  };
  const [clientRuns, sdkRuns]: readonly [number[][], number[][]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const runs = [
      async () => clientRuns.push(await readAllPages(readPageWithContrail)),
      async () => sdkRuns.push(await readAllPages(readPageWithSdk)),
    ];
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) await run();
  }
  const [ours, baseline] = [sumOfShortest(clientRuns), sumOfShortest(sdkRuns)];
  await client.close();
  return [
    ratioAtMost('10,000 items, against Plane’s SDK', ours, baseline, 1, 'ms'),
    ratioAtMost(
      'requests for 10,000 items, against Plane’s SDK',
      clientRuns[0]?.length ?? 0,
      sdkRuns[0]?.length ?? 0,
      1,
      'requests',
    ),
  ];
}

/**
 * Takes the shortest duration among all runs for each page, and returns the sum for all pages. On a busy machine, other
 * programs interrupt almost every run, but a single page is often read without an interruption.
 */
function sumOfShortest(runs: readonly (readonly number[])[]): number {
  const pages = runs[0] ?? [];
  return pages.reduce((sum, _, page) => sum + Math.min(...runs.map((durations) => durations[page] ?? Number.NaN)), 0);
}

async function measureServer(planeServer: BuiltInServer): Promise<Measure> {
  const client = clientOf(planeServer);
  const project_id = await firstProjectId(client);
  const { results } = await client.call.listWorkItems({ project_id });
  const work_item_id = results[0]?.id ?? '';
  for (let number = 0; number < PAGE_SIZE; number += 1) {
    await client.call.createComment({
      project_id,
      work_item_id,
      body: { comment_html: `<p>Comment ${number} of a hundred, two lines of it.</p>` },
    });
  }
  await client.close();
  const path = `/api/v1/workspaces/${planeServer.workspace}/projects/${project_id}/work-items/${work_item_id}/comments/`;
  const dispatcher = new Agent({ connections: 8 });
  const headers = { 'x-api-key': planeServer.apiKey };
  const fetchText = async (origin: string) => (await request(origin + path, { dispatcher, headers })).body.text();
  const file = join(mkdtempSync(join(tmpdir(), 'contrail-bench-')), 'answer.json');
  writeFileSync(file, await fetchText(planeServer.baseUrl));
  const minimalServer = spawnWithWatchdog(
    process.execPath,
    [join(import.meta.dirname, 'bareRoute.ts'), path, file],
    {},
    'pipe',
  );
  if (minimalServer.stdout === null) throw new Error('The minimal route was started without pipes');
  const [routeOrigin] = await once(createInterface({ input: minimalServer.stdout }), 'line');
  const readInParallel = (origin: string) => () => Promise.all(Array.from({ length: 100 }, () => fetchText(origin)));
  const [ours, baseline] = await shortestDurations(
    60,
    readInParallel(planeServer.baseUrl),
    readInParallel(String(routeOrigin)),
  );
  await dispatcher.close();
  await endGroup(minimalServer);
  rmSync(dirname(file), { recursive: true, force: true });
  return ratioAtLeast(
    'operation 4 with 100 comments, against a bare Hono route of the same bytes',
    100_000 / ours,
    100_000 / baseline,
    1 / 3,
    'requests/s',
  );
}
