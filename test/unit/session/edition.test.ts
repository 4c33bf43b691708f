// Tests that sign-in detects a server's edition, and which kinds of records are offered then.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../src/cache/address.ts';
import { Capabilities, type CapabilityMemory } from '../../../src/session/capabilities.ts';
import { learnEdition } from '../../../src/session/edition.ts';
import { offeredKinds } from '../../../src/session/offeredKinds.ts';
import { CLOUD_API } from '../../../src/session/webAddress.ts';
import { silentLogger } from '../../../src/std/logger.ts';
import { FakeClock } from '../../support/clock.ts';
import { answered, html, type InjectableFault, requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup } from '../../support/pageSetup.ts';

const instances = requestTo('GET', '/api/instances/');

let setup: Setup;
let capabilities: Capabilities;
beforeAll(async () => {
  setup = await createSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => {
  setup.proxy.heal();
  const kept = new Map<string, unknown>();
  const memory: CapabilityMemory = {
    get: (key) => kept.get(key),
    update: async (key, value) => void kept.set(key, value),
  };
  capabilities = new Capabilities(memory, new FakeClock(setup.clock.now()));
});

const never = new AbortController().signal;
const reportsEdition = (edition: string): InjectableFault =>
  answered(200, { instance: { edition, current_version: '1.3.1' } });
const unsupported = () => capabilities.unsupportedAt(setup.client.baseUrl);

describe('Signing in', () => {
  it('detects with one request without the key that a server is of the open-source edition', async () => {
    setup.proxy.inject(instances, reportsEdition('PLANE_COMMUNITY'));
    const before = setup.proxy.requests.length;
    await learnEdition(setup.client, capabilities, silentLogger, never);
    const asked = setup.proxy.requests.slice(before);
    expect(asked.map(({ path }) => path)).toEqual(['/api/instances/']);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-api-key']));
    expect(offeredKinds(unsupported())).toEqual(['project', 'workItem', 'cycle', 'module', 'sticky'].sort(inOrder));
  });

  it.each([
    ['is of another edition', reportsEdition('PLANE_ENTERPRISE')],
    ['answers with a web page', html],
    ['does not answer', { kind: 'closed' } as const],
  ])('offers every kind of record when the server %s', async (_, trouble) => {
    setup.proxy.inject(instances, trouble);
    await learnEdition(setup.client, capabilities, silentLogger, never);
    expect(unsupported().size).toBe(0);
    expect(offeredKinds(unsupported())).toEqual(RECORD_KINDS);
  });

  it('sends no request for the edition to Plane Cloud', async () => {
    const wire = () => Promise.reject(new Error('Plane Cloud was asked'));
    await expect(
      learnEdition({ baseUrl: CLOUD_API, wire }, capabilities, silentLogger, never),
    ).resolves.toBeUndefined();
  });

  it('can be cancelled during the request for the edition', async () => {
    setup.proxy.inject(instances, { kind: 'hanging' });
    const cancel = new AbortController();
    const learning = learnEdition(setup.client, capabilities, silentLogger, cancel.signal);
    await setup.proxy.until(instances);
    cancel.abort();
    await expect(learning).rejects.toThrow();
  });
});

describe('offeredKinds', () => {
  it('omits the kinds whose lists are unsupported', () => {
    const kinds = offeredKinds(new Set(['listCustomers']));
    expect(RECORD_KINDS.filter((kind) => !kinds.includes(kind))).toEqual(
      ['customer', 'customerProperty', 'customerRequest'].sort(inOrder),
    );
  });
});

/** Compares by the order in `RECORD_KINDS`. */
function inOrder(one: string, other: string): number {
  const place = (kind: string) => RECORD_KINDS.findIndex((each) => each === kind);
  return place(one) - place(other);
}
