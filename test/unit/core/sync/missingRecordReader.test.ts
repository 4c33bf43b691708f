// Tests which records MissingRecordReader requests again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MissingRecordReader } from '../../../../src/core/sync/missingRecordReader.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../../support/pageSetup.ts';

const isItemRead = matchRequest('GET', `/work-items/${WEB_1.id}/`);
const address = { kind: 'workItem', within: WEB_1.project, id: WEB_1.id } as const;

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

describe('MissingRecordReader', () => {
  it('requests a record again after the server could not be reached', async () => {
    const reader = new MissingRecordReader(setup.store);
    setup.proxy.inject(isItemRead, { kind: 'closed' });
    await setup.whileTimePasses(reader.read([address]));
    expect(setup.store.item(WEB_1)).toBeUndefined();
    setup.proxy.removeFaults();
    await setup.whileTimePasses(reader.read([address]));
    expect(setup.store.item(WEB_1)).toBeDefined();
  });

  it.each([403, 404])('requests a record once if the server answers %i', async (status) => {
    const reader = new MissingRecordReader(setup.store);
    setup.proxy.inject(isItemRead, answerWith(status, { error: 'No' }));
    await setup.whileTimePasses(reader.read([address]));
    await setup.whileTimePasses(reader.read([address]));
    expect(setup.proxy.matchingRequests(isItemRead)).toHaveLength(1);
  });
});
