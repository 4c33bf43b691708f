// Permits the changes of MCP clients: the user confirms each one over the client, or has permitted changes beforehand.

import { displayText } from '../../std/displayName.ts';
import type { PlannedWrite } from '../plannedWrite.ts';
import { countWithNoun } from '../resultPages.ts';
import type { WriteConfirmation } from '../run/toolRunner.ts';
import { AGENT_TOOLS, type AgentToolName } from '../run/toolTable.ts';
import { ToolError } from '../toolError.ts';
import type { WriteLimit } from '../writes/writeLimit.ts';

/** Shows a question to the user, and resolves with whether the user accepts. Rejects if the call is canceled. */
export type AskUser = (question: string, signal: AbortSignal) => Promise<boolean>;

export const READ_ONLY_TEXT =
  'Changes are turned off. Only the user can turn them on, with CONTRAIL_MCP_WRITE=1 in the environment of the MCP server.';

export class McpConfirmation implements WriteConfirmation {
  readonly #mayWrite: boolean | undefined;
  readonly #writeLimit: WriteLimit;
  #askUser: AskUser | undefined;

  /** `mayWrite` is what the user has configured. If it is undefined, changes need a client that can ask the user. */
  constructor(mayWrite: boolean | undefined, writeLimit: WriteLimit) {
    this.#mayWrite = mayWrite;
    this.#writeLimit = writeLimit;
  }

  /** Lets the user confirm each change with this function; undefined if the client cannot ask the user. */
  askWith(askUser: AskUser | undefined): void {
    this.#askUser = askUser;
  }

  /** Whether changes are possible. */
  get mayWrite(): boolean {
    return this.#mayWrite ?? this.#askUser !== undefined;
  }

  requirePermission(name: AgentToolName): void {
    if (AGENT_TOOLS[name].writes && !this.mayWrite) throw new ToolError(`Nothing was changed. ${READ_ONLY_TEXT}`);
  }

  reasonToAsk(
    _name: AgentToolName,
    _input: unknown,
    _write: PlannedWrite,
    isLimitReached: boolean,
  ): string | undefined {
    if (this.#askUser !== undefined) return '';
    if (isLimitReached) throw new ToolError(limitText(this.#writeLimit.maxPerMinute));
    return undefined;
  }

  async ask({ title, lines }: PlannedWrite, _reason: string, signal: AbortSignal): Promise<boolean> {
    const question = displayText([title, ...lines].join('\n'), { keepLines: true });
    return (await this.#askUser?.(question, signal)) === true;
  }
}

function limitText(perMinute: number): string {
  return `Nothing was changed: the limit is ${countWithNoun(perMinute, 'change')} a minute. Call the tool again in a minute. Only the user can raise the limit, with CONTRAIL_MCP_WRITES_PER_MINUTE in the environment of the MCP server.`;
}
