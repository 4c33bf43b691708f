// The setup of the quick tier: the real server, and for each simulated user a proxy, a folder and
// records to write in.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordKind } from '../../../src/cache/address.ts';
import type { Dialect } from '../../../src/server/dialect.ts';
import { startServer } from '../../../src/server/startServer.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { openFaultProxy } from '../../support/faultProxy.ts';
import { sample } from '../../support/testServer.ts';
import { askService, type Served } from '../account.ts';
import type { Asking } from '../faults.ts';
import type { RunStats } from '../runStats.ts';
import type { TypedWords } from '../typedWords.ts';
import { changingComment, commenting, returning } from './commentTasks.ts';
import { editing, making } from './fieldTasks.ts';
import { attaching, sticking } from './otherTasks.ts';
import { Person } from './person.ts';
import type { Task } from './task.ts';

export interface Lane extends AsyncDisposable {
  readonly person: Person;
  readonly tasks: readonly Task[];
  /** Lists that contain the user's words; each path starts after the workspace. */
  readonly paths: readonly string[];
  /** Paths of the work items that the user writes in. */
  readonly items: readonly string[];
  /** The keys of these work items. */
  readonly tabs: readonly string[];
}

export interface RoomsGround extends AsyncDisposable {
  readonly served: Served;
  readonly lanes: readonly Lane[];
}

const PROJECT = sample.project('WEB');
const IN_PROJECT = `projects/${PROJECT}/`;

/** The server runs in this process, on a socket of its own; each host is a process that is started and killed. */
export async function openRoomsGround(options: {
  readonly dialect: Dialect;
  readonly lanes: number;
  readonly haste: number;
  readonly typedWords: TypedWords;
  readonly stats: RunStats;
}): Promise<RoomsGround> {
  await using undo = new AsyncDisposableStack();
  const { dialect } = options;
  const seed = { kind: 'sample' } as const;
  const server = await startServer({
    data: ':memory:',
    seed,
    rate: 0,
    port: 0,
    dialect,
    clock: systemClock,
    logger: silentLogger,
  });
  undo.defer(() => server.stop());
  const lanes: Lane[] = [];
  for (let number = 0; number < options.lanes; number += 1)
    lanes.push(undo.use(await openLane(server, number, options)));
  const kept = undo.move();
  return { served: server, lanes, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function openLane(
  served: Served,
  number: number,
  {
    haste,
    typedWords,
    stats,
    dialect,
  }: { readonly haste: number; readonly typedWords: TypedWords; readonly stats: RunStats; readonly dialect: Dialect },
): Promise<Lane> {
  await using undo = new AsyncDisposableStack();
  const proxy = await openFaultProxy(served.baseUrl);
  undo.use(proxy);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-chaos-'));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const person = undo.use(new Person({ folder, haste, served, proxy, typedWords, stats }));
  const [first = '', second = ''] = await Promise.all(
    [0, 1].map((which) => newRecord(served, `${IN_PROJECT}work-items/`, `Lane ${number} ${which}`)),
  );
  const sticky = await newRecord(served, 'stickies/', `Lane ${number}`);
  const shelved = await Promise.all(
    RECORD_TASKS.filter(({ edition }) => dialect === 'spec' || edition === 'all').map(async (one) => {
      const id = await newRecord(served, one.path, `Lane ${number}`, one.more);
      return editing(one.kind, `${one.kind} ${one.within}/${id}`, one);
    }),
  );
  const item = `${PROJECT}/${first}`;
  const kept = undo.move();
  return {
    person,
    tasks: [...tasksOn(item, `${PROJECT}/${second}`), sticking(sticky), ...shelved, ...makingShelved(dialect)],
    paths: pathsOf(dialect, [first, second]),
    items: [first, second].map((id) => `${IN_PROJECT}work-items/${id}/`),
    tabs: [item, `${PROJECT}/${second}`],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function newRecord(served: Served, path: string, name: string, more: object = {}): Promise<string> {
  return String((await askService(served, path, { method: 'POST', body: { name, ...more } }))['id']);
}

function tasksOn(item: string, other: string): Task[] {
  const work: readonly Asking[] = ['updateWorkItem', 'getWorkItem'];
  return [
    commenting(item, 'composer'),
    editing('a work item', item, { field: 'description_html', written: 'rich', asks: work }),
    editing('a work item', item, { field: 'name', written: 'name', asks: work }),
    editing('a work item', item, {
      field: 'description_html',
      written: 'rich',
      earlier: 'updateWorkItem',
      grows: true,
      asks: work,
      name: 'go on with a description that had arrived',
    }),
    commenting(other, 'palette'),
    changingComment(item),
    commenting(item, 'composer', {
      earlier: 'createComment',
      asks: ['listComments', 'createComment'],
      name: 'send a comment again',
    }),
    commenting(other, 'palette', {
      earlier: 'createComment',
      asks: ['listComments', 'createComment'],
      name: 'send a comment again from the palette',
    }),
    commenting(item, 'composer', {
      earlier: 'createComment',
      grows: true,
      asks: ['listComments', 'updateComment'],
      name: 'go on with a comment that had arrived',
    }),
    commenting(other, 'palette', {
      earlier: 'createComment',
      grows: true,
      asks: ['listComments', 'updateComment'],
      name: 'go on with a comment from the palette that had arrived',
    }),
    attaching(item),
    attaching(other, {
      besides: 'completeAttachment',
      asks: ['deleteAttachment'],
      name: 'attach a file that is not completed',
    }),
    attaching(other, {
      besides: 'objectStore',
      asks: ['deleteAttachment'],
      name: 'attach a file that does not reach the store',
    }),
    making('workItem', PROJECT, 'createWorkItem'),
    making('workItem', PROJECT, 'createWorkItem', {
      earlier: 'createWorkItem',
      asks: ['createWorkItem', 'getWorkItem'],
      name: 'make a work item again',
    }),
    making('workItem', PROJECT, 'createWorkItem', {
      earlier: 'createWorkItem',
      grows: true,
      asks: ['createWorkItem', 'getWorkItem'],
      name: 'go on with a work item that had been made',
    }),
    returning(other),
  ];
}

interface RecordTask {
  readonly kind: RecordKind;
  readonly within: string;
  readonly path: string;
  readonly field: string;
  readonly written: 'rich' | 'plain' | 'name';
  readonly asks: readonly Asking[];
  readonly create: Asking;
  readonly list: Asking;
  readonly edition: 'all' | 'commercial';
  readonly more?: object;
}

const RECORD_TASKS: readonly RecordTask[] = [
  {
    kind: 'module',
    within: PROJECT,
    path: `${IN_PROJECT}modules/`,
    field: 'description',
    written: 'plain',
    asks: ['updateModule', 'getModule'],
    create: 'createModule',
    list: 'listModules',
    edition: 'all',
  },
  {
    kind: 'cycle',
    within: PROJECT,
    path: `${IN_PROJECT}cycles/`,
    field: 'name',
    written: 'name',
    asks: ['updateCycle', 'getCycle'],
    create: 'createCycle',
    list: 'listCycles',
    edition: 'all',
    more: { project_id: PROJECT },
  },
  {
    kind: 'customer',
    within: '',
    path: 'customers/',
    field: 'description_html',
    written: 'rich',
    asks: ['updateCustomer', 'getCustomer'],
    create: 'createCustomer',
    list: 'listCustomers',
    edition: 'commercial',
  },
  {
    kind: 'initiative',
    within: '',
    path: 'initiatives/',
    field: 'description_html',
    written: 'rich',
    asks: ['updateInitiative', 'getInitiative'],
    create: 'createInitiative',
    list: 'listInitiatives',
    edition: 'commercial',
  },
  {
    kind: 'teamspace',
    within: '',
    path: 'teamspaces/',
    field: 'name',
    written: 'name',
    asks: ['updateTeamspace', 'getTeamspace'],
    create: 'createTeamspace',
    list: 'listTeamspaces',
    edition: 'commercial',
  },
];

function makingShelved(dialect: Dialect): Task[] {
  return RECORD_TASKS.filter(({ edition }) => dialect === 'spec' || edition === 'all').flatMap(
    ({ kind, within, create, list }) => [
      making(kind, within, create),
      making(kind, within, create, { earlier: create, asks: [list], name: `make a ${kind} again` }),
    ],
  );
}

function pathsOf(dialect: Dialect, items: readonly string[]): string[] {
  const about = items.flatMap((id) =>
    ['comments/', 'attachments/'].map((part) => `${IN_PROJECT}work-items/${id}/${part}`),
  );
  const shelves = RECORD_TASKS.filter(({ edition }) => dialect === 'spec' || edition === 'all').map(({ path }) => path);
  return [`${IN_PROJECT}work-items/`, 'stickies/', ...about, ...shelves];
}
