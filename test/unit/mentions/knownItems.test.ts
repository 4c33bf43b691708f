// Tests how mentions are resolved: projects from an earlier session, loaded items, and one shared
// request for others.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/cache/store.ts';
import { KnownItems, type KnownProject, type ProjectMemory } from '../../../src/mentions/knownItems.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');
const WEB_PROJECT: KnownProject = { id: WEB, identifier: 'WEB', name: 'Atlas Web' };

class Memory implements ProjectMemory {
  projects: readonly KnownProject[];

  constructor(projects: readonly KnownProject[] = []) {
    this.projects = projects;
  }

  read(): readonly KnownProject[] {
    return this.projects;
  }

  write(projects: readonly KnownProject[]): void {
    this.projects = projects;
  }
}

let setup: Setup;
let store: Store;
let memory: Memory;
let known: KnownItems;
beforeEach(async () => {
  setup = await createSetup();
  store = new Store(setup.client);
  memory = new Memory([WEB_PROJECT]);
  known = new KnownItems(store, memory, setup.clock);
});
afterEach(async () => {
  known.dispose();
  await setup[Symbol.asyncDispose]();
});

function mention(identifier: string) {
  const [found] = known.matcher.find(identifier);
  if (found === undefined) throw new Error(`${identifier} is no mention`);
  return found;
}

const byIdentifier = (identifier: string) => requestTo('GET', `/work-items/${identifier}/`);

describe('Known projects', () => {
  it('are restored from an earlier session without a request', () => {
    expect(known.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
    expect(known.project('WEB')?.name).toBe('Atlas Web');
    expect(setup.proxy.requests).toEqual([]);
  });

  it('are those of the list once it is loaded, and are stored for the next session', async () => {
    const before = known.matcher;
    await store.resources.projects.list().read();
    expect(known.matcher).not.toBe(before);
    expect(known.matcher.find('WEB-1 API-1 UTF-8').map(({ identifier }) => identifier)).toEqual(['WEB-1', 'API-1']);
    expect(memory.projects.map(({ identifier }) => identifier).sort()).toEqual(['API', 'NOTES', 'WEB']);
  });

  it('are removed if the complete list does not contain them', async () => {
    memory.projects = [WEB_PROJECT, { id: 'old', identifier: 'OLD', name: 'Old' }];
    const other = new KnownItems(store, memory, setup.clock);
    expect(other.matcher.find('OLD-1')).toHaveLength(1);
    await store.resources.projects.list().read();
    expect(other.matcher.find('OLD-1')).toEqual([]);
    other.dispose();
  });

  it('do not include projects without membership, whose items the user cannot access', async () => {
    const { results } = await setup.client.call.listProjects({ query: {} });
    setup.proxy.inject(
      requestTo('GET', '/projects/'),
      answered(200, {
        results: results.map((one) => ({ ...one, is_member: one.identifier !== 'API' })),
        next_page_results: false,
      }),
    );
    await store.resources.projects.list().read();
    expect(known.matcher.find('WEB-1 API-1').map(({ identifier }) => identifier)).toEqual(['WEB-1']);
  });

  it('keep the matcher if they are reloaded unchanged', async () => {
    await store.resources.projects.list().read();
    const before = known.matcher;
    await store.resources.projects.list().reload();
    expect(known.matcher).toBe(before);
  });
});

describe('A mentioned work item', () => {
  it('is unread until its list is loaded, then it resolves without a request', async () => {
    expect(known.meaning(mention('WEB-1'))).toEqual({ kind: 'unread' });
    await store.list({ of: 'items', owner: WEB }).read();
    const asked = setup.proxy.requests.length;
    expect(known.meaning(mention('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(await known.look(mention('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.requests).toHaveLength(asked);
  });

  it('resolves if it was loaded before KnownItems was created', async () => {
    await store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    const later = new KnownItems(store, memory, setup.clock);
    expect(later.meaning(mention('WEB-1'))).toEqual({ kind: 'read', address: WEB_1 });
    later.dispose();
  });

  it('is requested once by simultaneous lookups', async () => {
    const looks = await Promise.all([1, 2, 3].map(() => known.look(mention('WEB-1'))));
    expect(looks).toHaveLength(3);
    for (const look of looks) expect(look).toEqual({ kind: 'read', address: WEB_1 });
    expect(setup.proxy.requestsTo(byIdentifier('WEB-1'))).toHaveLength(1);
  });

  it('fires a change event when it is loaded', async () => {
    let told = 0;
    known.onDidChange(() => {
      told += 1;
    });
    await known.look(mention('WEB-1'));
    expect(told).toBeGreaterThan(0);
  });

  it('that was deleted or not found is gone, and is not requested again for ten minutes', async () => {
    const [id = ''] = await store.readChanged(WEB);
    const sequence = store.item({ project: WEB, id })?.sequence_id ?? 0;
    await store.resources.workItems.remove(id, WEB);
    const deleted = mention(`WEB-${sequence}`);
    expect(known.meaning(deleted)).toEqual({ kind: 'gone' });

    const never = mention('WEB-4711');
    expect(await known.look(never)).toEqual({ kind: 'gone' });
    expect(await known.look(never)).toEqual({ kind: 'gone' });
    expect(setup.proxy.requestsTo(byIdentifier('WEB-4711'))).toHaveLength(1);
    await setup.clock.advance(600_001);
    expect(known.meaning(never)).toEqual({ kind: 'unread' });
  });

  it('that the server does not permit to read is gone as well', async () => {
    setup.proxy.inject(
      byIdentifier('WEB-2'),
      answered(403, { detail: 'You do not have permission to perform this action.' }),
    );
    expect(await known.look(mention('WEB-2'))).toEqual({ kind: 'gone' });
  });

  it('whose request failed has the kind failed, and is requested again', async () => {
    setup.proxy.inject(byIdentifier('WEB-2'), answered(200, 'not json', 'text/html'), 1);
    expect(await known.look(mention('WEB-2'))).toMatchObject({ kind: 'failed', fault: { kind: 'invalidResponse' } });
    expect(await known.look(mention('WEB-2'))).toMatchObject({ kind: 'read' });
  });

  it('is reported as cancelled if the lookup is aborted', async () => {
    setup.proxy.inject(byIdentifier('WEB-2'), { kind: 'hanging' });
    const stop = new AbortController();
    const look = known.look(mention('WEB-2'), stop.signal);
    await setup.proxy.until(byIdentifier('WEB-2'));
    stop.abort();
    expect(await look).toMatchObject({ kind: 'failed', fault: { kind: 'cancelled' } });
  });
});
