// A signed-in window for tests of flows: a real server behind a fault proxy, real sessions, and scripted prompts.

import type { Session, Sessions } from '../../../src/core/session/session.ts';
import type { RunningServer } from '../../../src/server/startServer.ts';
import { advanceUntilDone, type FakeClock } from '../../support/clock.ts';
import { type FaultProxy, openFaultProxy } from '../../support/faultProxy.ts';
import { ScriptedPrompts } from '../../support/scriptedPrompts.ts';
import { sample } from '../../support/testServer.ts';
import { answersFor, SessionsSetup } from '../core/session/setup.ts';

export interface SignedInWindow extends AsyncDisposable {
  readonly prompts: ScriptedPrompts;
  readonly sessions: Sessions;
  readonly session: Session;
  readonly proxy: FaultProxy;
  /** The clock that the client and the tested flows use. */
  readonly clock: FakeClock;
  /** Advances the clock, and lets real responses arrive, until `work` has settled. */
  whileTimePasses<T>(work: Promise<T>): Promise<T>;
  /** Loads the work items of a project of the sample workspace. */
  loadItems(project: string): Promise<void>;
}

export async function signInTo(server: RunningServer): Promise<SignedInWindow> {
  const setup = await SessionsSetup.open();
  const proxy = await openFaultProxy(server.baseUrl);
  const { sessions } = setup.window();
  await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), AbortSignal.timeout(10_000));
  const session = sessions.current;
  if (session === undefined) throw new Error('The user is not signed in.');
  return {
    prompts: new ScriptedPrompts(),
    sessions,
    session,
    proxy,
    clock: setup.clock,
    whileTimePasses: (work) => advanceUntilDone(setup.clock, work),
    loadItems: async (project) => {
      await session.store.resources.projects.list().read();
      await session.store.list({ of: 'items', owner: sample.project(project) }).read();
    },
    [Symbol.asyncDispose]: async () => {
      proxy.removeFaults();
      await setup[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** Returns a memento that stores values in memory. */
export function memento() {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, defaultValue?: T): T => (values.get(key) ?? defaultValue) as T,
    update: async (key: string, value: unknown) => void values.set(key, value),
    setKeysForSync: () => undefined,
  };
}
