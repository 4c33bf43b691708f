// Sets up tests of quick edits: a session that is signed in to the real server through a fault proxy, prompts that the
// test answers, and a fake clock.
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { ownerIn } from '../../../../src/core/cache/resources/associations.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { QUICK_EDITS, type QuickEditName } from '../../../../src/features/quickEdit/edits.ts';
import { QuickEditRunner } from '../../../../src/features/quickEdit/quickEditRunner.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import type { FakeClock } from '../../../support/clock.ts';
import { type FaultProxy, openFaultProxy } from '../../../support/faultProxy.ts';
import { type ScriptedList, ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import type { LogEntry } from '../../client/calls.ts';
import { answersFor, SessionsSetup, type Window } from '../../core/session/setup.ts';

export const WEB_PROJECT_ID = sample.project('WEB');

/** The address of the work item with this number in the project WEB. */
export function webItem(number: number): ItemAddress {
  return { project: WEB_PROJECT_ID, id: sample.workItem('WEB', number) };
}

export class QuickEditSetup implements AsyncDisposable {
  readonly prompts = new ScriptedPrompts();
  readonly server: TestServer;
  readonly proxy: FaultProxy;
  readonly sessions: Window['sessions'];
  readonly session: Session;
  /** The clock of the client and of quick edits: it shows Friday, November 20, 2026. */
  readonly clock: FakeClock;
  readonly quickEdits: QuickEditRunner;
  readonly logEntries: readonly LogEntry[];
  /** The rows that the views were asked to follow, each with its work item, once their change was answered. */
  readonly followedRows: (readonly [near: unknown, address: ItemAddress])[] = [];
  readonly views = {
    followMove: (near: unknown, address: ItemAddress) => async () => void this.followedRows.push([near, address]),
  };
  readonly #resources: AsyncDisposableStack;

  private constructor(
    server: TestServer,
    proxy: FaultProxy,
    { sessions, entries, logger }: Window,
    session: Session,
    clock: FakeClock,
    resources: AsyncDisposableStack,
  ) {
    this.server = server;
    this.proxy = proxy;
    this.sessions = sessions;
    this.session = session;
    this.clock = clock;
    this.logEntries = entries;
    this.quickEdits = new QuickEditRunner(logger, clock, this.prompts);
    this.#resources = resources;
  }

  static async open(dialect: Dialect = 'spec'): Promise<QuickEditSetup> {
    const resources = new AsyncDisposableStack();
    const server = await startTestServer({ dialect });
    resources.defer(() => server.stop());
    const proxy = resources.use(await openFaultProxy(server.baseUrl));
    const sessionsSetup = resources.use(await SessionsSetup.open());
    const window = sessionsSetup.window();
    await window.sessions.signIn(answersFor(server, { baseUrl: proxy.url }), new AbortController().signal);
    const session = window.sessions.current;
    if (session === undefined) throw new Error('The sign-in failed.');
    resources.defer(async () => proxy.removeFaults());
    return new QuickEditSetup(server, proxy, window, session, sessionsSetup.clock, resources);
  }

  /** Resolves with the next prompt, a list whose title or placeholder contains the text, when its rows are loaded. */
  async list(text: string): Promise<ScriptedList> {
    const list = await this.prompts.list(text);
    await list.waitUntilIdle();
    return list;
  }

  /** Runs the quick edit for these work items of the project WEB. */
  run(name: QuickEditName, ...numbers: readonly number[]): Promise<void> {
    return this.quickEdits.run(QUICK_EDITS[name], { session: this.session, addresses: numbers.map(webItem) });
  }

  /** Changes a work item of the project WEB without the session, as another client does. */
  async changeOnServer(number: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const path = `projects/${WEB_PROJECT_ID}/work-items/${webItem(number).id}/`;
    const { ok, status } = await this.server.ask('PATCH', path, { body: fields });
    if (!ok) throw new Error(`The server answered ${status}.`);
  }

  /** Moves a work item to another cycle as another user. */
  async moveOnServer(number: number, cycle: string): Promise<void> {
    const path = `projects/${WEB_PROJECT_ID}/cycles/${sample.cycle('WEB', cycle)}/cycle-issues/`;
    const { ok, status } = await this.server.ask('POST', path, { body: { issues: [webItem(number).id] } });
    if (!ok) throw new Error(`The server answered ${status}.`);
  }

  /** Reads which work items the cycles of the project WEB have. */
  async readCycles(): Promise<void> {
    const { resources, associations } = this.session.store;
    for (const { id } of await resources.cycles.readAll(WEB_PROJECT_ID))
      await associations.cycleItems.list(ownerIn(WEB_PROJECT_ID, id)).readAll();
  }

  /** Reads a field of these work items of the project WEB from the server. */
  valuesOnServer(field: string, ...numbers: readonly number[]): Promise<unknown[]> {
    return Promise.all(
      numbers.map(async (number) => {
        const response = await this.server.ask('GET', `projects/${WEB_PROJECT_ID}/work-items/${webItem(number).id}/`);
        return ((await response.json()) as Readonly<Record<string, unknown>>)[field];
      }),
    );
  }

  /** Reads the ids of the records of a list from the server. */
  async idsIn(path: string): Promise<readonly unknown[]> {
    const { results } = (await (await this.server.ask('GET', path)).json()) as {
      readonly results: readonly { readonly id: unknown }[];
    };
    return results.map(({ id }) => id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}
