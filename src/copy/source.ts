// Defines the data that is read from the project to copy. The plan contains it on disk, so all values are plain JSON.
import * as z from 'zod';
import { RELATION_TYPES } from '../contract/resources/relation.ts';

/** A user of the source. `email` is null if the server does not send it. */
export const sourceUser = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });
export type SourceUser = z.output<typeof sourceUser>;

const state = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  group: z.string().nullable(),
  description: z.string(),
  sequence: z.number().nullable(),
  isDefault: z.boolean(),
});
export type SourceState = z.output<typeof state>;

const label = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  description: z.string(),
  parent: z.string().nullable(),
  position: z.number().nullable(),
});
export type SourceLabel = z.output<typeof label>;

/**
 * The fields that modules and cycles have in common. `items` contains the ids of the work items; `start` and `end` are
 * dates `YYYY-MM-DD`.
 */
const moduleOrCycleFields = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  items: z.array(z.string()),
};
const module_ = z.object({
  ...moduleOrCycleFields,
  status: z.string().nullable(),
  lead: z.string().nullable(),
  members: z.array(z.string()),
});
export type SourceModule = z.output<typeof module_>;
const cycle = z.object({ ...moduleOrCycleFields, owner: z.string().nullable() });
export type SourceCycle = z.output<typeof cycle>;

const link = z.object({ id: z.string(), url: z.string(), title: z.string() });
export type SourceLink = z.output<typeof link>;

const comment = z.object({
  id: z.string(),
  html: z.string(),
  access: z.string().nullable(),
  author: z.string().nullable(),
  /** A time in ISO 8601 format; null if the server does not send it. */
  createdAt: z.string().nullable(),
});
export type SourceComment = z.output<typeof comment>;

/** `size` is in bytes, 0 if unknown; `type` is a MIME type, empty if unknown. */
const attachment = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() });
export type SourceAttachment = z.output<typeof attachment>;

const item = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  html: z.string(),
  state: z.string().nullable(),
  priority: z.string(),
  assignees: z.array(z.string()),
  labels: z.array(z.string()),
  parent: z.string().nullable(),
  estimate: z.string().nullable(),
  type: z.string().nullable(),
  start: z.string().nullable(),
  target: z.string().nullable(),
  /**
   * The type is from the point of view of this work item. `other` is the id of a work item, possibly in another
   * project.
   */
  relations: z.array(z.object({ type: z.enum(RELATION_TYPES), other: z.string() })),
  links: z.array(link),
  /** The comments, oldest first. */
  comments: z.array(comment),
  attachments: z.array(attachment),
});
export type SourceItem = z.output<typeof item>;

export const sourceProject = z.object({
  id: z.string(),
  name: z.string(),
  identifier: z.string(),
  description: z.string(),
  /** The IANA name of the time zone; null if the server does not send it. Absent in plans of earlier releases. */
  timezone: z.string().nullish(),
  /** The id of the user that the credential belongs to. */
  user: z.string(),
  /** The members of the project, and the other users of the workspace if the user can list them. */
  users: z.array(sourceUser),
  /** The states, in their order in the project. */
  states: z.array(state),
  labels: z.array(label),
  modules: z.array(module_),
  cycles: z.array(cycle),
  /** The work items, in the order of their numbers. */
  items: z.array(item),
  /** Number of records that could not be parsed and are therefore not copied. */
  unreadable: z.number(),
});
export type SourceProject = z.output<typeof sourceProject>;
