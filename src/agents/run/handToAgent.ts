// The prompt with which the user hands a work item to an agent.
import { itemInput } from '../inputs.ts';
import type { AgentToolName } from './toolTable.ts';

const READ_TOOL = 'contrail_getWorkItem' satisfies AgentToolName;

/**
 * Returns the prompt, as English text for the model. The prompt contains no text of the work item: the agent reads the
 * text with the tool, which marks it as data. Returns undefined if the tool does not accept the identifier.
 */
export function handToAgentPrompt(identifier: string): string | undefined {
  if (!itemInput.shape.id.safeParse(identifier).success) return undefined;
  const reference = READ_TOOL.replace('contrail_', '#');
  return `Read the work item ${identifier} with ${reference}, then implement it in this workspace. Ask me if something in it is unclear.`;
}
