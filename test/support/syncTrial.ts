// One trial of the background synchronization: other users change the server while its list is read, and requests
// fail. At the end, the cache must equal the server.
import * as fc from 'fast-check';
import { answerWith, type InjectableFault, nginxErrorPage, truncatedJson } from './faultProxy.ts';
import {
  createSyncFixture,
  itemsInCache,
  itemsOnServer,
  SETTINGS,
  type SyncFixture,
  type SyncWindow,
  valuesById,
} from './syncFixture.ts';

/** What another user does. The work item's index in the list is `at` ten-thousandths of the length of the list. */
interface Edit {
  readonly kind: 'create' | 'rename' | 'delete' | 'move';
  readonly at: number;
}

/** What happens when a list is requested: edits that follow the server's response, and a fault of this response. */
interface TrialEvent {
  readonly edits: readonly Edit[];
  readonly fault: keyof typeof FAULTS | undefined;
}

export interface SyncTrial {
  readonly size: number;
  readonly events: readonly TrialEvent[];
  /** Edits while no list is requested, and the minutes that pass after the edits. */
  readonly pauses: readonly { readonly edits: readonly Edit[]; readonly minutes: number }[];
  readonly dialect: 'spec' | 'community';
  readonly windowCount: 1 | 2;
}

const FAULTS = {
  closed: { kind: 'closed' },
  lost: { kind: 'lost' },
  cut: { kind: 'cut', afterBytes: -20, framing: 'length' },
  cutWithoutLength: { kind: 'cut', afterBytes: -20, framing: 'none' },
  html: nginxErrorPage,
  truncatedJson,
  gateway: answerWith(502, '<html>', 'text/html'),
  serverError: answerWith(500, { error: 'Something went wrong please try again later' }),
  dripping: { kind: 'dripping', chunkBytes: 9_000 },
  rateLimited: {
    kind: 'answered',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '3' },
    body: '{"error_code":5900,"error_message":"RATE_LIMIT_EXCEEDED"}',
  },
} as const satisfies Readonly<Record<string, InjectableFault>>;
const FAULT_NAMES = Object.keys(FAULTS) as (keyof typeof FAULTS)[];

const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('create', 'rename', 'delete', 'move'),
    at: fc.integer({ min: 0, max: 9999 }),
  }),
  { maxLength: 4 },
);

/** Generates random trials that start with up to `maxSize` work items. */
export function syncTrials(maxSize: number): fc.Arbitrary<SyncTrial> {
  return fc.record({
    size: fc.integer({ min: 0, max: maxSize }),
    events: fc.array(
      fc.record({ edits, fault: fc.option(fc.constantFrom(...FAULT_NAMES), { nil: undefined, freq: 2 }) }),
      { maxLength: Math.max(12, Math.ceil(maxSize / 50)) },
    ),
    pauses: fc.array(fc.record({ edits, minutes: fc.constantFrom(1, 4, 6, 90) }), { maxLength: 3 }),
    dialect: fc.constantFrom('spec', 'community'),
    windowCount: fc.constantFrom(1, 2),
  });
}

/** The work items at the end of a trial, by id. Each window must have the same work items as the server. */
export interface TrialOutcome {
  readonly server: Readonly<Record<string, string>>;
  readonly windows: readonly Readonly<Record<string, string>>[];
  /** The work items that a window opened at the end reads from disk, before it sends a request. */
  readonly reopenedWindow: Readonly<Record<string, string>>;
  readonly duplicateCount: number;
}

const MINUTE = 60_000;
/** The time at the end of a trial, which is longer than the longest pause after a failure. */
const SETTLE_MS = 75 * MINUTE;

export async function runSyncTrial({
  size,
  events,
  pauses,
  dialect,
  windowCount: count,
}: SyncTrial): Promise<TrialOutcome> {
  await using fixture = await createSyncFixture({ kind: 'scale', items: size }, { dialect });
  const otherUsers = new OtherUsers(fixture);
  await otherUsers.loadInitialState();
  const remainingEvents = [...events];
  let event: TrialEvent | undefined;
  const isList = (method: string, path: string): boolean => method === 'GET' && path.includes('/work-items/?');
  // The proxy calls the functions that select requests in reverse order, so the function that takes the next event is
  // injected last.
  fixture.proxy.inject(isList, { kind: 'delayed', until: () => otherUsers.applyEdits(event?.edits ?? []) });
  for (const name of FAULT_NAMES)
    fixture.proxy.inject((method, path) => isList(method, path) && event?.fault === name, FAULTS[name]);
  fixture.proxy.inject((method, path) => {
    if (isList(method, path)) event = remainingEvents.shift();
    return false;
  }, nginxErrorPage);
  const windows = Array.from({ length: count }, () => fixture.openWindow({ settings: SETTINGS }));
  for (const window of windows) window.start();
  await fixture.passTime(30_000);
  for (const { edits: pauseEdits, minutes } of pauses) {
    await otherUsers.applyEdits(pauseEdits);
    const [first, ...rest] = windows;
    if (first !== undefined && rest.length > 0) first.hasFocus = !first.hasFocus;
    await fixture.passTime(minutes * MINUTE);
  }
  remainingEvents.length = 0;
  await fixture.passTime(SETTLE_MS);
  const reopened = fixture.openWindow();
  await reopened.items.catchUpFromFiles(true);
  const ids = windows.flatMap((window) => idsListedTwice(window, fixture));
  return {
    server: valuesById(await itemsOnServer(fixture)),
    windows: windows.map((window) => valuesById(itemsInCache(window, fixture.project))),
    reopenedWindow: valuesById(itemsInCache(reopened, fixture.project)),
    duplicateCount: ids.length,
  };
}

function idsListedTwice({ store }: SyncWindow, { project }: SyncFixture): readonly string[] {
  const { ids } = store.list({ of: 'items', owner: project }).state;
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Other users of the server. Their requests do not pass through the proxy. */
class OtherUsers {
  readonly #fixture: SyncFixture;
  readonly #ids: string[] = [];
  #states: readonly string[] = [];
  #count = 0;

  constructor(fixture: SyncFixture) {
    this.#fixture = fixture;
  }

  async loadInitialState(): Promise<void> {
    this.#ids.push(...(await itemsOnServer(this.#fixture)).map(({ id }) => id));
    const response = await this.#fixture.server.ask('GET', `projects/${this.#fixture.project}/states/?per_page=100`);
    this.#states = ((await response.json()) as { results: { id: string }[] }).results.map(({ id }) => id);
  }

  async applyEdits(list: readonly Edit[]): Promise<void> {
    for (const edit of list) await this.#apply(edit);
  }

  async #apply({ kind, at }: Edit): Promise<void> {
    const { server, project, clock } = this.#fixture;
    // Each change has its own timestamp, as on real servers.
    await clock.advance(3);
    const path = `projects/${project}/work-items/`;
    this.#count += 1;
    const index = Math.floor((at * this.#ids.length) / 10_000);
    const id = this.#ids[index];
    if (kind === 'create' || id === undefined) {
      const response = await server.ask('POST', path, { body: { name: `New ${this.#count}` } });
      this.#ids.push(((await response.json()) as { id: string }).id);
    } else if (kind === 'delete') {
      await server.ask('DELETE', `${path}${id}/`);
      const remainingIds = new Set((await itemsOnServer(this.#fixture)).map((item) => item.id));
      // The server deletes the sub-items of a work item together with it.
      this.#ids.splice(0, this.#ids.length, ...this.#ids.filter((one) => remainingIds.has(one)));
    } else {
      const state = this.#states[this.#count % this.#states.length];
      await server.ask('PATCH', `${path}${id}/`, {
        body: kind === 'rename' ? { name: `Changed ${this.#count}` } : { state },
      });
    }
  }
}
