// The tools that language models can use: one row for each, with its input, its handler and its
// description for the model.
import type * as z from 'zod';
import { findCode, requireEditor } from '../editorTools.ts';
import {
  commentInput,
  createInput,
  itemInput,
  projectsInput,
  relateInput,
  searchInput,
  updateInput,
  workInput,
} from '../inputs.ts';
import { getWorkItem } from '../itemTool.ts';
import type { WritePlan } from '../plannedWrite.ts';
import { listProjects } from '../projectTool.ts';
import { searchWorkItems } from '../searchTool.ts';
import type { ToolContext } from '../toolContext.ts';
import { planComment } from '../writes/comment.ts';
import { planCreation } from '../writes/creation.ts';
import { planRelationOrLink } from '../writes/relation.ts';
import { planUpdate } from '../writes/update.ts';

interface AgentTool<I extends z.ZodObject, W extends boolean> {
  readonly input: I;
  /** Whether the tool changes something. In VS Code, the user confirms each call of such a tool. */
  readonly writes: W;
  /** Whether the tool needs a VS Code window, for its folders or branch. MCP clients do not get such a tool. */
  readonly needsEditor: boolean;
  /** The description of the tool for the model, in English. */
  readonly description: string;
  /** Resolves with the result for the model, or with the change that the user confirms. */
  readonly run: (access: ToolContext, input: z.output<I>) => Promise<W extends true ? WritePlan : string>;
}

/** Checks that the handler of a tool takes the input of the tool. */
function tool<I extends z.ZodObject, const W extends boolean>(row: AgentTool<I, W>): AgentTool<I, W> {
  return row;
}

/** A tool that deletes something, or changes several work items in one call, must not be added. */
export const AGENT_TOOLS = {
  contrail_searchWorkItems: tool({
    input: searchInput,
    writes: false,
    needsEditor: false,
    description:
      'Search or list work items (issues, tasks, tickets) of the Plane workspace. Returns one line for each: identifier, state, priority, name, assignees, due date. With assignee "me", VS Code also names the current work item.',
    run: searchWorkItems,
  }),
  contrail_getWorkItem: tool({
    input: itemInput,
    writes: false,
    needsEditor: false,
    description:
      'Read one work item, in VS Code by default the one that the user works on: fields, description, sub-items, relations, links, linked code and comments.',
    run: getWorkItem,
  }),
  contrail_listProjects: tool({
    input: projectsInput,
    writes: false,
    needsEditor: false,
    description:
      'List the projects. With a project, list the names of its states, labels, members, cycles and modules, which other tools accept.',
    run: listProjects,
  }),
  contrail_findCode: tool({
    input: itemInput,
    writes: false,
    needsEditor: true,
    description:
      'Find code of a work item: lines in the open folders that mention its identifier, and lines that its comments link.',
    run: findCode,
  }),
  contrail_createWorkItem: tool({
    input: createInput,
    writes: true,
    needsEditor: false,
    description: 'Create one work item. Returns its identifier.',
    run: planCreation,
  }),
  contrail_updateWorkItem: tool({
    input: updateInput,
    writes: true,
    needsEditor: false,
    description: 'Change fields of one work item. Returns the values now on the server.',
    run: planUpdate,
  }),
  contrail_commentOnWorkItem: tool({
    input: commentInput,
    writes: true,
    needsEditor: false,
    description: 'Comment on one work item. A comment is never sent twice.',
    run: planComment,
  }),
  contrail_relateWorkItem: tool({
    input: relateInput,
    writes: true,
    needsEditor: false,
    description: 'Relate two work items, or add a web link. Two work items have at most one relation.',
    run: planRelationOrLink,
  }),
  contrail_startOrFinishWork: tool({
    input: workInput,
    writes: true,
    needsEditor: true,
    description:
      'Start work on a work item: check out its branch, set a started state, assign it to the user and make it current. Or finish work: set a completed state and clear the current work item.',
    run: (access, input) => requireEditor(access).planWork(access, input),
  }),
} as const;

export type AgentToolName = keyof typeof AGENT_TOOLS;

export function isAgentTool(name: string): name is AgentToolName {
  return Object.hasOwn(AGENT_TOOLS, name);
}
