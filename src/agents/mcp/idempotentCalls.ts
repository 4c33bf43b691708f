// Makes a change once, even if a client calls the tool several times with the same idempotency key.
import type { IdempotencyInput } from '../inputs.ts';
import type { WriteMemory, WriteResult } from '../run/toolRunner.ts';
import type { AgentToolName } from '../run/toolTable.ts';
import type { ToolSession } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';

const MAX_CALLS = 1_000;

/** The changes of this process by tool and idempotency key. */
export class IdempotentCalls implements WriteMemory<ToolSession> {
  readonly #calls = new Map<string, { readonly input: string; readonly result: Promise<WriteResult> }>();

  /**
   * Resolves with the result of an earlier call with this key; without an earlier call, calls `write`. Forgets a change
   * that was not saved, so that it can be repeated. Rejects with a ToolError if the earlier call had another input.
   */
  async runOnce(
    name: AgentToolName,
    callInput: IdempotencyInput,
    write: () => Promise<WriteResult>,
  ): Promise<WriteResult> {
    if (callInput.idempotencyKey === undefined) return write();
    const key = JSON.stringify([name, callInput.idempotencyKey]);
    const input = JSON.stringify(callInput);
    const earlier = this.#calls.get(key);
    if (earlier === undefined) return this.#start(key, input, write);
    if (earlier.input !== input)
      throw new ToolError('The idempotencyKey was used for another input. Nothing was changed. Use a new one.');
    const { text, ...result } = await earlier.result;
    return { ...result, text: `An earlier call with this idempotencyKey had this result; nothing was sent:\n${text}` };
  }

  /** Does nothing: outside of VS Code, the user cannot undo a change with Contrail. */
  add(): void {}

  async #start(key: string, input: string, write: () => Promise<WriteResult>): Promise<WriteResult> {
    const result = write();
    this.#calls.set(key, { input, result });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MAX_CALLS && oldest !== undefined) this.#calls.delete(oldest);
    let isSaved = false;
    try {
      const writeResult = await result;
      isSaved = writeResult.isSaved;
      return writeResult;
    } finally {
      if (!isSaved) this.#calls.delete(key);
    }
  }
}
