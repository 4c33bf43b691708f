// Runs the calls of tools, in VS Code and for MCP clients: parses the input, limits the time, lets the user confirm a
// change, sends it, and returns the result for the model.
import type * as z from 'zod';
import { throwIfAborted } from '../../client/abort.ts';
import { ApiError } from '../../client/apiError.ts';
import type { Clock } from '../../std/clock.ts';
import type { Logger } from '../../std/logger.ts';
import { faultText } from '../faultText.ts';
import type { ModelTexts } from '../modelTexts.ts';
import type { PlannedWrite, SentWrite, WritePlan } from '../plannedWrite.ts';
import { countWithNoun } from '../resultPages.ts';
import { canceledCallNote, DECLINED_TEXT, TIMEOUT_TEXT } from '../resultTexts.ts';
import { type EditorTools, type ToolContext, type ToolSession, withTimeLimit } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';
import type { ExternalIdTracker } from '../unansweredWrites.ts';
import type { WriteLimit } from '../writes/writeLimit.ts';
import { AGENT_TOOLS, type AgentToolName } from './toolTable.ts';

export interface ToolCallOptions {
  readonly signal: AbortSignal;
  /** Reports what a call waits for. */
  readonly onProgress?: (message: string) => void;
}

/** The result of a call, for the model. `isError` means that the call failed, and `text` says why. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** `isSaved` means that the server has confirmed the change, so it must not be sent again. */
export interface WriteResult extends ToolResult {
  readonly isSaved: boolean;
}

/** Decides whether a change may be sent. */
export interface WriteConfirmation {
  /** @throws ToolError if no call of the tool is permitted */
  requirePermission(name: AgentToolName): void;
  /**
   * Returns why the user must be asked before the change is sent; undefined if the user need not be asked.
   * @throws ToolError if the change must not be sent
   */
  reasonToAsk(name: AgentToolName, input: unknown, write: PlannedWrite, isLimitReached: boolean): string | undefined;
  /** Resolves with whether the user allows the change. */
  ask(write: PlannedWrite, reason: string, signal: AbortSignal): Promise<boolean>;
}

/** Remembers the changes that were sent. */
export interface WriteMemory<S extends ToolSession> {
  /** Resolves with the result of `write`, or of an earlier call that made the same change. */
  runOnce(name: AgentToolName, input: object, write: () => Promise<WriteResult>): Promise<WriteResult>;
  add(session: S, write: SentWrite): void;
}

export interface ToolRunnerDeps<S extends ToolSession> {
  /** Rejects with a ToolError if no account is signed in. */
  openSession(signal: AbortSignal): Promise<S>;
  /** Returns the schema with which the input of a tool is parsed. */
  inputOf(name: AgentToolName): z.ZodType<object>;
  /** Returns what tools do in a window of VS Code; undefined outside of VS Code. */
  editorOf(session: S): EditorTools | undefined;
  readonly confirmation: WriteConfirmation;
  readonly memory: WriteMemory<S>;
  readonly writeLimit: WriteLimit;
  readonly externalIds: ExternalIdTracker;
  readonly texts: ModelTexts;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class ToolRunner<S extends ToolSession> {
  readonly #deps: ToolRunnerDeps<S>;
  /** Notes about canceled calls that may have changed records. The next result contains them, then they are removed. */
  #notes: readonly string[] = [];
  /** The calls that have begun to send a change. */
  readonly #sendingCalls = new WeakSet<ToolCallOptions>();

  constructor(deps: ToolRunnerDeps<S>) {
    this.#deps = deps;
  }

  /** Resolves with the change that a call would make; undefined if the call changes nothing or cannot be planned. */
  async plan(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<PlannedWrite | undefined> {
    if (!AGENT_TOOLS[name].writes) return undefined;
    const options = { signal };
    const plan = await this.#attempt(name, options, () => {
      const parsedInput = this.#parse(name, input);
      return this.#withAccess(options, (access) => this.#plan(name, access, parsedInput));
    });
    return 'changeKey' in plan ? plan : undefined;
  }

  /** Resolves with the result for the model, even if the call failed with a ToolError or an ApiError. */
  async call(name: AgentToolName, input: unknown, options: ToolCallOptions): Promise<ToolResult> {
    const { text, isError } = await this.#attempt(name, options, () =>
      AGENT_TOOLS[name].writes ? this.#write(name, input, options) : this.#read(name, input, options),
    );
    if (options.signal.aborted) {
      if (this.#sendingCalls.has(options)) this.#notes = [...this.#notes, canceledCallNote(name)];
      return { text, isError };
    }
    const notes = this.#notes;
    this.#notes = [];
    return { text: [...notes, text].join('\n'), isError };
  }

  async #attempt<T>(name: AgentToolName, { signal }: ToolCallOptions, work: () => Promise<T>): Promise<T | ToolResult> {
    const { confirmation, clock, logger } = this.#deps;
    try {
      confirmation.requirePermission(name);
      return await work();
    } catch (error) {
      if (error instanceof ToolError) return { text: error.message, isError: true };
      if (!(error instanceof ApiError)) throw error;
      logger.write('info', 'a tool failed', { tool: name, kind: error.fault.kind });
      const isTimeout = error.fault.kind === 'cancelled' && !signal.aborted;
      return { text: isTimeout ? TIMEOUT_TEXT : faultText(error.fault, clock.now()), isError: true };
    }
  }

  async #read(name: AgentToolName, input: unknown, options: ToolCallOptions): Promise<ToolResult> {
    const parsedInput = this.#parse(name, input);
    const text = await this.#withAccess(options, (access) =>
      withTimeLimit(access, (limited) => run<string>(name, limited, parsedInput)),
    );
    return { text, isError: false };
  }

  async #write(name: AgentToolName, input: unknown, options: ToolCallOptions): Promise<ToolResult> {
    const { memory, logger } = this.#deps;
    const parsedInput = this.#parse(name, input);
    return memory.runOnce(name, parsedInput, () =>
      this.#withAccess(options, async (access) => {
        const write = await this.#confirm(name, input, access, () => this.#plan(name, access, parsedInput));
        if ('text' in write) return { ...write, isSaved: false };
        throwIfAborted(options.signal);
        logger.write('info', 'a language model changes something', { tool: name });
        this.#sendingCalls.add(options);
        const { text, isSaved } = await write.send();
        return { text, isSaved, isError: !isSaved };
      }),
    );
  }

  /**
   * Resolves with the change that may be sent, or with the result of the call if nothing is sent. The change is made of
   * values that were read immediately before.
   */
  async #confirm(
    name: AgentToolName,
    input: unknown,
    { session, signal }: ToolContext,
    plan: () => Promise<WritePlan>,
  ): Promise<PlannedWrite | ToolResult> {
    const { confirmation, writeLimit } = this.#deps;
    let write = await plan();
    if ('result' in write) return { text: write.result, isError: false };
    throwIfAborted(signal);
    const reason = confirmation.reasonToAsk(name, input, write, writeLimit.isReached(session.account));
    writeLimit.add(session.account);
    let isAsking = reason !== undefined;
    while (isAsking) {
      if (!(await confirmation.ask(write, reason ?? '', signal))) return { text: DECLINED_TEXT, isError: true };
      throwIfAborted(signal);
      // The value on the server may have changed while the question was shown.
      const latest = await plan();
      if ('result' in latest) return { text: latest.result, isError: false };
      isAsking = latest.changeKey !== write.changeKey;
      write = latest;
    }
    return write;
  }

  #plan(name: AgentToolName, access: ToolContext, parsedInput: object): Promise<WritePlan> {
    return withTimeLimit(access, (limited) => run<WritePlan>(name, limited, parsedInput));
  }

  /** @throws ToolError if the input does not match the schema of the tool */
  #parse(name: AgentToolName, input: unknown): object {
    const result = this.#deps.inputOf(name).safeParse(input ?? {});
    if (!result.success) throw new ToolError(inputProblem(result.error));
    return result.data;
  }

  /** Runs `work` with the session. Reports when the call starts to wait for the rate limit. */
  async #withAccess<T>({ signal, onProgress }: ToolCallOptions, work: (access: ToolContext) => Promise<T>): Promise<T> {
    const { clock, logger, texts, externalIds, memory } = this.#deps;
    const session = await this.#deps.openSession(signal);
    const { allowance } = session.client;
    const onWait = (): void => {
      logger.write('info', 'waiting for the rate limit');
      onProgress?.(
        `Waiting for the rate limit: the server allows ${countWithNoun(allowance.limit, 'request')} a minute.`,
      );
    };
    const listener = allowance.onDidChange(() => {
      if (allowance.waitingUntil !== undefined) onWait();
    });
    const editor = this.#deps.editorOf(session);
    try {
      return await work({
        session,
        clock,
        texts,
        signal,
        onWait,
        externalIds,
        remember: (write) => memory.add(session, write),
        ...(editor === undefined ? {} : { editor }),
      });
    } finally {
      listener.dispose();
    }
  }
}

/** Runs the handler of a tool. The input must have been parsed with the schema of the tool. */
function run<T>(name: AgentToolName, access: ToolContext, parsedInput: object): Promise<T> {
  const handler = AGENT_TOOLS[name].run as (access: ToolContext, input: object) => Promise<unknown>;
  return handler(access, parsedInput) as Promise<T>;
}

/** Returns why an input does not match its schema, as English text for the model. */
function inputProblem(error: z.ZodError): string {
  const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
  return `The input is invalid. ${issues.join('; ')}`;
}
