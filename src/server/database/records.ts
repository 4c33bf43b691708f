// Defines the kinds of records that the server stores, and the schema of each resource.
import type * as z from 'zod';
import { activity } from '../../contract/resources/activity.ts';
import { attachment } from '../../contract/resources/attachment.ts';
import { comment } from '../../contract/resources/comment.ts';
import { customer } from '../../contract/resources/customer.ts';
import { customerProperty } from '../../contract/resources/customerProperty.ts';
import { customerRequest } from '../../contract/resources/customerRequest.ts';
import { cycle } from '../../contract/resources/cycle.ts';
import { epic } from '../../contract/resources/epic.ts';
import { initiative, initiativeLabel } from '../../contract/resources/initiative.ts';
import { label } from '../../contract/resources/label.ts';
import { link } from '../../contract/resources/link.ts';
import { module_ } from '../../contract/resources/module.ts';
import { estimate, estimatePoint, project } from '../../contract/resources/project.ts';
import type { StoredRelation } from '../../contract/resources/relation.ts';
import { state } from '../../contract/resources/state.ts';
import { sticky } from '../../contract/resources/sticky.ts';
import { teamspace } from '../../contract/resources/teamspace.ts';
import { user } from '../../contract/resources/user.ts';
import { type WorkItem, workItem } from '../../contract/resources/workItem.ts';
import { workItemType } from '../../contract/resources/workItemType.ts';

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Id of the user who sent the request; in the workspace that is stored, the user to whom the API key belongs. */
  readonly caller: string;
}

/** A user's membership in a project. Its owner in the database is the project. */
export interface Membership {
  readonly id: string;
  readonly user: string;
  /** The role in the project: 20 admin, 15 member, 5 guest. */
  readonly role: number;
}

/**
 * A relation between two work items. Its owner in the database is the workspace, because the work items may belong to
 * different projects.
 */
export interface RelationRow {
  readonly id: string;
  readonly relation_type: StoredRelation;
  readonly issue: string;
  readonly related_issue: string;
  readonly created_at: string;
}

/**
 * The association of a record with an owner, for example of a project with an initiative. Its owner in the database is
 * the owner of the association, here the initiative.
 */
export interface AssociationRow {
  readonly id: string;
  readonly kind: RecordTypeName;
  /** Id of the associated record. */
  readonly target: string;
}

/** The schema of each resource. A new resource needs its schema here and its default record in `defaultRecords.ts`. */
export const SCHEMAS = {
  user,
  project,
  state,
  label,
  module: module_,
  workItemType,
  estimate,
  estimatePoint,
  workItem,
  comment,
  cycle,
  link,
  activity,
  attachment,
  epic,
  customer,
  customerProperty,
  customerRequest,
  initiative,
  initiativeLabel,
  teamspace,
  sticky,
} as const;
export type ResourceName = keyof typeof SCHEMAS;

type Resources = { [K in ResourceName]: z.output<(typeof SCHEMAS)[K]> };

/** The type of every kind of record. The names of the kinds are stored in the database, so they never change. */
export interface RecordTypes extends Resources {
  workspace: Workspace;
  membership: Membership;
  relation: RelationRow;
  tie: AssociationRow;
  /** A deleted work item, which open-source servers keep: some requests still accept its id. */
  deletedWorkItem: WorkItem;
}
export type RecordTypeName = keyof RecordTypes;
