// Tests the Model Context Protocol: versions, error codes, cancellation and progress.
import { describe, expect, it } from 'vitest';
import { McpConnection, type ToolProvider } from '../../../../src/agents/mcp/connection.ts';
import { LineReader, type RpcLine, type RpcObject, TOO_LONG_LINE } from '../../../../src/agents/mcp/rpc.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { flushPromises } from '../../../support/clock.ts';

const echoTools: ToolProvider = {
  instructions: 'Read this.',
  list: () => [{ name: 'echo' }],
  has: (name) => name === 'echo',
  askWith: () => undefined,
  call: async (_, input) => ({ text: JSON.stringify(input), isError: false }),
};

/** Passes lines to a new connection, and resolves with the messages that the connection sends. */
async function messagesFor(lines: readonly RpcLine[], tools: ToolProvider = echoTools): Promise<readonly RpcObject[]> {
  const sentMessages: RpcObject[] = [];
  const connection = new McpConnection({
    tools,
    contrailVersion: '1.2.3',
    logger: silentLogger,
    send: (message) => sentMessages.push(message),
  });
  for (const line of lines) connection.receive(line);
  await flushPromises();
  return sentMessages;
}

function request(method: string, params: unknown = {}, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function errorResponse(id: unknown, code: number): object {
  return { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } };
}

describe('The MCP connection', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2024-11-05'],
    ['2024-11-05', '2024-11-05'],
    ['2027-01-01', '2025-11-25'],
    ['2023-01-01', '2025-11-25'],
  ])('responds to a client of protocol version %s with version %s', async (requestedVersion, expected) => {
    const [answer] = await messagesFor([request('initialize', { protocolVersion: requestedVersion })]);
    expect(answer?.['result']).toEqual({
      protocolVersion: expected,
      capabilities: { tools: {} },
      serverInfo: { name: 'contrail', title: 'Contrail', version: '1.2.3' },
      instructions: 'Read this.',
    });
  });

  it('responds to ping, tools/list and tools/call, whether the id is a number or a string', async () => {
    const call = request('tools/call', { name: 'echo', arguments: { a: 1 } }, 'c');
    expect(await messagesFor([request('ping'), request('tools/list', {}, 'b'), call])).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 'b', result: { tools: [{ name: 'echo' }] } },
      { jsonrpc: '2.0', id: 'c', result: { content: [{ type: 'text', text: '{"a":1}' }], isError: false } },
    ]);
  });

  it.each([
    ['a line that is not JSON', '{', null, -32_700],
    ['a batch', `[${request('ping')}]`, null, -32_600],
    ['a message of another protocol', '{"id":1,"method":"ping"}', null, -32_600],
    ['a message without a method', '{"jsonrpc":"2.0","id":7}', 7, -32_600],
    ['an id that is null', request('ping', {}, null), null, -32_600],
    ['params that are a list', request('ping', []), 1, -32_602],
    ['an unknown method', request('resources/list'), 1, -32_601],
    ['an initialization without a version', request('initialize'), 1, -32_602],
    ['a call without a name', request('tools/call', {}), 1, -32_602],
    ['a call with arguments that are no object', request('tools/call', { name: 'echo', arguments: 3 }), 1, -32_602],
    ['a call of an unknown tool', request('tools/call', { name: 'other' }), 1, -32_602],
  ])('responds to %s with an error', async (_, line, id, code) => {
    expect(await messagesFor([line])).toEqual([errorResponse(id, code)]);
  });

  it('responds to an unexpected error of a tool without the error message', async () => {
    const call = (): Promise<never> => Promise.reject(new Error('the secret reason'));
    const answers = await messagesFor([request('tools/call', { name: 'echo' })], { ...echoTools, call });
    expect(answers).toEqual([errorResponse(1, -32_603)]);
    expect(JSON.stringify(answers)).not.toContain('secret reason');
  });

  it('rejects a request with the id of another request that is still running', async () => {
    const call = (): Promise<never> => new Promise(() => undefined);
    const line = request('tools/call', { name: 'echo' });
    expect(await messagesFor([line, line], { ...echoTools, call })).toEqual([errorResponse(1, -32_600)]);
  });

  it('does not respond to notifications and responses', async () => {
    const unknown = '{"jsonrpc":"2.0","method":"notifications/unknown"}';
    const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(await messagesFor([unknown, initialized, '{"jsonrpc":"2.0","id":4,"result":{}}'])).toEqual([]);
  });

  it('responds to a line that is too long with an error', async () => {
    expect(await messagesFor([TOO_LONG_LINE, request('ping')])).toEqual([
      errorResponse(null, -32_600),
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
  });

  it('aborts a tool call that the client cancels, and sends neither a response nor progress', async () => {
    const signals: AbortSignal[] = [];
    const call: ToolProvider['call'] = async (_, __, { signal, onProgress }) => {
      signals.push(signal);
      await flushPromises();
      onProgress('Too late.');
      return { text: '', isError: false };
    };
    const params = { name: 'echo', _meta: { progressToken: 1 } };
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    const sentMessages: RpcObject[] = [];
    const send = (message: RpcObject): void => void sentMessages.push(message);
    const connection = new McpConnection({
      tools: { ...echoTools, call },
      contrailVersion: '1',
      logger: silentLogger,
      send,
    });
    connection.receive(request('tools/call', params));
    connection.receive(cancel);
    await connection.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(sentMessages).toEqual([]);
  });

  it('sends progress only if the request has a progress token', async () => {
    const call: ToolProvider['call'] = async (_, __, { onProgress }) => {
      onProgress('Waiting.');
      onProgress('Waiting.');
      return { text: '', isError: false };
    };
    const requestWithToken = request('tools/call', { name: 'echo', _meta: { progressToken: 'p' } });
    const progress = (count: number): object => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: count, message: 'Waiting.' },
    });
    expect((await messagesFor([requestWithToken], { ...echoTools, call })).slice(0, 2)).toEqual([
      progress(1),
      progress(2),
    ]);
    expect(await messagesFor([request('tools/call', { name: 'echo' })], { ...echoTools, call })).toHaveLength(1);
  });
});

describe('LineReader', () => {
  it('joins lines and characters that are split between chunks', () => {
    const bytes = Buffer.from('{"a":"ü\u2028"}\n\n{"b":1}\n{"c"');
    const reader = new LineReader();
    const lines = [...bytes].flatMap((byte) => reader.readLines(Uint8Array.of(byte)));
    expect(lines).toEqual(['{"a":"ü\u2028"}', '{"b":1}']);
    expect(reader.readLines(Buffer.from(':2}\r\n'))).toEqual(['{"c":2}\r']);
  });

  it('keeps no more than 4 MiB of a line, reports a longer line once, and reads the next line', () => {
    const reader = new LineReader();
    const chunk = new Uint8Array(64 * 1024).fill(0x61);
    const lines = Array.from({ length: 1024 }, () => reader.readLines(chunk)).flat();
    expect(lines).toEqual([TOO_LONG_LINE]);
    expect(reader.readLines(Buffer.from('rest\n{"a":1}\n{"b"'))).toEqual(['{"a":1}']);
    expect(reader.readLines(Buffer.from(':1}\n'))).toEqual(['{"b":1}']);
  });

  it('joins a line of 4 MB that arrives in 250,000 chunks, in a time that grows with its length only', () => {
    const reader = new LineReader();
    const chunk = new Uint8Array(16).fill(0x61);
    for (let index = 0; index < 250_000; index += 1) reader.readLines(chunk);
    expect(reader.readLines(Buffer.from('\n'))[0]).toHaveLength(4_000_000);
  });
});
