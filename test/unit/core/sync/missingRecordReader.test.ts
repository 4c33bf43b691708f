// Tests which records MissingRecordReader requests again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { MissingRecordReader } from '../../../../src/core/sync/missingRecordReader.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../../support/pageSetup.ts';

const isItemRead = matchRequest('GET', `/work-items/${WEB_1.id}/`);
const address = { kind: 'workItem', within: WEB_1.project, id: WEB_1.id } as const;

let setup: Setup;
let store: Store;
beforeEach(async () => {
  setup = await createSetup();
  store = new Store(setup.client, setup.clock);
});
afterEach(() => setup[Symbol.asyncDispose]());

describe('MissingRecordReader', () => {
  it('requests a record again after the server could not be reached, at most once a minute', async () => {
    const reader = new MissingRecordReader(store);
    setup.proxy.inject(isItemRead, { kind: 'closed' });
    await setup.whileTimePasses(reader.read([address]));
    expect(store.item(WEB_1)).toBeUndefined();
    const requestCount = setup.proxy.matchingRequests(isItemRead).length;
    for (let read = 0; read < 3; read += 1) await setup.whileTimePasses(reader.read([address]));
    expect(setup.proxy.matchingRequests(isItemRead)).toHaveLength(requestCount);
    await setup.clock.advance(60_000);
    setup.proxy.removeFaults();
    await setup.whileTimePasses(reader.read([address]));
    expect(store.item(WEB_1)).toBeDefined();
  });

  it.each([403, 404])('requests a record once if the server answers %i', async (status) => {
    const reader = new MissingRecordReader(store);
    setup.proxy.inject(isItemRead, answerWith(status, { error: 'No' }));
    await setup.whileTimePasses(reader.read([address]));
    await setup.whileTimePasses(reader.read([address]));
    expect(setup.proxy.matchingRequests(isItemRead)).toHaveLength(1);
  });
});
