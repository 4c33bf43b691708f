// Handles the requests of one client of the Model Context Protocol. The SDK matches responses with requests and cancels
// requests; this file has the supported versions and the tools.
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ElicitResultSchema,
  ErrorCode,
  type JSONRPCRequest,
  McpError,
  type Notification,
  type Request,
  type RequestId,
  type Result,
} from '@modelcontextprotocol/sdk/types.js';
import { linkSignals, throwIfAborted } from '../../client/abort.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import type { ToolCallOptions, ToolResult } from '../run/toolRunner.ts';
import { ToolError } from '../toolError.ts';
import type { AskUser } from './confirmation.ts';
import { errorResponse, isObject, parseRpcMessage, type RpcLine, type RpcObject } from './rpc.ts';

/**
 * The supported versions of the protocol, the latest first. The version 2025-03-26 is missing: a server of this version
 * must accept batches, and clients of this version also accept the preceding version.
 */
const VERSIONS = ['2025-11-25', '2025-06-18', '2024-11-05'] as const;

/** How long the user may take to confirm a change, in milliseconds. */
const MAX_ANSWER_MS = 600_000;

/** The tools that the connection offers. */
export interface ToolProvider {
  /** Text about the tools for the model. */
  readonly instructions: string;
  /** Returns the tools as `tools/list` describes them. */
  list(): readonly RpcObject[];
  has(name: string): boolean;
  /** Called before the first call, with undefined if the client cannot ask the user. */
  askWith(askUser: AskUser | undefined): void;
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

export class McpConnection extends Protocol<Request, Notification, Result> {
  readonly #options: McpConnectionOptions;
  /** The ids of the requests that are not answered yet. */
  readonly #runningIds = new Set<RequestId>();
  readonly #runningAnswers = new Set<Promise<Result>>();
  readonly #transport: Transport;

  constructor(options: McpConnectionOptions) {
    super();
    this.#options = options;
    this.#transport = {
      start: async () => undefined,
      send: async (message) => {
        if ('id' in message && message.id !== undefined) this.#runningIds.delete(message.id);
        options.send(message);
      },
      close: async () => this.#transport.onclose?.(),
    };
    this.fallbackRequestHandler = (request, { signal }) => this.#answer(request, linkSignals(signal).signal);
    void this.connect(this.#transport);
  }

  /** Handles one line of the input. Responses are sent later, with `send`. */
  receive(line: RpcLine): void {
    const parsed = parseRpcMessage(line);
    if ('response' in parsed) {
      if (parsed.response !== undefined) this.#options.send(parsed.response);
      return;
    }
    const { message } = parsed;
    if ('method' in message && 'id' in message) {
      if (this.#runningIds.has(message.id)) {
        this.#options.send(errorResponse(message.id, ErrorCode.InvalidRequest, 'A request with this id is running.'));
        return;
      }
      this.#runningIds.add(message.id);
    }
    this.#transport.onmessage?.(message);
  }

  /** Cancels all running requests. Resolves when they have ended. */
  override async close(): Promise<void> {
    await super.close();
    await Promise.allSettled(this.#runningAnswers);
  }

  async #answer({ id, method, params = {} }: JSONRPCRequest, signal: AbortSignal): Promise<Result> {
    const result = this.#resultOf(method, params, signal);
    this.#runningAnswers.add(result);
    try {
      return await result;
    } catch (error) {
      if (error instanceof RpcFailure) throw error;
      this.#options.logger.write('error', 'a request failed', { method, detail: errorMessage(error) });
      throw new RpcFailure(ErrorCode.InternalError, 'Contrail failed. Its error output has the reason.');
    } finally {
      this.#runningAnswers.delete(result);
      // A canceled request gets no response.
      if (signal.aborted) this.#runningIds.delete(id);
    }
  }

  async #resultOf(method: string, params: RpcObject, signal: AbortSignal): Promise<Result> {
    switch (method) {
      case 'initialize':
        return this.#initialize(params);
      case 'tools/list':
        return { tools: this.#options.tools.list() };
      case 'tools/call':
        return this.#callTool(params, signal);
      default:
        throw new RpcFailure(ErrorCode.MethodNotFound, 'This method is not supported.');
    }
  }

  #initialize({ protocolVersion, capabilities }: RpcObject): Result {
    if (typeof protocolVersion !== 'string')
      throw new RpcFailure(ErrorCode.InvalidParams, 'The protocolVersion is missing.');
    const { tools, contrailVersion } = this.#options;
    tools.askWith(canAskUser(capabilities) ? (question, signal) => this.#askUser(question, signal) : undefined);
    return {
      // Versions are dates. A client with an unknown version probably supports the latest version that precedes it.
      protocolVersion: VERSIONS.find((one) => one <= protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'contrail', title: 'Contrail', version: contrailVersion },
      instructions: tools.instructions,
    };
  }

  async #callTool(params: RpcObject, signal: AbortSignal): Promise<Result> {
    const { name, arguments: input = {}, _meta: meta } = params;
    if (typeof name !== 'string') throw new RpcFailure(ErrorCode.InvalidParams, 'The name of the tool is missing.');
    if (!isObject(input)) throw new RpcFailure(ErrorCode.InvalidParams, 'The arguments are not an object.');
    if (!this.#options.tools.has(name)) throw new RpcFailure(ErrorCode.InvalidParams, 'There is no such tool.');
    const onProgress = this.#progressSender(isObject(meta) ? meta['progressToken'] : undefined, signal);
    const { text, isError } = await this.#options.tools.call(name, input, { signal, onProgress });
    return { content: [{ type: 'text', text }], isError };
  }

  /** Resolves with whether the user accepts. */
  async #askUser(message: string, signal: AbortSignal): Promise<boolean> {
    const params = { message, requestedSchema: { type: 'object', properties: {} } };
    try {
      const options = { signal, timeout: MAX_ANSWER_MS };
      const { action } = await this.request({ method: 'elicitation/create', params }, ElicitResultSchema, options);
      return action === 'accept';
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof McpError)) throw error;
      this.#options.logger.write('info', 'the user was not asked', { detail: errorMessage(error) });
      throw new ToolError('The user has not confirmed the change, so nothing was changed. Ask the user.');
    }
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

  // The SDK checks declared capabilities with these methods. Contrail declares the tools only.
  protected override assertCapabilityForMethod(): void {}
  protected override assertNotificationCapability(): void {}
  protected override assertRequestHandlerCapability(): void {}
  protected override assertTaskCapability(): void {}
  protected override assertTaskHandlerCapability(): void {}
}

/** Whether the client can show a form. A client that names no kind of elicitation can; one may only open web pages. */
function canAskUser(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
}
