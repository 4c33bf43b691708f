// Measures how many tokens the tools for language models take: their list, and typical results.
import { estimateTokens, MAX_PAGE_TOKENS } from '../../src/agents/resultPages.ts';
import { toolContributions } from '../support/contributions.ts';
import { AgentToolsSetup } from '../unit/workbench/agentTools/setup.ts';
import { countAtMost, type Measure } from './measure.ts';

/** The maximum number of tokens of the list of tools, which a model reads with every message. */
const MAX_LIST_TOKENS = 2_200;

export async function benchAgents(): Promise<readonly Measure[]> {
  await using setup = await AgentToolsSetup.open();
  const toolDescriptions = toolContributions().map((tool) => {
    const { name, modelDescription, inputSchema } = Object(tool);
    return { name, description: modelDescription, inputSchema };
  });
  const results = {
    'a work item with comments': [await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' }), 600],
    'a project of 28 work items': [await setup.invoke('contrail_searchWorkItems', { project: 'WEB' }), 1_000],
    'the names in a project': [await setup.invoke('contrail_listProjects', { project: 'WEB' }), 400],
    'the work items of the user': [await setup.invoke('contrail_myWork', {}), 500],
  } as const;
  const [longest] = Object.values(results)
    .map(([text]) => estimateTokens(text))
    .toSorted((one, other) => other - one);
  return [
    countAtMost('the list of tools', estimateTokens(JSON.stringify(toolDescriptions)), MAX_LIST_TOKENS, 'tokens'),
    ...Object.entries(results).map(([what, [text, bound]]) => countAtMost(what, estimateTokens(text), bound, 'tokens')),
    countAtMost('the longest page of these results', longest ?? 0, MAX_PAGE_TOKENS, 'tokens'),
  ];
}
