// Tests that sign-in detects the edition of a server, and which kinds of records are shown for it.
import { beforeEach, describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '../../../../src/core/cache/address.ts';
import { Capabilities, type CapabilityMemento } from '../../../../src/core/session/server/capabilities.ts';
import { detectEdition } from '../../../../src/core/session/server/edition.ts';
import { CLOUD_API } from '../../../../src/core/session/server/webAddress.ts';
import { supportedKinds } from '../../../../src/core/session/supportedKinds.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { FakeClock } from '../../../support/clock.ts';
import { answerWith, type InjectableFault, matchRequest, nginxErrorPage } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';

const isInstancesRequest = matchRequest('GET', '/api/instances/');

let capabilities: Capabilities;
const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  const entries = new Map<string, unknown>();
  const memory: CapabilityMemento = {
    get: (key) => entries.get(key),
    update: async (key, value) => void entries.set(key, value),
  };
  capabilities = new Capabilities(memory, new FakeClock(setup.clock.now()));
});

const neverAborted = new AbortController().signal;
const editionAnswer = (edition: string): InjectableFault =>
  answerWith(200, { instance: { edition, current_version: '1.3.1' } });
const unsupportedOperations = () => capabilities.unsupportedOperations(setup.client.baseUrl);

describe('Signing in', () => {
  it('detects an open-source server with one request, which does not contain the key', async () => {
    setup.proxy.inject(isInstancesRequest, editionAnswer('PLANE_COMMUNITY'));
    const requestCountBefore = setup.proxy.requests.length;
    await detectEdition(setup.client, capabilities, silentLogger, neverAborted);
    const newRequests = setup.proxy.requests.slice(requestCountBefore);
    expect(newRequests.map(({ path }) => path)).toEqual(['/api/instances/']);
    expect(Object.keys(newRequests[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-api-key']));
    expect(supportedKinds(unsupportedOperations())).toEqual(
      ['project', 'workItem', 'cycle', 'module', 'state', 'label', 'sticky'].sort(byOrderOfKinds),
    );
    expect(capabilities.communityVersion(setup.client.baseUrl)).toBe('1.3.1');
  });

  it.each([
    ['reports another edition', editionAnswer('PLANE_ENTERPRISE')],
    ['responds with a web page', nginxErrorPage],
    ['does not respond', { kind: 'closed' } as const],
  ])('treats every kind of record as supported when the server %s', async (_, fault) => {
    setup.proxy.inject(isInstancesRequest, fault);
    await detectEdition(setup.client, capabilities, silentLogger, neverAborted);
    expect(unsupportedOperations().size).toBe(0);
    expect(supportedKinds(unsupportedOperations())).toEqual(RECORD_KINDS);
  });

  it('reports a server that is too old', async () => {
    setup.proxy.inject(
      isInstancesRequest,
      answerWith(200, { instance: { edition: 'PLANE_COMMUNITY', current_version: '1.0.0' } }),
    );
    expect(await detectEdition(setup.client, capabilities, silentLogger, neverAborted)).toEqual({
      kind: 'outdated',
      version: '1.0.0',
    });
  });

  it('does not request the edition of Plane Cloud', async () => {
    const transport = () => Promise.reject(new Error('Plane Cloud was asked'));
    await expect(
      detectEdition({ baseUrl: CLOUD_API, transport }, capabilities, silentLogger, neverAborted),
    ).resolves.toBeUndefined();
  });

  it('can be canceled during the request for the edition', async () => {
    setup.proxy.inject(isInstancesRequest, { kind: 'hanging' });
    const controller = new AbortController();
    const detectPromise = detectEdition(setup.client, capabilities, silentLogger, controller.signal);
    await setup.proxy.waitForRequests(isInstancesRequest);
    controller.abort();
    await expect(detectPromise).rejects.toThrow();
  });
});

describe('supportedKinds', () => {
  it('omits the kinds of records whose lists the server does not support', () => {
    const kinds = supportedKinds(new Set(['listCustomers']));
    expect(RECORD_KINDS.filter((kind) => !kinds.includes(kind))).toEqual(
      ['customer', 'customerProperty', 'customerRequest'].sort(byOrderOfKinds),
    );
  });
});

/** Compares two kinds of records by their positions in `RECORD_KINDS`. */
function byOrderOfKinds(one: string, other: string): number {
  const indexOf = (kind: string) => RECORD_KINDS.findIndex((each) => each === kind);
  return indexOf(one) - indexOf(other);
}
