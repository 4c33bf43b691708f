// Tests reading the project to copy from servers that tell little of its records, or do not list some of them.
import { expect, it } from 'vitest';
import { createClient } from '../../../src/client/api/client.ts';
import { faultOf } from '../../../src/client/apiError.ts';
import { createTransport } from '../../../src/client/transport.ts';
import { readSource } from '../../../src/copy/readSource.ts';
import type { SourceProject } from '../../../src/copy/source.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { advanceUntilDone, FakeClock } from '../../support/clock.ts';
import { answerWith, type FaultProxy, openFaultProxy } from '../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../support/fixture.ts';
import { sample, startTestServer } from '../../support/testServer.ts';
import { WEB_PROJECT_ID } from './setup.ts';

const server = forAllTests(startTestServer);
const proxy: FaultProxy = forEachTest(() => openFaultProxy(server.baseUrl));

async function read(
  signal?: AbortSignal,
  onProgress: (readItems: number, totalItems: number) => void = () => {},
): Promise<SourceProject> {
  const clock = new FakeClock(server.clock.now());
  const client = createClient({
    baseUrl: proxy.url,
    workspace: server.workspace,
    credential: { kind: 'key', secret: new Secret(server.apiKey), origin: proxy.url },
    clock,
    logger: silentLogger,
    transport: async () => createTransport(),
    random: () => 0,
  });
  try {
    return await advanceUntilDone(clock, readSource({ client, project_id: WEB_PROJECT_ID, signal, onProgress }));
  } finally {
    await client.close();
  }
}

const FORBIDDEN = answerWith(403, { detail: 'You do not have permission to perform this action.' });
const NO_ROUTE = answerWith(404, { error: 'Page not found.' });
const WRONG = answerWith(400, { error: 'Wrong.' });

/** What a server may leave out. */
const OPTIONAL_FIELDS = new Set(
  `description timezone display_name email color group sequence default sort_order parent status members lead
  start_date target_date end_date owned_by title is_uploaded attributes size comment_html access actor created_by
  created_at description_html state priority estimate_point type`.split(/\s+/),
);

it('A source that tells only what it must is read with neutral values in place of the rest', async () => {
  const withoutOptionalFields = (body: string): string =>
    JSON.stringify(JSON.parse(body, (key, value: unknown) => (OPTIONAL_FIELDS.has(key) ? undefined : value)));
  proxy.inject(() => true, { kind: 'changed', change: withoutOptionalFields });
  const { states, labels, modules, cycles, items, ...project } = await read();
  expect(project).toMatchObject({ name: 'Atlas Web', identifier: 'WEB', description: '', timezone: null });
  expect(project.unreadable).toBe(0);
  expect(project.users.every(({ email }) => email === null)).toBe(true);
  const id = expect.any(String) as string;
  const name = expect.any(String) as string;
  expect(states[0]).toEqual({ id, name, color: null, group: null, description: '', sequence: null, isDefault: false });
  expect(labels[0]).toEqual({ id, name, color: null, description: '', parent: null, position: null });
  const group = { id, name, description: '', start: null, end: null, items: expect.any(Array) as string[] };
  expect(modules[0]).toEqual({ ...group, status: null, lead: null, members: [] });
  expect(cycles[0]).toEqual({ ...group, owner: null });
  expect(items[0]).toMatchObject({ id, number: 1, html: '', state: null, priority: 'none', parent: null });
  expect(items[0]).toMatchObject({ estimate: null, type: null, start: null, target: null });
  expect(items.flatMap(({ links }) => links)[0]).toEqual({ id, url: id, title: '' });
  expect(items.flatMap(({ comments }) => comments)[0]).toEqual({
    id,
    html: '',
    access: null,
    author: null,
    createdAt: null,
  });
  const [attachment] = items.flatMap(({ attachments }) => attachments);
  expect(attachment).toEqual({ id, name: attachment?.id, type: '', size: 0 });
});

it('The records of a source are in their order, without uploads that are not finished, and counted', async () => {
  const counts: number[][] = [];
  const unfinished = sample.attachment('board.png');
  proxy.inject((_method, path) => path.includes('/attachments/'), {
    kind: 'changed',
    change: (body) => body.replaceAll('"is_uploaded":true', '"is_uploaded":false'),
  });
  const { states, items, modules, cycles, users } = await read(undefined, (...count) => counts.push(count));
  expect(states.map(({ sequence }) => sequence)).toEqual(
    states.map(({ sequence }) => sequence).toSorted((one, other) => (one ?? 0) - (other ?? 0)),
  );
  expect(items.map(({ number }) => number)).toEqual(items.map((_, index) => index + 1));
  expect(items.flatMap(({ attachments }) => attachments.map(({ id }) => id))).not.toContain(unfinished);
  expect(items.flatMap(({ attachments }) => attachments)).toEqual([]);
  expect(counts.at(0)).toEqual([0, items.length]);
  expect(counts.at(-1)).toEqual([items.length, items.length]);
  expect(new Set([...modules, ...cycles].flatMap((group) => group.items)).size).toBeGreaterThan(5);
  expect(users.length).toBe(new Set(users.map(({ id }) => id)).size);
  const times = items.map(({ comments }) => comments.map(({ createdAt }) => createdAt));
  expect(times).toEqual(
    times.map((one) => one.toSorted((first, second) => Date.parse(first ?? '') - Date.parse(second ?? ''))),
  );
});

it.each([
  ['members that the user may not list', '/members/', FORBIDDEN, 'users'],
  ['modules that are off', '/modules/', WRONG, 'modules'],
  ['cycles that the server does not have', '/cycles/', NO_ROUTE, 'cycles'],
] as const)('A source with %s is read without them', async (_, end, fault, name) => {
  proxy.inject((_method, path) => path.split('?')[0]?.endsWith(end) === true, fault);
  const project = await read();
  expect(project[name]).toEqual([]);
  expect(project.items.length).toBeGreaterThan(20);
});

it('A source without the route of relations is read without relations', async () => {
  proxy.inject((_method, path) => path.endsWith('/relations/'), NO_ROUTE);
  expect((await read()).items.flatMap(({ relations }) => relations)).toEqual([]);
});

it.each([
  ['/members/', WRONG, 400],
  ['/modules/', FORBIDDEN, 403],
  ['/cycles/', FORBIDDEN, 403],
  ['/relations/', WRONG, 400],
  ['/links/', WRONG, 400],
  ['/comments/', NO_ROUTE, 404],
] as const)('A source whose %s cannot be read is not read as if it had none', async (end, fault, status) => {
  proxy.inject((_method, path) => path.split('?')[0]?.endsWith(end) === true, fault);
  const thrown = faultOf(await read().catch((error: unknown) => error));
  expect(thrown).toMatchObject(status === 404 ? { kind: 'notFound' } : { kind: 'rejected', status });
});

it('Reading a source ends when it is canceled', async () => {
  const controller = new AbortController();
  const reading = read(controller.signal, (readItems) => {
    if (readItems === 2) controller.abort();
  });
  expect(faultOf(await reading.catch((thrown: unknown) => thrown))).toMatchObject({ kind: 'cancelled' });
  expect(proxy.matchingRequests((_method, path) => path.endsWith('/relations/'))).toHaveLength(2);
});
