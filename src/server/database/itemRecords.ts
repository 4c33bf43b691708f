// Owns the blanks of what belongs to a work item or gathers some: cycles, links, activities, attachments.
import type { Activity } from '../../contract/resources/activity.ts';
import type { Attachment } from '../../contract/resources/attachment.ts';
import type { Cycle } from '../../contract/resources/cycle.ts';
import type { Link } from '../../contract/resources/link.ts';
import { dated, external } from './blankFields.ts';

export const blankCycle: Cycle = {
  id: '',
  ...dated,
  name: '',
  description: '',
  start_date: null,
  end_date: null,
  view_props: {},
  sort_order: 65535,
  progress_snapshot: {},
  archived_at: null,
  logo_props: {},
  timezone: 'UTC',
  version: 1,
  ...external,
  project: null,
  workspace: null,
  owned_by: null,
};

export const blankLink: Link = { id: '', ...dated, title: '', url: '', metadata: {}, project: null, workspace: null, issue: null };

export const blankActivity: Activity = {
  id: '',
  created_at: null,
  updated_at: null,
  deleted_at: null,
  verb: 'updated',
  field: null,
  old_value: null,
  new_value: null,
  comment: '',
  attachments: [],
  old_identifier: null,
  new_identifier: null,
  epoch: 0,
  project: null,
  workspace: null,
  issue: null,
  issue_comment: null,
  actor: null,
};

export const blankAttachment: Attachment = {
  id: '',
  ...dated,
  attributes: {},
  asset: '',
  entity_type: 'ISSUE_ATTACHMENT',
  entity_identifier: null,
  is_deleted: false,
  is_archived: false,
  ...external,
  size: 0,
  is_uploaded: false,
  storage_metadata: {},
  user: null,
  workspace: null,
  draft_issue: null,
  project: null,
  issue: null,
  comment: null,
  page: null,
};
