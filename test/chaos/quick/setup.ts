// Starts the server of the quick part, and gives each simulated user a proxy, a folder and records.
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

/** A simulated user, with tasks and records that no other simulated user changes. */
export interface Lane extends AsyncDisposable {
  readonly person: Person;
  readonly tasks: readonly Task[];
  /** The paths, relative to the workspace's URL, of the lists that may contain the user's words. */
  readonly paths: readonly string[];
  /** The paths, relative to the workspace's URL, of the work items that the user edits. */
  readonly items: readonly string[];
  /** The record keys of the work items that the user edits. */
  readonly tabs: readonly string[];
}

export interface RoomsGround extends AsyncDisposable {
  readonly served: Served;
  readonly lanes: readonly Lane[];
}

const PROJECT = sample.project('WEB');
const PROJECT_PATH = `projects/${PROJECT}/`;

/** Starts the server in this process. Each simulated extension host is a separate process, so that it can be killed. */
export async function openRoomsGround(options: {
  readonly dialect: Dialect;
  readonly lanes: number;
  readonly haste: number;
  readonly typedWords: TypedWords;
  readonly stats: RunStats;
}): Promise<RoomsGround> {
  await using disposables = new AsyncDisposableStack();
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
  disposables.defer(() => server.stop());
  const lanes: Lane[] = [];
  for (let number = 0; number < options.lanes; number += 1)
    lanes.push(disposables.use(await createUser(server, number, options)));
  const moved = disposables.move();
  return { served: server, lanes, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

async function createUser(
  served: Served,
  number: number,
  {
    haste,
    typedWords,
    stats,
    dialect,
  }: { readonly haste: number; readonly typedWords: TypedWords; readonly stats: RunStats; readonly dialect: Dialect },
): Promise<Lane> {
  await using disposables = new AsyncDisposableStack();
  const proxy = await openFaultProxy(served.baseUrl);
  disposables.use(proxy);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-chaos-'));
  disposables.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const person = disposables.use(new Person({ folder, haste, served, proxy, typedWords, stats }));
  const [first = '', second = ''] = await Promise.all(
    [0, 1].map((index) => createRecord(served, `${PROJECT_PATH}work-items/`, `User ${number} ${index}`)),
  );
  const sticky = await createRecord(served, 'stickies/', `User ${number}`);
  const editTasks = await Promise.all(
    recordTasks(dialect).map(async (recordTask) => {
      const { kind, within, path, more } = recordTask;
      const id = await createRecord(served, path, `User ${number}`, more);
      return editing(kind, `${kind} ${within}/${id}`, recordTask);
    }),
  );
  const item = `${PROJECT}/${first}`;
  const moved = disposables.move();
  return {
    person,
    tasks: [...itemTasks(item, `${PROJECT}/${second}`), sticking(sticky), ...editTasks, ...createTasks(dialect)],
    paths: listPaths(dialect, [first, second]),
    items: [first, second].map((id) => `${PROJECT_PATH}work-items/${id}/`),
    tabs: [item, `${PROJECT}/${second}`],
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

async function createRecord(served: Served, path: string, name: string, otherFields: object = {}): Promise<string> {
  return String((await askService(served, path, { method: 'POST', body: { name, ...otherFields } }))['id']);
}

/** Returns the tasks that change or create work items. */
function itemTasks(item: string, otherItem: string): Task[] {
  const asks: readonly Asking[] = ['updateWorkItem', 'getWorkItem'];
  return [
    commenting(item, 'composer'),
    editing('a work item', item, { field: 'description_html', written: 'rich', asks }),
    editing('a work item', item, { field: 'name', written: 'name', asks }),
    editing('a work item', item, {
      field: 'description_html',
      written: 'rich',
      earlier: 'updateWorkItem',
      grows: true,
      asks,
      name: 'extend a description that the server has received',
    }),
    commenting(otherItem, 'palette'),
    changingComment(item),
    commenting(item, 'composer', {
      earlier: 'createComment',
      asks: ['listComments', 'createComment'],
      name: 'send a comment again',
    }),
    commenting(otherItem, 'palette', {
      earlier: 'createComment',
      asks: ['listComments', 'createComment'],
      name: 'send a comment again from the palette',
    }),
    commenting(item, 'composer', {
      earlier: 'createComment',
      grows: true,
      asks: ['listComments', 'updateComment'],
      name: 'extend a comment that the server has received',
    }),
    commenting(otherItem, 'palette', {
      earlier: 'createComment',
      grows: true,
      asks: ['listComments', 'updateComment'],
      name: 'extend a comment from the palette that the server has received',
    }),
    attaching(item),
    attaching(otherItem, {
      besides: 'completeAttachment',
      asks: ['deleteAttachment'],
      name: 'attach a file that is not completed',
    }),
    attaching(otherItem, {
      besides: 'objectStore',
      asks: ['deleteAttachment'],
      name: 'attach a file that is not uploaded to the object store',
    }),
    making('workItem', PROJECT, 'createWorkItem'),
    making('workItem', PROJECT, 'createWorkItem', {
      earlier: 'createWorkItem',
      asks: ['createWorkItem', 'getWorkItem'],
      name: 'create a work item again',
    }),
    making('workItem', PROJECT, 'createWorkItem', {
      earlier: 'createWorkItem',
      grows: true,
      asks: ['createWorkItem', 'getWorkItem'],
      name: 'extend a work item that the server has created',
    }),
    returning(otherItem),
  ];
}

/** How to edit and create records of one kind. */
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
    path: `${PROJECT_PATH}modules/`,
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
    path: `${PROJECT_PATH}cycles/`,
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

function recordTasks(dialect: Dialect): readonly RecordTask[] {
  return RECORD_TASKS.filter(({ edition }) => dialect === 'spec' || edition === 'all');
}

function createTasks(dialect: Dialect): Task[] {
  return recordTasks(dialect).flatMap(({ kind, within, create, list }) => [
    making(kind, within, create),
    making(kind, within, create, { earlier: create, asks: [list], name: `create a ${kind} again` }),
  ]);
}

function listPaths(dialect: Dialect, items: readonly string[]): string[] {
  const pathsInItems = items.flatMap((id) =>
    ['comments/', 'attachments/'].map((list) => `${PROJECT_PATH}work-items/${id}/${list}`),
  );
  const recordPaths = recordTasks(dialect).map(({ path }) => path);
  return [`${PROJECT_PATH}work-items/`, 'stickies/', ...pathsInItems, ...recordPaths];
}
