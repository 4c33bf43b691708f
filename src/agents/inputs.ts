// The schemas of the tools' inputs, from which `npm run contributions` generates the JSON schemas in package.json. VS
// Code does not check the input of calls by other extensions, so every input is parsed with these schemas.
import * as z from 'zod';
import { ACCESS_LEVELS } from '../contract/resources/comment.ts';
import { RELATION_TYPES } from '../contract/resources/relation.ts';
import { PRIORITIES } from '../contract/resources/workItem.ts';
import { MAX_NAME_LENGTH } from '../contract/schema/limits.ts';

/** The maximum length of a Markdown text, which is shown to the user and then sent in one request. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_NAMES = 20;

const identifier = z
  .string()
  .regex(/^[^\s-]{1,64}-[0-9]{1,10}$/, 'Use an identifier such as WEB-7, not a UUID.')
  .describe('Identifier of a work item, for example WEB-7');
const name = z.string().min(1).max(MAX_NAME_LENGTH);
const names = z.array(name).min(1).max(MAX_NAMES);
const project = name.describe('Identifier or name of a project, for example WEB');
const day = z.string().regex(/^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|none)$/, 'Use a date such as 2026-11-20, or none.');
const page = z.int().min(1).max(1_000).optional().describe('Page of a long result; default 1');
const text = z.string().max(MAX_TEXT_LENGTH);
const priority = z.enum(PRIORITIES);

export const searchInput = z.strictObject({
  text: z.string().max(200).optional().describe('Words of the name, or an identifier. Leave out to list by filters.'),
  project: project.optional(),
  state: name.optional().describe('Name of a state'),
  assignee: name.optional().describe('Name of a person, "none", or "me": the most urgent first'),
  label: name.optional(),
  priority: priority.optional(),
  includeClosed: z.boolean().optional().describe('Also completed and canceled work items; default false'),
  page,
});
export type SearchInput = z.output<typeof searchInput>;

export const itemInput = z.strictObject({
  id: identifier.optional().describe('Identifier, for example WEB-7; default in VS Code: the current work item'),
  page,
});
export type ItemInput = z.output<typeof itemInput>;
export const projectsInput = z.strictObject({
  project: project.optional().describe('Lists states, labels, members, cycles and modules of this project'),
  page,
});

export const createInput = z.strictObject({
  project,
  name,
  description: text.optional().describe('Markdown'),
  state: name.optional().describe('Name of a state; default: the state that the project sets'),
  priority: priority.optional(),
  assignees: names.optional().describe('Names of members, or "me"'),
  labels: names.optional().describe('Names of existing labels'),
  parent: identifier.optional(),
  startDate: day.optional(),
  dueDate: day.optional(),
});
export type CreateInput = z.output<typeof createInput>;

export const updateInput = z.strictObject({
  id: identifier,
  name: name.optional(),
  description: text
    .optional()
    .describe(
      'Markdown that replaces the whole description. Read the work item first, leave out the "| " before its lines, and keep each ⟦…⟧.',
    ),
  state: name.optional().describe('Name of a state of the project'),
  priority: priority.optional(),
  addAssignees: names.optional().describe('Names of members, or "me"'),
  removeAssignees: names.optional(),
  addLabels: names.optional().describe('Names of existing labels'),
  removeLabels: names.optional(),
  parent: z.string().max(80).optional().describe('Identifier, or "none"'),
  startDate: day.optional().describe('YYYY-MM-DD, or "none"'),
  dueDate: day.optional().describe('YYYY-MM-DD, or "none"'),
  estimate: z.string().max(20).optional().describe('0 to 7, a point or "none"'),
  cycle: name.optional().describe('Name of a cycle, or "none"'),
  module: name.optional().describe('Name of a module, or "none"'),
});
export type UpdateInput = z.output<typeof updateInput>;

export const commentInput = z.strictObject({
  id: identifier,
  text: text.min(1).describe('Markdown'),
  visibility: z
    .enum(ACCESS_LEVELS)
    .optional()
    .describe(
      'INTERNAL (default): only members. EXTERNAL: also people outside the workspace; the user is asked again.',
    ),
});
export type CommentInput = z.output<typeof commentInput>;

export const relateInput = z.strictObject({
  id: identifier,
  relation: z.enum(RELATION_TYPES).optional().describe('Relation of id to other, as in: id is blocking other'),
  other: identifier.optional(),
  link: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\//, 'Use an address that starts with https:// or http://.')
    .optional()
    .describe('Web address, instead of a relation'),
  title: name.optional().describe('Link title'),
});
export type RelateInput = z.output<typeof relateInput>;

export const workInput = z
  .strictObject({
    action: z.enum(['start', 'finish']),
    id: identifier.optional().describe('Identifier; default to finish: the current work item'),
    branch: z.boolean().optional().describe('start: create or check out the Git branch of the work item; default true'),
    state: name.optional().describe('finish: name of the new state; default: the first completed state'),
  })
  .refine(({ action, id }) => action === 'finish' || id !== undefined, {
    path: ['id'],
    message: 'Give the work item to start work on.',
  })
  .refine(({ action, branch, state }) => (action === 'start' ? state : branch) === undefined, {
    message: 'branch is only for start, and state only for finish.',
  });
export type WorkInput = z.output<typeof workInput>;

/** What changes by clients outside of VS Code have in their input as well. */
export const idempotencyInput = z.strictObject({
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Any text. Calls with the same text and input make the change once.'),
});
export type IdempotencyInput = z.output<typeof idempotencyInput>;
