// The tools with which language models read and change work items, and the list of their changes.
import { randomUUID } from 'node:crypto';
import { ConfirmedWrites } from '../../../agents/confirmedWrites.ts';
import { UnansweredWrites } from '../../../agents/unansweredWrites.ts';
import { WriteLimit } from '../../../agents/writeLimit.ts';
import { readProgram } from '../../../session/environment.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Logger } from '../../../std/logger.ts';
import { agentSettings } from '../../agentSettings.ts';
import { always, signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { QuickEdits } from '../quickEdit/quickEdit.ts';
import type { Work } from '../startWork/work.ts';
import { AgentChanges, showAgentChanges } from './agentChanges.ts';
import { copyMcpConfiguration } from './mcpConfiguration.ts';
import { ToolCalls } from './toolCalls.ts';
import { findWorkspaceMentions } from './workspaceMentions.ts';

export interface AgentToolsDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly quick: QuickEdits;
  readonly work: Work;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The path of the bundle of the MCP server. */
  readonly mcpScript: string;
}

export function createAgentTools(deps: AgentToolsDeps) {
  const { prompts, sessions, clock } = deps;
  const changes = new AgentChanges(clock);
  const calls = new ToolCalls({
    ...deps,
    changes,
    confirmed: new ConfirmedWrites(clock),
    limit: new WriteLimit(clock),
    unanswered: new UnansweredWrites(clock, randomUUID),
    loadToHtml: async () => (await import('../../../std/html/markdown.ts')).markdownToHtml,
    settings: agentSettings,
    findMentions: findWorkspaceMentions,
  });
  return {
    calls,
    commands: {
      [COMMANDS.copyMcpConfiguration]: always(() =>
        copyMcpConfiguration(prompts, { node: readProgram(), script: deps.mcpScript }, sessions.current),
      ),
      [COMMANDS.showAgentChanges]: signedIn(async () => {
        if (sessions.current !== undefined) await showAgentChanges(prompts, clock, changes, sessions.current);
      }),
    },
  };
}
