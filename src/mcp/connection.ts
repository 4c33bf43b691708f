// Handles the requests of one client of the Model Context Protocol, in each supported version of the protocol.
import type { ToolCallOptions, ToolResult } from '../agents/toolRunner.ts';
import { DISPOSED } from '../client/abort.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { Logger } from '../std/logger.ts';
import { isObject, parseRpcMessage, RPC_ERROR, type RpcId, type RpcLine, type RpcObject } from './rpc.ts';

/**
 * The supported versions of the protocol, the latest first. The version 2025-03-26 is missing: a server of this version
 * must accept batches, and clients of this version also accept the preceding version.
 */
const VERSIONS = ['2025-11-25', '2025-06-18', '2024-11-05'] as const;

/** The tools that the connection offers. */
export interface ToolProvider {
  /** Text about the tools for the model. */
  readonly instructions: string;
  /** Returns the tools as `tools/list` describes them. */
  list(): readonly RpcObject[];
  has(name: string): boolean;
  call(name: string, input: unknown, options: Required<ToolCallOptions>): Promise<ToolResult>;
}

export interface McpConnectionOptions {
  readonly tools: ToolProvider;
  readonly contrailVersion: string;
  readonly logger: Logger;
  readonly send: (message: RpcObject) => void;
}

/** An error that is sent to the client as the response to its request. */
class RpcFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export class McpConnection {
  readonly #options: McpConnectionOptions;
  /** The requests that the server has not answered yet, by their ids. */
  readonly #runningRequests = new Map<RpcId, { readonly controller: AbortController; readonly ended: Promise<void> }>();

  constructor(options: McpConnectionOptions) {
    this.#options = options;
  }

  /** Handles one line of the input. Responses are sent later, with `send`. */
  receive(line: RpcLine): void {
    const message = parseRpcMessage(line);
    switch (message.kind) {
      case 'invalid':
        this.#sendError(message.id, message.code, message.reason);
        return;
      case 'notification':
        this.#handleNotification(message.method, message.params);
        return;
      case 'request':
        this.#start(message.id, message.method, message.params);
        return;
      case 'response':
        return;
      default:
        message satisfies never;
    }
  }

  /** Cancels all running requests. Resolves when they have ended. */
  async close(): Promise<void> {
    const runningRequests = [...this.#runningRequests.values()];
    for (const { controller } of runningRequests) controller.abort(DISPOSED);
    await Promise.all(runningRequests.map(({ ended }) => ended));
  }

  #handleNotification(method: string, { requestId }: RpcObject): void {
    if (method !== 'notifications/cancelled') return;
    if (typeof requestId === 'string' || typeof requestId === 'number')
      this.#runningRequests.get(requestId)?.controller.abort(DISPOSED);
  }

  #start(id: RpcId, method: string, params: RpcObject): void {
    if (this.#runningRequests.has(id)) {
      this.#sendError(id, RPC_ERROR.invalidRequest, 'A request with this id is running.');
      return;
    }
    const controller = new AbortController();
    this.#runningRequests.set(id, { controller, ended: this.#answer(id, method, params, controller.signal) });
  }

  /** Sends the response, unless the client has canceled the request. */
  async #answer(id: RpcId, method: string, params: RpcObject, signal: AbortSignal): Promise<void> {
    const { send, logger } = this.#options;
    try {
      // Continues in a microtask, so that the request is in `#runningRequests` before it ends.
      await Promise.resolve();
      const result = await this.#resultOf(method, params, signal);
      if (!signal.aborted) send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const isRpcFailure = error instanceof RpcFailure;
      if (!isRpcFailure) logger.write('error', 'a request failed', { method, detail: errorMessage(error) });
      if (signal.aborted) return;
      if (isRpcFailure) this.#sendError(id, error.code, error.message);
      else this.#sendError(id, RPC_ERROR.internal, 'Contrail failed. Its error output has the reason.');
    } finally {
      this.#runningRequests.delete(id);
    }
  }

  async #resultOf(method: string, params: RpcObject, signal: AbortSignal): Promise<RpcObject> {
    switch (method) {
      case 'initialize':
        return this.#initialize(params);
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: this.#options.tools.list() };
      case 'tools/call':
        return this.#callTool(params, signal);
      default:
        throw new RpcFailure(RPC_ERROR.methodNotFound, 'This method is not supported.');
    }
  }

  #initialize({ protocolVersion }: RpcObject): RpcObject {
    if (typeof protocolVersion !== 'string')
      throw new RpcFailure(RPC_ERROR.invalidParams, 'The protocolVersion is missing.');
    const { tools, contrailVersion } = this.#options;
    return {
      // Versions are dates. A client with an unknown version probably supports the latest version that precedes it.
      protocolVersion: VERSIONS.find((one) => one <= protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'contrail', title: 'Contrail', version: contrailVersion },
      instructions: tools.instructions,
    };
  }

  async #callTool(params: RpcObject, signal: AbortSignal): Promise<RpcObject> {
    const { name, arguments: input = {}, _meta: meta } = params;
    if (typeof name !== 'string') throw new RpcFailure(RPC_ERROR.invalidParams, 'The name of the tool is missing.');
    if (!isObject(input)) throw new RpcFailure(RPC_ERROR.invalidParams, 'The arguments are not an object.');
    if (!this.#options.tools.has(name)) throw new RpcFailure(RPC_ERROR.invalidParams, 'There is no such tool.');
    const onProgress = this.#progressSender(isObject(meta) ? meta['progressToken'] : undefined, signal);
    const { text, isError } = await this.#options.tools.call(name, input, { signal, onProgress });
    return { content: [{ type: 'text', text }], isError };
  }

  /** Returns a function that sends a progress notification if the client has requested notifications with a token. */
  #progressSender(progressToken: unknown, signal: AbortSignal): (message: string) => void {
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => undefined;
    let progress = 0;
    return (message) => {
      if (signal.aborted) return;
      progress += 1;
      const params = { progressToken, progress, message };
      this.#options.send({ jsonrpc: '2.0', method: 'notifications/progress', params });
    };
  }

  #sendError(id: RpcId | null, code: number, message: string): void {
    this.#options.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}
