// Owns what the service keeps: the kinds of records, and a blank of each with every field that goes on the wire.
import type { Activity } from '../../contract/resources/activity.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import type { Customer } from '../../contract/resources/customer.ts';
import type { CustomerProperty } from '../../contract/resources/customerProperty.ts';
import type { CustomerRequest } from '../../contract/resources/customerRequest.ts';
import type { Cycle } from '../../contract/resources/cycle.ts';
import type { Initiative, InitiativeLabel } from '../../contract/resources/initiative.ts';
import type { Label } from '../../contract/resources/label.ts';
import type { Link } from '../../contract/resources/link.ts';
import type { Module } from '../../contract/resources/module.ts';
import type { Project } from '../../contract/resources/project.ts';
import type { State } from '../../contract/resources/state.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { Teamspace } from '../../contract/resources/teamspace.ts';
import type { User } from '../../contract/resources/user.ts';
import type { WorkItem } from '../../contract/resources/workItem.ts';
import type { WorkItemType } from '../../contract/resources/workItemType.ts';
import { dated, external } from './blankFields.ts';

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Id of the user as whom every credential acts. */
  readonly caller: string;
}

/** Who belongs to a project. Its owner in the store is the project. */
export interface Membership {
  readonly id: string;
  readonly user: string;
  /** 20 admin, 15 member, 5 guest. */
  readonly role: number;
}

/** The relations that are stored; the others are these, read from the other end. */
export type StoredRelation = 'blocked_by' | 'duplicate' | 'relates_to' | 'start_before' | 'finish_before';

/** A relation between two work items. Its owner in the store is the workspace, since the two may be in two projects. */
export interface RelatedRow {
  readonly id: string;
  readonly relation_type: StoredRelation;
  readonly issue: string;
  readonly related_issue: string;
  readonly created_at: string;
}

/** The membership of a record in another one, such as a project in an initiative. Its owner in the store is the one that has the members. */
export interface AssociationRow {
  readonly id: string;
  readonly kind: RecordTypeName;
  /** Id of the member. */
  readonly target: string;
}

/** Every kind of record with its type. A new resource adds one line here. */
export interface RecordTypes {
  workspace: Workspace;
  user: User;
  project: Project;
  membership: Membership;
  state: State;
  label: Label;
  module: Module;
  workItemType: WorkItemType;
  workItem: WorkItem;
  comment: Comment;
  cycle: Cycle;
  link: Link;
  activity: Activity;
  attachment: Attachment;
  relation: RelatedRow;
  epic: WorkItem;
  customer: Customer;
  customerProperty: CustomerProperty;
  customerRequest: CustomerRequest;
  initiative: Initiative;
  initiativeLabel: InitiativeLabel;
  teamspace: Teamspace;
  sticky: Sticky;
  tie: AssociationRow;
}
export type RecordTypeName = keyof RecordTypes;

export const blankUser: User = {
  id: '',
  first_name: '',
  last_name: '',
  email: '',
  avatar: '',
  avatar_url: null,
  display_name: '',
};

/** A user as a project's member: with a role. */
export const blankMember: User = { ...blankUser, role: 15 };

export const blankProject: Project = {
  id: '',
  total_members: 0,
  total_cycles: 0,
  total_modules: 0,
  is_member: true,
  sort_order: 65535,
  member_role: null,
  is_deployed: false,
  cover_image_url: null,
  ...dated,
  name: '',
  description: '',
  description_text: null,
  description_html: null,
  network: 2,
  identifier: '',
  emoji: null,
  icon_prop: null,
  module_view: true,
  cycle_view: false,
  issue_views_view: false,
  page_view: false,
  intake_view: false,
  is_time_tracking_enabled: false,
  is_issue_type_enabled: false,
  guest_view_all_features: false,
  cover_image: null,
  archive_in: 0,
  close_in: 0,
  logo_props: {},
  archived_at: null,
  timezone: 'UTC',
  ...external,
  workspace: null,
  default_assignee: null,
  project_lead: null,
  cover_image_asset: null,
  estimate: null,
  default_state: null,
};

export const blankState: State = {
  id: '',
  ...dated,
  name: '',
  description: '',
  color: '#60646c',
  slug: '',
  sequence: 65535,
  group: 'backlog',
  is_triage: false,
  default: false,
  ...external,
  project: null,
  workspace: null,
};

export const blankLabel: Label = {
  id: '',
  ...dated,
  name: '',
  description: '',
  color: '',
  sort_order: 65535,
  ...external,
  project: null,
  workspace: null,
  parent: null,
};

export const blankModule: Module = {
  id: '',
  ...dated,
  name: '',
  description: '',
  description_text: null,
  description_html: null,
  start_date: null,
  target_date: null,
  status: 'backlog',
  view_props: {},
  sort_order: 65535,
  ...external,
  archived_at: null,
  logo_props: {},
  project: null,
  workspace: null,
  lead: null,
  members: [],
};

export const blankWorkItemType: WorkItemType = {
  id: '',
  ...dated,
  name: '',
  description: '',
  logo_props: {},
  is_epic: false,
  is_default: false,
  is_active: true,
  level: 0,
  sort_order: 65535,
  project_ids: [],
  ...external,
  workspace: null,
};

export const blankWorkItem: WorkItem = {
  id: '',
  type_id: null,
  created_at: null,
  updated_at: null,
  deleted_at: null,
  point: null,
  name: '',
  description_html: '<p></p>',
  description_binary: null,
  priority: 'none',
  start_date: null,
  target_date: null,
  sequence_id: 0,
  sort_order: 65535,
  completed_at: null,
  archived_at: null,
  is_draft: false,
  ...external,
  created_by: null,
  updated_by: null,
  project: '',
  workspace: null,
  parent: null,
  state: null,
  estimate_point: null,
  type: null,
  assignees: [],
  labels: [],
  module: null,
};

export const blankComment: Comment = {
  id: '',
  is_member: true,
  ...dated,
  comment_html: '',
  comment_json: {},
  attachments: [],
  access: 'INTERNAL',
  ...external,
  edited_at: null,
  project: null,
  workspace: null,
  issue: '',
  actor: null,
  parent: null,
};
