// The schemas of the tools' inputs for MCP clients: as in VS Code, with an idempotency key for changes.
import * as z from 'zod';
import {
  commentInput,
  createInput,
  itemInput,
  pageInput,
  projectsInput,
  relateInput,
  searchInput,
  updateInput,
} from '../agents/inputs.ts';
import type { McpToolName } from '../agents/toolTable.ts';

const idempotencyInput = {
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Any text. Calls with the same text and input make the change once.'),
};

/** Comments have no `visibility`: the user would not be asked before people outside of the workspace see a comment. */
export const MCP_TOOL_INPUTS = {
  contrail_searchWorkItems: searchInput,
  contrail_getWorkItem: itemInput,
  contrail_myWork: pageInput,
  contrail_listProjects: projectsInput,
  contrail_createWorkItem: createInput.extend(idempotencyInput),
  contrail_updateWorkItem: updateInput.extend(idempotencyInput),
  contrail_commentOnWorkItem: commentInput.omit({ visibility: true }).extend(idempotencyInput),
  contrail_relateWorkItem: relateInput.extend(idempotencyInput),
} as const satisfies Readonly<Record<McpToolName, z.ZodType>>;

export type McpToolInput<N extends McpToolName> = z.output<(typeof MCP_TOOL_INPUTS)[N]>;
