// The calls of tools by VS Code: their confirmations and results.
import { SIGNED_OUT_TEXT } from '../../agents/resultTexts.ts';
import { ToolRunner, type ToolRunnerDeps } from '../../agents/run/toolRunner.ts';
import { AGENT_TOOLS, type AgentToolName } from '../../agents/run/toolTable.ts';
import { ToolError } from '../../agents/toolError.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import type { AgentChanges } from './agentChanges.ts';
import { type ConfirmationDeps, ToolConfirmations } from './confirmation.ts';
import { createEditorTools, type EditorToolsDeps } from './editorTools.ts';
import { type UndoDeps, undoActionOf } from './undoActions.ts';

export interface ToolCallDeps
  extends ConfirmationDeps,
    EditorToolsDeps,
    UndoDeps,
    Pick<ToolRunnerDeps<Session>, 'writeLimit' | 'externalIds' | 'texts' | 'clock' | 'logger'> {
  readonly prompts: ConfirmationDeps['prompts'];
  readonly sessions: Pick<Sessions, 'current' | 'restore'>;
  readonly changes: AgentChanges;
}

/** The confirmation that VS Code shows before a call, as plain text. */
export interface ToolConfirmation {
  readonly title: string;
  readonly lines: readonly string[];
}

export class ToolCalls {
  readonly #confirmations: ToolConfirmations;
  readonly #runner: ToolRunner<Session>;

  constructor(deps: ToolCallDeps) {
    this.#confirmations = new ToolConfirmations(deps);
    this.#runner = new ToolRunner({
      ...deps,
      confirmation: this.#confirmations,
      openSession: async () => {
        await deps.sessions.restore();
        if (deps.sessions.current === undefined) throw new ToolError(SIGNED_OUT_TEXT);
        return deps.sessions.current;
      },
      inputOf: (name) => AGENT_TOOLS[name].input,
      editorOf: (session) => createEditorTools(deps, session),
      memory: {
        runOnce: (_name, _input, write) => write(),
        add: (session, { undo, ...write }) =>
          deps.changes.add({ ...write, session, undoAction: undoActionOf(deps, session, write.address, undo) }),
      },
    });
  }

  /**
   * Resolves with the confirmation that VS Code shows before it calls `invoke`; undefined if the call changes nothing,
   * or if the change cannot be planned yet. In the second case, `invoke` asks the user itself.
   */
  async prepare(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<ToolConfirmation | undefined> {
    const write = await this.#runner.plan(name, input, signal);
    if (write === undefined) return undefined;
    this.#confirmations.addShown(name, input, write);
    return { title: write.title, lines: write.lines };
  }

  /** Resolves with the result for the model, even if the call failed. */
  async invoke(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<string> {
    return (await this.#runner.call(name, input, { signal })).text;
  }
}
