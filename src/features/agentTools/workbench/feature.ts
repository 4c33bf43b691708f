// The tools with which language models read and change work items, and the list of their changes.
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ModelTexts } from '../../../agents/modelTexts.ts';
import type { AgentToolName } from '../../../agents/run/toolTable.ts';
import { UnansweredWrites } from '../../../agents/unansweredWrites.ts';
import { ShownConfirmations } from '../../../agents/writes/shownConfirmations.ts';
import { WriteLimit } from '../../../agents/writes/writeLimit.ts';
import { readExecPath } from '../../../core/session/environment.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { areToolsEnabled } from '../../../shell/agentSettings.ts';
import { alwaysAvailable, signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS, CONTEXT_KEYS } from '../../../shell/commands/contributions.ts';
import type { WorkOnItems } from '../../../shell/itemPicker/currentWork.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { UndoableChanges } from '../../../shell/notifications/undoableChanges.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Logger } from '../../../std/logger.ts';
import { AgentChanges, showAgentChanges } from '../agentChanges.ts';
import { handToAgent, OPEN_CHAT } from '../handToAgent.ts';
import { copyMcpConfiguration } from '../mcpConfiguration.ts';
import { ToolCalls } from '../toolCalls.ts';
import type { UndoDeps } from '../undoActions.ts';
import { createTool } from './tool.ts';
import { findMentionsForTool } from './toolMentions.ts';

export interface AgentToolsDeps extends WithItemDeps, Pick<UndoDeps, 'undoAddedLink' | 'undoAddedRelations'> {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly quickEdits: UndoableChanges;
  readonly work: WorkOnItems;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shows a text as a read-only document. */
  readonly showText: (title: string, text: string) => Promise<void>;
  /** The path of the bundle of the MCP server. */
  readonly mcpScriptPath: string;
}

export function createAgentTools(deps: AgentToolsDeps) {
  const { prompts, sessions, clock } = deps;
  const changes = new AgentChanges(clock, () => {
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasAgentChanges, true);
  });
  const calls = new ToolCalls({
    ...deps,
    changes,
    shownConfirmations: new ShownConfirmations(clock),
    writeLimit: new WriteLimit(clock),
    externalIds: new UnansweredWrites(clock, randomUUID),
    texts: new ModelTexts(),
    areToolsEnabled,
    findMentions: findMentionsForTool,
  });
  return {
    toolOf: (name: AgentToolName) => createTool(name, calls),
    commands: {
      [COMMANDS.copyMcpConfiguration]: alwaysAvailable(() =>
        copyMcpConfiguration(prompts, { nodePath: readExecPath(), scriptPath: deps.mcpScriptPath }, sessions.current),
      ),
      [COMMANDS.handToAgent]: signedIn((target) =>
        withItem(deps, target, l10n.t('Work on Work Item in Chat'), (chosenItem, onBack) =>
          handToAgent({ prompts, work: deps.work, isChatAvailable }, chosenItem, onBack),
        ),
      ),
      [COMMANDS.showAgentChanges]: signedIn(async () => {
        if (sessions.current !== undefined) await showAgentChanges(prompts, clock, changes, sessions.current);
      }),
    },
  };
}

async function isChatAvailable(): Promise<boolean> {
  // If AI features are disabled, VS Code still has the command that opens the chat, but the command does nothing.
  if (vscode.workspace.getConfiguration('chat').get<unknown>('disableAIFeatures') === true) return false;
  return (await vscode.commands.getCommands(true)).includes(OPEN_CHAT);
}
