// Tests how many tokens the tools for language models take: their list, and typical results.
import { expect, it } from 'vitest';
import { CHARACTERS_PER_TOKEN, MAX_PAGE_TOKENS } from '../../../../src/agents/resultPages.ts';
import { toolContributions } from '../../../support/contributions.ts';
import { AgentToolsSetup } from './setup.ts';

/** The maximum number of tokens of the list of tools, which a model reads with every message. */
const MAX_LIST_TOKENS = 2_200;

const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

it('The list of tools has at most 2,200 tokens', () => {
  const toolDescriptions = toolContributions().map((tool) => {
    const { name, modelDescription, inputSchema } = Object(tool);
    return { name, description: modelDescription, inputSchema };
  });
  expect(estimateTokens(JSON.stringify(toolDescriptions))).toBeLessThanOrEqual(MAX_LIST_TOKENS);
});

it.each([
  ['a work item with comments', 'contrail_getWorkItem', { id: 'WEB-1' }, 650],
  ['a project of 28 work items', 'contrail_searchWorkItems', { project: 'WEB' }, 1_000],
  ['the names in a project', 'contrail_listProjects', { project: 'WEB' }, 400],
  ['the work items of the user', 'contrail_searchWorkItems', { assignee: 'me' }, 500],
] as const)('The result with %s has fewer tokens than its limit', async (_, tool, input, maxTokens) => {
  await using setup = await AgentToolsSetup.open();
  const tokens = estimateTokens(await setup.invoke(tool, input));
  expect(tokens).toBeGreaterThan(0);
  expect(tokens).toBeLessThanOrEqual(Math.min(maxTokens, MAX_PAGE_TOKENS));
});
