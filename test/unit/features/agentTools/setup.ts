// Sets up tests of the tools for language models: a signed-in session on a real server, and scripted prompts.
import { ModelTexts } from '../../../../src/agents/modelTexts.ts';
import type { AgentToolName } from '../../../../src/agents/run/toolTable.ts';
import { UnansweredWrites } from '../../../../src/agents/unansweredWrites.ts';
import { ShownConfirmations } from '../../../../src/agents/writes/shownConfirmations.ts';
import { WriteLimit } from '../../../../src/agents/writes/writeLimit.ts';
import { AgentChanges } from '../../../../src/features/agentTools/agentChanges.ts';
import { type ToolCallDeps, ToolCalls } from '../../../../src/features/agentTools/toolCalls.ts';
import { undoAddedLink } from '../../../../src/features/links/undo.ts';
import { undoAddedRelations } from '../../../../src/features/relations/undo.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { QuickEditSetup } from '../quickEdit/setup.ts';

export class AgentToolsSetup implements AsyncDisposable {
  readonly quickEditSetup: QuickEditSetup;
  readonly agentChanges: AgentChanges;
  readonly calls: ToolCalls;
  areToolsEnabled = true;
  /** The texts that were shown as documents. */
  readonly shownTexts: string[] = [];

  private constructor(base: QuickEditSetup, changes: Partial<ToolCallDeps>) {
    this.quickEditSetup = base;
    this.agentChanges = new AgentChanges(base.clock, () => undefined);
    let id = 0;
    const items = { openInBrowser: () => Promise.reject(new Error('This test opens no browser.')) };
    this.calls = new ToolCalls({
      prompts: base.prompts,
      sessions: base.sessions,
      quickEdits: base.quickEdits,
      clock: base.clock,
      logger: silentLogger,
      changes: this.agentChanges,
      undoAddedLink: (...change) => undoAddedLink(base, ...change),
      undoAddedRelations: (...change) => undoAddedRelations({ prompts: base.prompts, items }, ...change),
      shownConfirmations: new ShownConfirmations(base.clock),
      writeLimit: new WriteLimit(base.clock),
      externalIds: new UnansweredWrites(base.clock, () => `agent-${(id += 1)}`),
      texts: new ModelTexts(),
      showText: async (_title, text) => void this.shownTexts.push(text),
      areToolsEnabled: () => this.areToolsEnabled,
      findMentions: async () => ({ lines: [], hasFolder: false, isIncomplete: false }),
      work: {
        loadCurrent: async () => undefined,
        planStart: () => Promise.reject(new Error('This test starts no work.')),
        clearCurrent: async () => undefined,
      },
      ...changes,
    });
  }

  static async open(changes: Partial<ToolCallDeps> = {}): Promise<AgentToolsSetup> {
    // Loads the code that reads descriptions, because the clock of the test would count the time that this takes.
    await new ModelTexts().read('<p>Text</p>', () => undefined);
    return new AgentToolsSetup(await QuickEditSetup.open(), changes);
  }

  /** Calls a tool without a confirmation by VS Code. */
  invoke(name: AgentToolName, input: unknown, signal = new AbortController().signal): Promise<string> {
    return advanceUntilDone(this.quickEditSetup.clock, this.calls.invoke(name, input, signal));
  }

  /** Calls a tool as VS Code does: the confirmation is shown and accepted first. */
  async confirmAndInvoke(name: AgentToolName, input: unknown): Promise<string> {
    await this.prepare(name, input);
    return this.invoke(name, input);
  }

  /** Resolves with the lines of the confirmation that VS Code shows, starting with the title. */
  async prepare(name: AgentToolName, input: unknown): Promise<readonly string[]> {
    const { signal } = new AbortController();
    const confirmation = await advanceUntilDone(this.quickEditSetup.clock, this.calls.prepare(name, input, signal));
    return confirmation === undefined ? [] : [confirmation.title, ...confirmation.lines];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.quickEditSetup[Symbol.asyncDispose]();
  }
}
