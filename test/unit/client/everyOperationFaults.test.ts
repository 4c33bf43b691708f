// Tests that every operation has the correct outcome for each network error.
// Vitest checks that no rejection is unhandled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/api/client.ts';
import { type Fault, faultOf } from '../../../src/client/apiError.ts';
import type { RawResponse } from '../../../src/client/call.ts';
import { DEADLINE_MS } from '../../../src/client/middleware/deadline.ts';
import { parseResponse } from '../../../src/client/responses/parseResponse.ts';
import { faultOfResponse } from '../../../src/client/responses/readError.ts';
import { createTransport } from '../../../src/client/transport.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../../../src/contract/operations.ts';
import type { Logger } from '../../../src/std/logger.ts';
import { Secret } from '../../../src/std/secret.ts';
import { examples } from '../../contract/examples.ts';
import type { Setup } from '../../contract/setup.ts';
import { TestWorkspace } from '../../contract/testWorkspace.ts';
import { FakeClock } from '../../support/clock.ts';
import { answerWith, type InjectableFault, openFaultProxy } from '../../support/faultProxy.ts';
import type { ServerAnswer } from '../../support/faultyAnswer.ts';
import { forAllTests } from '../../support/fixture.ts';
import { startTestServer, type TestServer } from '../../support/testServer.ts';

interface NetworkFault {
  readonly name: string;
  /**
   * Creates the fault; undefined if the port is closed. `after` returns a function that waits in simulated time.
   */
  readonly createFault?: (after: (milliseconds: number) => () => Promise<void>) => InjectableFault;
  /** Number of connections that the fault affects; all by default. */
  readonly affectedConnections?: number;
  /** The fault if all attempts are affected; undefined if the client still receives a correct response. */
  readonly fault?: Fault['kind'];
  /** How many times a repeatable operation is sent; 1 when it is not retried. */
  readonly expectedAttempts: number;
  /** Only the body is affected, so a response without a body is correct. */
  readonly affectsOnlyBody?: true;
  /** The client receives a response without a body, which is valid for some operations. */
  readonly isBodyEmpty?: true;
}

const faultsOfAllAttempts: readonly NetworkFault[] = [
  { name: 'the port is closed', fault: 'network', expectedAttempts: 3 },
  {
    name: 'the connection is closed at once',
    createFault: () => ({ kind: 'closed' }),
    fault: 'network',
    expectedAttempts: 3,
  },
  { name: 'the response is lost', createFault: () => ({ kind: 'lost' }), fault: 'network', expectedAttempts: 3 },
  {
    name: 'there is never a response',
    createFault: () => ({ kind: 'hanging' }),
    fault: 'timeout',
    expectedAttempts: 2,
  },
  {
    name: 'the response is slow',
    createFault: (after) => ({ kind: 'delayed', until: after(DEADLINE_MS - 1000) }),
    expectedAttempts: 1,
  },
  {
    name: 'the response is too late',
    createFault: (after) => ({ kind: 'delayed', until: after(DEADLINE_MS + 1000) }),
    fault: 'timeout',
    expectedAttempts: 2,
  },
  {
    name: 'a gateway answers',
    createFault: () => answerWith(502, '<title>Bad gateway</title>', 'text/html'),
    fault: 'intercepted',
    expectedAttempts: 3,
  },
  {
    name: 'the response is garbled from the first byte',
    createFault: () => ({ kind: 'garbled', part: 'whole' }),
    fault: 'invalidResponse',
    expectedAttempts: 1,
  },
  { name: 'the response is sent twice', createFault: () => ({ kind: 'doubled', part: 'whole' }), expectedAttempts: 1 },
  { name: 'the request is sent twice by the network', createFault: () => ({ kind: 'repeated' }), expectedAttempts: 1 },
  {
    name: 'the response is sent in small pieces',
    createFault: () => ({ kind: 'dripping', chunkBytes: 509 }),
    expectedAttempts: 1,
  },
  {
    name: 'a piece of the response is too late',
    createFault: (after) => ({ kind: 'dripping', chunkBytes: 20_000, pause: after(DEADLINE_MS + 1000) }),
    fault: 'timeout',
    expectedAttempts: 2,
    affectsOnlyBody: true,
  },
  ...[0, 1, -1].flatMap((bytes): NetworkFault[] => [
    {
      name: `the response is cut after ${bytes} bytes of its length`,
      createFault: () => ({ kind: 'cut', afterBytes: bytes, framing: 'length' }),
      fault: 'network',
      expectedAttempts: 3,
      affectsOnlyBody: true,
    },
    {
      name: `the response is cut after ${bytes} bytes of its chunks`,
      createFault: () => ({ kind: 'cut', afterBytes: bytes, framing: 'chunks' }),
      fault: 'network',
      expectedAttempts: 3,
      affectsOnlyBody: true,
    },
    {
      name: `the response is cut after ${bytes} bytes of an unknown length`,
      createFault: () => ({ kind: 'cut', afterBytes: bytes, framing: 'none' }),
      fault: 'invalidResponse',
      expectedAttempts: 1,
      affectsOnlyBody: true,
      ...(bytes === 0 ? { isBodyEmpty: true } : {}),
    },
  ]),
  {
    name: 'the body is garbled',
    createFault: () => ({ kind: 'garbled', part: 'body' }),
    fault: 'invalidResponse',
    expectedAttempts: 1,
    affectsOnlyBody: true,
  },
  {
    name: 'the body is sent twice',
    createFault: () => ({ kind: 'doubled', part: 'body' }),
    fault: 'invalidResponse',
    expectedAttempts: 1,
    affectsOnlyBody: true,
  },
];

const faultsOfOneAttempt: readonly NetworkFault[] = [
  {
    name: 'one connection is closed',
    createFault: () => ({ kind: 'closed' }),
    affectedConnections: 1,
    fault: 'network',
    expectedAttempts: 2,
  },
  {
    name: 'one response is lost',
    createFault: () => ({ kind: 'lost' }),
    affectedConnections: 1,
    fault: 'network',
    expectedAttempts: 2,
  },
  {
    name: 'one response is never sent',
    createFault: () => ({ kind: 'hanging' }),
    affectedConnections: 1,
    fault: 'timeout',
    expectedAttempts: 2,
  },
];

type Outcome = { readonly value: unknown } | { readonly fault: Fault };

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  return work.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ fault: faultOf(thrown) }),
  );
}

/** Returns a setup that creates the records for the calls over a connection without errors. */
function contractSetupOf(server: TestServer): Setup {
  const { baseUrl, workspace, apiKey } = server;
  const credential = { 'X-API-Key': apiKey };
  return { name: 'the server', baseUrl, workspace, credential, fetch, ownServer: undefined, stop: () => server.stop() };
}

describe.each(
  [...faultsOfAllAttempts, ...faultsOfOneAttempt].map((networkFault) => [networkFault.name, networkFault] as const),
)('When %s,', (_, networkFault) => {
  let client: Client;
  let retryCount = 0;
  let advancePromise = Promise.resolve();

  /** Advances the simulated time by `milliseconds`, after all earlier waits. */
  const advanceLater = (milliseconds: number): void => {
    advancePromise = advancePromise.then(() => clock.advance(milliseconds));
  };
  const after = (milliseconds: number) => (): Promise<void> => {
    const sleepPromise = clock.sleep(milliseconds);
    advanceLater(milliseconds);
    return sleepPromise;
  };
  /** Counts the client's retries, and advances the simulated time past their delays. */
  const logger: Logger = {
    write: (_level, message, facts) => {
      if (message !== 'retry') return;
      retryCount += 1;
      advanceLater(Number(facts?.['waitMs']));
    },
  };

  const server = forAllTests(startTestServer);
  const workspace = forAllTests(() => new TestWorkspace(contractSetupOf(server)));
  const proxy = forAllTests(() => openFaultProxy(server.baseUrl));
  const clock = forAllTests(() => new FakeClock());
  beforeAll(async () => {
    client = createClient({
      baseUrl: proxy.url,
      workspace: server.workspace,
      credential: { kind: 'key', secret: new Secret(server.apiKey), origin: proxy.url },
      clock,
      logger,
      transport: createTransport(),
      random: () => 0,
    });
  });
  afterAll(async () => {
    await client.close();
  });

  async function inputOf(name: OperationName): Promise<object> {
    const params = await workspace.validParams(name);
    if (operations[name].returns.shape === 'page') await workspace.fillList(name, params, 1);
    const body = await workspace.body(name, params);
    await examples[name].before?.(workspace, params, body);
    return { ...params, query: await examples[name].query?.(workspace, params), body };
  }

  async function callWithFault(name: OperationName, input: object): Promise<Outcome> {
    const injectedFault = networkFault.createFault?.(after);
    if (injectedFault === undefined) await proxy.refuse();
    else proxy.inject(() => true, injectedFault, networkFault.affectedConnections);
    const call = client.call[name] as (input: object) => Promise<unknown>;
    const state = { ended: false };
    const outcome = outcomeOf(call(input)).finally(() => {
      state.ended = true;
    });
    const first = proxy.requests.length + 1;
    const hangingRequests =
      injectedFault?.kind === 'hanging' ? (networkFault.affectedConnections ?? networkFault.expectedAttempts) : 0;
    for (let requestCount = first; requestCount < first + hangingRequests && !state.ended; requestCount += 1) {
      await Promise.race([outcome, proxy.waitForRequests(() => true, requestCount)]);
      if (!state.ended) await clock.advance(DEADLINE_MS);
    }
    const ended = await outcome;
    if (injectedFault === undefined) await proxy.listenAgain();
    else proxy.removeFaults();
    await advancePromise;
    return ended;
  }

  it.each(operationEntries)(
    'the operation %s returns its value or rejects with the expected fault, is sent as often as its retry policy allows, and the next call succeeds',
    async (name, row) => {
      const input = await inputOf(name);
      const requestCountBefore = proxy.requests.length;
      const answerCountBefore = proxy.answers.length;
      retryCount = 0;
      const outcome = await callWithFault(name, input);
      const answers = proxy.answers.slice(answerCountBefore);
      expect(proxy.requests.length - requestCountBefore).toBe(
        networkFault.createFault === undefined ? 0 : retryCount + 1,
      );
      expect(retryCount + 1).toBe(
        row.repeatable && !isReadable(networkFault, row, answers[0]) ? networkFault.expectedAttempts : 1,
      );
      if (answers[0] !== undefined) expect(answers[0].status).toBe(row.success);
      expectOutcome(networkFault, row, outcome, answers.at(-1));
      expect(await client.call.getCurrentUser({})).toMatchObject({ email: expect.any(String) });
    },
  );
});

/** Whether the client can parse the response despite the network error. */
function isReadable(
  { affectsOnlyBody, fault }: NetworkFault,
  row: Operation,
  serverResponse: ServerAnswer | undefined,
): boolean {
  if (fault === undefined) return true;
  if (affectsOnlyBody === undefined || serverResponse === undefined) return false;
  const readsBody = row.returns.shape !== 'nothing' && row.returns.shape !== 'redirect';
  return serverResponse.body.length === 0 || (fault === 'invalidResponse' && !readsBody);
}

/** Whether an empty body is a valid response of the operation. */
function isValidWithoutBody({ isBodyEmpty }: NetworkFault, { method, returns }: Operation): boolean {
  return isBodyEmpty === true && (returns.shape === 'maybe' || (returns.shape === 'array' && method !== 'GET'));
}

function expectOutcome(
  networkFault: NetworkFault,
  row: Operation,
  outcome: Outcome,
  serverResponse: ServerAnswer | undefined,
): void {
  const isFixedByRetry = networkFault.affectedConnections !== undefined && row.repeatable;
  if (isValidWithoutBody(networkFault, row))
    expect(outcome).toEqual({ value: valueIn(row, { status: row.success, headers: {}, body: '' }) });
  else if (isFixedByRetry || isReadable(networkFault, row, serverResponse))
    expect(outcome).toEqual(expectedOutcome(row, serverResponse, networkFault.affectedConnections !== undefined));
  else expect(outcome).toMatchObject({ fault: { kind: networkFault.fault } });
}

/** Returns the outcome of the unaffected response. A 404 for a repeated DELETE counts as success. */
function expectedOutcome(row: Operation, serverResponse: ServerAnswer | undefined, isRetried: boolean): Outcome {
  if (serverResponse === undefined) throw new Error('The server was not asked.');
  const headers = Object.fromEntries(
    Object.entries(serverResponse.headers).map(([name, value]) => [name, String(value)]),
  );
  const rawResponse: RawResponse = { status: serverResponse.status, headers, body: serverResponse.body.toString() };
  if (isRetried && row.method === 'DELETE' && serverResponse.status === 404) return { value: undefined };
  const fault = faultOfResponse(rawResponse, { now: 0, url: 'http://127.0.0.1/', operation: row });
  if (fault === undefined) return { value: valueIn(row, rawResponse) };
  return { fault: isRetried && row.method !== 'GET' ? { ...fault, mayHaveArrived: true } : fault };
}

function valueIn(row: Operation, serverResponse: RawResponse): unknown {
  const parseResult = parseResponse(row, serverResponse);
  if (!parseResult.ok) throw new Error(parseResult.detail);
  return parseResult.value;
}
