// Starts the server of the quick part, and gives each simulated user a proxy, a folder and records.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordKind } from '../../../src/core/cache/address.ts';
import type { Dialect } from '../../../src/server/http/dialect.ts';
import { startServer } from '../../../src/server/startServer.ts';
import { systemClock } from '../../../src/std/clock.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { openFaultProxy } from '../../support/faultProxy.ts';
import { type ServerAccess, sendRequest } from '../../support/requests.ts';
import { sample } from '../../support/testServer.ts';
import type { RequestName } from '../faults.ts';
import type { RunStats } from '../runStats.ts';
import type { TypedWords } from '../typedWords.ts';
import { commentTask, editCommentTask, signOutTask } from './commentTasks.ts';
import { createRecordTask, editFieldTask } from './fieldTasks.ts';
import { attachTask, stickyTask } from './otherTasks.ts';
import { SimulatedUser } from './simulatedUser.ts';
import type { Task } from './task.ts';

/** A simulated user, with tasks and records that no other simulated user changes. */
export interface UserSetup extends AsyncDisposable {
  readonly person: SimulatedUser;
  readonly tasks: readonly Task[];
  /** The paths, relative to the workspace's URL, of the lists that may contain the user's words. */
  readonly paths: readonly string[];
  /** The paths, relative to the workspace's URL, of the work items that the user edits. */
  readonly itemPaths: readonly string[];
  /** The record keys of the work items that the user edits. */
  readonly tabKeys: readonly string[];
}

export interface QuickSetup extends AsyncDisposable {
  readonly serverAccess: ServerAccess;
  readonly userSetups: readonly UserSetup[];
}

const PROJECT = sample.project('WEB');
const PROJECT_PATH = `projects/${PROJECT}/`;

/** Starts the server in this process. Each simulated extension host is a separate process, so that it can be killed. */
export async function openQuickSetup(options: {
  readonly dialect: Dialect;
  readonly userCount: number;
  readonly speedup: number;
  readonly typedWords: TypedWords;
  readonly stats: RunStats;
}): Promise<QuickSetup> {
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
  const userSetups: UserSetup[] = [];
  for (let number = 0; number < options.userCount; number += 1)
    userSetups.push(disposables.use(await createUser(server, number, options)));
  const movedDisposables = disposables.move();
  return { serverAccess: server, userSetups, [Symbol.asyncDispose]: () => movedDisposables.disposeAsync() };
}

async function createUser(
  serverAccess: ServerAccess,
  number: number,
  {
    speedup,
    typedWords,
    stats,
    dialect,
  }: { readonly speedup: number; readonly typedWords: TypedWords; readonly stats: RunStats; readonly dialect: Dialect },
): Promise<UserSetup> {
  await using disposables = new AsyncDisposableStack();
  const proxy = await openFaultProxy(serverAccess.baseUrl);
  disposables.use(proxy);
  const folder = await mkdtemp(join(tmpdir(), 'contrail-chaos-'));
  disposables.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const person = disposables.use(new SimulatedUser({ folder, speedup, serverAccess, proxy, typedWords, stats }));
  const [first = '', second = ''] = await Promise.all(
    [0, 1].map((index) => createRecord(serverAccess, `${PROJECT_PATH}work-items/`, `User ${number} ${index}`)),
  );
  const sticky = await createRecord(serverAccess, 'stickies/', `User ${number}`);
  const editTasks = await Promise.all(
    recordTasks(dialect).map(async (recordTask) => {
      const { kind, within, path, extraFields } = recordTask;
      const id = await createRecord(serverAccess, path, `User ${number}`, extraFields);
      return editFieldTask(kind, `${kind} ${within}/${id}`, recordTask);
    }),
  );
  const item = `${PROJECT}/${first}`;
  const movedDisposables = disposables.move();
  return {
    person,
    tasks: [
      ...itemTasks(item, `${PROJECT}/${second}`),
      stickyTask(sticky),
      ...editTasks,
      ...recordCreationTasks(dialect),
    ],
    paths: listPaths(dialect, [first, second]),
    itemPaths: [first, second].map((id) => `${PROJECT_PATH}work-items/${id}/`),
    tabKeys: [item, `${PROJECT}/${second}`],
    [Symbol.asyncDispose]: () => movedDisposables.disposeAsync(),
  };
}

async function createRecord(
  serverAccess: ServerAccess,
  path: string,
  name: string,
  otherFields: object = {},
): Promise<string> {
  return String((await sendRequest(serverAccess, 'POST', path, { name, ...otherFields }))['id']);
}

/** Returns the tasks that change or create work items. */
function itemTasks(item: string, otherItem: string): Task[] {
  const requestNames: readonly RequestName[] = ['updateWorkItem', 'getWorkItem'];
  return [
    commentTask(item, 'composer'),
    editFieldTask('a work item', item, { field: 'description_html', textFormat: 'rich', requestNames }),
    editFieldTask('a work item', item, { field: 'name', textFormat: 'name', requestNames }),
    editFieldTask('a work item', item, {
      field: 'description_html',
      textFormat: 'rich',
      setsDueDate: true,
      requestNames,
      name: 'edit a description while a chosen value is saved',
    }),
    editFieldTask('a work item', item, {
      field: 'description_html',
      textFormat: 'rich',
      loseFirstResponseOf: 'updateWorkItem',
      typesMore: true,
      requestNames,
      name: 'extend a description that the server has received',
    }),
    commentTask(otherItem, 'palette'),
    editCommentTask(item),
    commentTask(item, 'composer', {
      loseFirstResponseOf: 'createComment',
      requestNames: ['listComments', 'createComment'],
      name: 'send a comment again',
    }),
    commentTask(otherItem, 'palette', {
      loseFirstResponseOf: 'createComment',
      requestNames: ['listComments', 'createComment'],
      name: 'send a comment again from the palette',
    }),
    commentTask(item, 'composer', {
      loseFirstResponseOf: 'createComment',
      typesMore: true,
      requestNames: ['listComments', 'updateComment'],
      name: 'extend a comment that the server has received',
    }),
    commentTask(otherItem, 'palette', {
      loseFirstResponseOf: 'createComment',
      typesMore: true,
      requestNames: ['listComments', 'updateComment'],
      name: 'extend a comment from the palette that the server has received',
    }),
    attachTask(item),
    attachTask(otherItem, {
      alsoLostResponse: 'completeAttachment',
      requestNames: ['deleteAttachment'],
      name: 'attach a file that is not completed',
    }),
    attachTask(otherItem, {
      alsoLostResponse: 'objectStore',
      requestNames: ['deleteAttachment'],
      name: 'attach a file that is not uploaded to the object store',
    }),
    createRecordTask('workItem', PROJECT, 'createWorkItem'),
    createRecordTask('workItem', PROJECT, 'createWorkItem', {
      loseFirstResponseOf: 'createWorkItem',
      requestNames: ['createWorkItem', 'getWorkItem'],
      name: 'create a work item again',
    }),
    createRecordTask('workItem', PROJECT, 'createWorkItem', {
      loseFirstResponseOf: 'createWorkItem',
      typesMore: true,
      requestNames: ['createWorkItem', 'getWorkItem'],
      name: 'extend a work item that the server has created',
    }),
    signOutTask(otherItem),
  ];
}

/**
 * A kind of record, with the requests and the field by which the simulated user edits and creates records of this kind.
 */
interface RecordTaskOptions {
  readonly kind: RecordKind;
  readonly within: string;
  readonly path: string;
  readonly field: string;
  readonly textFormat: 'rich' | 'plain' | 'name';
  readonly requestNames: readonly RequestName[];
  readonly create: RequestName;
  readonly list: RequestName;
  readonly edition: 'all' | 'commercial';
  readonly extraFields?: object;
}

const RECORD_TASKS: readonly RecordTaskOptions[] = [
  {
    kind: 'module',
    within: PROJECT,
    path: `${PROJECT_PATH}modules/`,
    field: 'description',
    textFormat: 'plain',
    requestNames: ['updateModule', 'getModule'],
    create: 'createModule',
    list: 'listModules',
    edition: 'all',
  },
  {
    kind: 'cycle',
    within: PROJECT,
    path: `${PROJECT_PATH}cycles/`,
    field: 'name',
    textFormat: 'name',
    requestNames: ['updateCycle', 'getCycle'],
    create: 'createCycle',
    list: 'listCycles',
    edition: 'all',
    extraFields: { project_id: PROJECT },
  },
  {
    kind: 'customer',
    within: '',
    path: 'customers/',
    field: 'description_html',
    textFormat: 'rich',
    requestNames: ['updateCustomer', 'getCustomer'],
    create: 'createCustomer',
    list: 'listCustomers',
    edition: 'commercial',
  },
  {
    kind: 'initiative',
    within: '',
    path: 'initiatives/',
    field: 'description_html',
    textFormat: 'rich',
    requestNames: ['updateInitiative', 'getInitiative'],
    create: 'createInitiative',
    list: 'listInitiatives',
    edition: 'commercial',
  },
  {
    kind: 'teamspace',
    within: '',
    path: 'teamspaces/',
    field: 'name',
    textFormat: 'name',
    requestNames: ['updateTeamspace', 'getTeamspace'],
    create: 'createTeamspace',
    list: 'listTeamspaces',
    edition: 'commercial',
  },
];

function recordTasks(dialect: Dialect): readonly RecordTaskOptions[] {
  return RECORD_TASKS.filter(({ edition }) => dialect === 'spec' || edition === 'all');
}

function recordCreationTasks(dialect: Dialect): Task[] {
  return recordTasks(dialect).flatMap(({ kind, within, create, list }) => [
    createRecordTask(kind, within, create),
    createRecordTask(kind, within, create, {
      loseFirstResponseOf: create,
      requestNames: [list],
      name: `create a ${kind} again`,
    }),
  ]);
}

function listPaths(dialect: Dialect, items: readonly string[]): string[] {
  const pathsInItems = items.flatMap((id) =>
    ['comments/', 'attachments/'].map((list) => `${PROJECT_PATH}work-items/${id}/${list}`),
  );
  const recordPaths = recordTasks(dialect).map(({ path }) => path);
  return [`${PROJECT_PATH}work-items/`, 'stickies/', ...pathsInItems, ...recordPaths];
}
