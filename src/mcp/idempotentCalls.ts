// Makes a change once, even if a client calls the tool several times with the same idempotency key.
import { createHash } from 'node:crypto';
import { ToolError } from '../agents/toolError.ts';
import type { ExternalIdTracker } from '../agents/writes/unansweredWrites.ts';

/** The result of a change. `isSaved` means that the server has confirmed the change, so it must not be sent again. */
export interface WriteResult {
  readonly text: string;
  readonly isSaved: boolean;
  readonly isError: boolean;
}

const MAX_CALLS = 1_000;

/** The changes of this process by tool and idempotency key. */
export class IdempotentCalls {
  readonly #calls = new Map<string, { readonly input: string; readonly result: Promise<WriteResult> }>();

  /**
   * Resolves with the result of an earlier call with this key; without an earlier call, calls `write`. Forgets a change
   * that was not saved, so that it can be repeated. Rejects with a ToolError if the earlier call had another input.
   */
  async runOnce(key: string, input: string, write: () => Promise<WriteResult>): Promise<WriteResult> {
    const earlier = this.#calls.get(key);
    if (earlier === undefined) return this.#start(key, input, write);
    if (earlier.input !== input)
      throw new ToolError('The idempotencyKey was used for another input. Nothing was changed. Use a new one.');
    const { text, ...result } = await earlier.result;
    return { ...result, text: `An earlier call with this idempotencyKey had this result; nothing was sent:\n${text}` };
  }

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

/**
 * Returns a tracker whose external ids depend only on the scope and the idempotency key, so that the server recognizes
 * a record that another process has created with them. `scope` names the account, the tool and what the record belongs
 * to.
 */
export function trackerForKey(idTracker: ExternalIdTracker, scope: readonly string[], key: string): ExternalIdTracker {
  const callKey = JSON.stringify([...scope, key]);
  const id = `mcp-${createHash('sha256').update(callKey).digest('hex').slice(0, 40)}`;
  return {
    begin: () => idTracker.begin(callKey, () => id),
    end: () => idTracker.end(callKey),
  };
}
