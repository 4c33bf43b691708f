// The tools that language models can use: one row for each, with its input and its description for the model.
import type * as z from 'zod';
import {
  commentInput,
  createInput,
  emptyInput,
  finishWorkInput,
  itemInput,
  pageInput,
  projectsInput,
  relateInput,
  searchInput,
  startWorkInput,
  updateInput,
} from './inputs.ts';
import { ToolError } from './toolError.ts';

interface AgentTool {
  readonly input: z.ZodType;
  /** Whether the tool changes something. In VS Code, the user confirms each call of such a tool. */
  readonly writes: boolean;
  /** Whether the tool needs a VS Code window, for its folders or branch. MCP clients do not get such a tool. */
  readonly needsEditor: boolean;
  /** The description of the tool for the model, in English. */
  readonly description: string;
}

/** A tool that deletes something, or changes several work items in one call, must not be added. */
export const AGENT_TOOLS = {
  contrail_searchWorkItems: {
    input: searchInput,
    writes: false,
    needsEditor: false,
    description:
      'Search or list work items (issues, tasks, tickets) of the Plane workspace. Returns one line for each: identifier, state, priority, name, assignees, due date.',
  },
  contrail_getWorkItem: {
    input: itemInput,
    writes: false,
    needsEditor: false,
    description: 'Read one work item: fields, description, sub-items, relations, links, linked code and comments.',
  },
  contrail_myWork: {
    input: pageInput,
    writes: false,
    needsEditor: false,
    description: "List the user's open work items, the most urgent first.",
  },
  contrail_currentWorkItem: {
    input: emptyInput,
    writes: false,
    needsEditor: true,
    description: 'Read the work item that the user works on: that of the checked-out Git branch, or one the user set.',
  },
  contrail_listProjects: {
    input: projectsInput,
    writes: false,
    needsEditor: false,
    description:
      'List the projects. With a project, list the names of its states, labels, members, cycles and modules, which other tools accept.',
  },
  contrail_findCode: {
    input: itemInput,
    writes: false,
    needsEditor: true,
    description:
      'Find code of a work item: lines in the open folders that mention its identifier, and lines that its comments link.',
  },
  contrail_createWorkItem: {
    input: createInput,
    writes: true,
    needsEditor: false,
    description: 'Create one work item. Returns its identifier.',
  },
  contrail_updateWorkItem: {
    input: updateInput,
    writes: true,
    needsEditor: false,
    description: 'Change fields of one work item. Returns the values now on the server.',
  },
  contrail_commentOnWorkItem: {
    input: commentInput,
    writes: true,
    needsEditor: false,
    description: 'Comment on one work item. A comment is never sent twice.',
  },
  contrail_relateWorkItem: {
    input: relateInput,
    writes: true,
    needsEditor: false,
    description: 'Relate two work items, or add a web link. Two work items have at most one relation.',
  },
  contrail_startWork: {
    input: startWorkInput,
    writes: true,
    needsEditor: true,
    description:
      'Start work on a work item: check out its branch, set a started state, assign it to the user and make it current.',
  },
  contrail_finishWork: {
    input: finishWorkInput,
    writes: true,
    needsEditor: true,
    description: 'Finish work on a work item: set a completed state and clear the current work item.',
  },
} as const satisfies Readonly<Record<string, AgentTool>>;

export type AgentToolName = keyof typeof AGENT_TOOLS;
/** The tools that MCP clients can use as well. */
export type McpToolName = {
  [N in AgentToolName]: (typeof AGENT_TOOLS)[N]['needsEditor'] extends false ? N : never;
}[AgentToolName];
export type AgentToolInput<N extends AgentToolName> = z.output<(typeof AGENT_TOOLS)[N]['input']>;

/** @throws ToolError if the input does not match the schema of the tool */
export function parseToolInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? {});
  if (!result.success) throw new ToolError(inputProblem(result.error));
  return result.data;
}

/** Returns why an input does not match its schema, as English text for the model. */
function inputProblem(error: z.ZodError): string {
  const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
  return `The input is invalid. ${issues.join('; ')}`;
}
