// Measures both ends of the API: the client against bare undici and the makers' SDK, and the server
// against a bare route.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PlaneClient } from '@makeplane/plane-node-sdk';
import { Agent, request } from 'undici';
import { type Client, createClient } from '../../src/client/client.ts';
import { createWire } from '../../src/client/wire.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { endGroup, withWatchdog } from '../support/processes.ts';
import { atLeast, atMost, inTurns, type Measure } from './measure.ts';

const PAGE = 100;
const TURNS = 20;

export async function api(): Promise<readonly Measure[]> {
  const planeServer = await PlaneServer.start({ seed: 'scale:10000', rate: 0 });
  try {
    return [await readingAPage(planeServer), ...(await listingAll(planeServer)), await servingComments(planeServer)];
  } finally {
    await planeServer.stop();
  }
}

function clientOf({ baseUrl, workspace, apiKey }: PlaneServer): Client {
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  return createClient({ baseUrl, workspace, credential, clock: systemClock, logger: silentLogger, wire: createWire() });
}

async function projectOf(client: Client): Promise<string> {
  const { results } = await client.call.listProjects({});
  const [first] = results;
  if (first === undefined) throw new Error('The server has no project');
  return first.id;
}

async function readingAPage(planeServer: PlaneServer): Promise<Measure> {
  const client = clientOf(planeServer);
  const project_id = await projectOf(client);
  const dispatcher = new Agent();
  const url = `${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/projects/${project_id}/work-items/?per_page=${PAGE}`;
  const bare = async () => {
    const { body } = await request(url, { dispatcher, headers: { 'x-api-key': planeServer.apiKey } });
    JSON.parse(await body.text());
  };
  const [ours, floor] = await inTurns(200, () => client.call.listWorkItems({ project_id }), bare);
  await client.close();
  await dispatcher.close();
  return atMost('a page of 100 work items, against bare undici and JSON.parse', ours, floor, 1.5, 'ms');
}

async function listingAll(planeServer: PlaneServer): Promise<readonly Measure[]> {
  const client = clientOf(planeServer);
  const project_id = await projectOf(client);
  const sdk = new PlaneClient({ baseUrl: planeServer.baseUrl, apiKey: planeServer.apiKey });
  type Page = { readonly next: string | undefined };
  const withContrail = async (cursor: string | undefined): Promise<Page> =>
    client.call.listWorkItems({ project_id, query: cursor === undefined ? {} : { cursor } });
  const withSdk = async (cursor: string | undefined): Promise<Page> => {
    const page: { next_page_results?: boolean; next_cursor?: string } = await sdk.workItems.list(
      planeServer.workspace,
      project_id,
      {
        per_page: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      },
    );
    return { next: page.next_page_results ? page.next_cursor : undefined };
  };
  /** Returns the milliseconds that each page took. */
  const walk = async (ask: (cursor: string | undefined) => Promise<Page>): Promise<number[]> => {
    const took: number[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const begun = performance.now();
      ({ next: cursor } = await ask(cursor));
      took.push(performance.now() - begun);
    }
    return took;
  };
  const [own, others]: readonly [number[][], number[][]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const works = [async () => own.push(await walk(withContrail)), async () => others.push(await walk(withSdk))];
    for (const work of turn % 2 === 0 ? works : works.toReversed()) await work();
  }
  const [ours, floor] = [leastOfEach(own), leastOfEach(others)];
  await client.close();
  return [
    atMost('10,000 items, against the makers’ SDK', ours, floor, 1, 'ms'),
    atMost(
      'requests for 10,000 items, against the makers’ SDK',
      own[0]?.length ?? 0,
      others[0]?.length ?? 0,
      1,
      'requests',
    ),
  ];
}

/**
 * Returns the sum of the shortest time of each part: on a busy machine, a complete run without interruption is rare, an
 * uninterrupted part is not.
 */
function leastOfEach(turns: readonly (readonly number[])[]): number {
  const parts = turns[0] ?? [];
  return parts.reduce((sum, _, part) => sum + Math.min(...turns.map((took) => took[part] ?? Number.NaN)), 0);
}

async function servingComments(planeServer: PlaneServer): Promise<Measure> {
  const client = clientOf(planeServer);
  const project_id = await projectOf(client);
  const { results } = await client.call.listWorkItems({ project_id });
  const work_item_id = results[0]?.id ?? '';
  for (let written = 0; written < PAGE; written += 1) {
    await client.call.createComment({
      project_id,
      work_item_id,
      body: { comment_html: `<p>Comment ${written} of a hundred, two lines of it.</p>` },
    });
  }
  await client.close();
  const path = `/api/v1/workspaces/${planeServer.workspace}/projects/${project_id}/work-items/${work_item_id}/comments/`;
  const dispatcher = new Agent({ connections: 8 });
  const headers = { 'x-api-key': planeServer.apiKey };
  const read = async (origin: string) => (await request(origin + path, { dispatcher, headers })).body.text();
  const file = join(mkdtempSync(join(tmpdir(), 'contrail-bench-')), 'answer.json');
  writeFileSync(file, await read(planeServer.baseUrl));
  const bare = withWatchdog([join(import.meta.dirname, 'bareRoute.ts'), path, file], {}, 'pipe');
  if (bare.stdout === null) throw new Error('The bare route was started without pipes');
  const [origin] = await once(createInterface({ input: bare.stdout }), 'line');
  const parallelReads = (at: string) => () => Promise.all(Array.from({ length: 100 }, () => read(at)));
  const [ours, floor] = await inTurns(60, parallelReads(planeServer.baseUrl), parallelReads(String(origin)));
  await dispatcher.close();
  await endGroup(bare);
  rmSync(dirname(file), { recursive: true, force: true });
  return atLeast(
    'operation 4 with 100 comments, against a bare Hono route of the same bytes',
    100_000 / ours,
    100_000 / floor,
    1 / 3,
    'requests/s',
  );
}
