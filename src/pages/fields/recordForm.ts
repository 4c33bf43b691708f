// The kinds of records that can be edited, with their names and fields in order.
// Their rules come from the schemas of the operations.
import * as z from 'zod';
import type { RecordKind } from '../../cache/address.ts';
import { operations } from '../../contract/operations.ts';
import { ESTIMATE_POINTS } from '../../contract/resources/workItem.ts';
import { resourceTable } from '../../contract/resourceTable.ts';
import type { RecordAction } from '../protocol/record.ts';
import { type FieldRow, type FieldSpec, specOf } from './fieldSpec.ts';

interface KindRow {
  /** The noun without its article: `customer`. */
  readonly noun: string;
  readonly article: 'a' | 'an';
  readonly fields: readonly FieldRow[];
  /** Two dates; the second must not be before the first. */
  readonly span?: readonly [start: string, end: string];
  /** Whether the body of a new record has `external_source` and `external_id`. */
  readonly hasExternalId?: true;
  readonly actions?: readonly RecordAction[];
}

const NAME: FieldRow = { name: 'name', label: 'Name' };
const DESCRIPTION: FieldRow = { name: 'description_html', label: 'Description' };
const LONG_DESCRIPTION: FieldRow = { name: 'description', label: 'Description', isLong: true };
const LOGO: FieldRow = { name: 'logo_props', label: 'Logo' };
const PRIORITY: FieldRow = {
  name: 'priority',
  label: 'Priority',
  icons: { urgent: 'urgent', high: 'high', medium: 'medium', low: 'low', none: 'none' },
};
const ITEM_ACTIONS = ['startWork', 'copyIdentifier', 'copyLink', 'openInBrowser'] as const;

const ROWS: Readonly<Record<RecordKind, KindRow>> = {
  workItem: {
    noun: 'work item',
    article: 'a',
    hasExternalId: true,
    span: ['start_date', 'target_date'],
    actions: ITEM_ACTIONS,
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'state', label: 'State', source: 'states', isChosen: true },
      PRIORITY,
      { name: 'assignees', label: 'Assignees', source: 'members' },
      { name: 'labels', label: 'Labels', source: 'labels' },
      { name: 'parent', label: 'Parent', source: 'items' },
      { name: 'estimate_point', label: 'Estimate', options: ESTIMATE_POINTS, isEstimate: true },
      { name: 'type', label: 'Type', source: 'types' },
      { name: 'module', label: 'Module', source: 'modules' },
      { name: 'start_date', label: 'Start date' },
      { name: 'target_date', label: 'Due date' },
    ],
  },
  project: {
    noun: 'project',
    article: 'a',
    actions: ['newWorkItem'],
    fields: [
      NAME,
      { name: 'identifier', label: 'Identifier' },
      LONG_DESCRIPTION,
      { name: 'default_state', label: 'Default state', source: 'states', only: 'there' },
      { name: 'module_view', label: 'Modules', only: 'there' },
      { name: 'cycle_view', label: 'Cycles', only: 'there' },
    ],
  },
  epic: {
    noun: 'epic',
    article: 'an',
    span: ['start_date', 'target_date'],
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'state_id', label: 'State', source: 'states', reads: ['state'] },
      PRIORITY,
      { name: 'assignee_ids', label: 'Assignees', source: 'members', reads: ['assignees'] },
      { name: 'label_ids', label: 'Labels', source: 'labels', reads: ['labels'] },
      { name: 'parent_id', label: 'Parent', source: 'items', reads: ['parent'] },
      { name: 'start_date', label: 'Start date' },
      { name: 'target_date', label: 'Due date' },
    ],
  },
  cycle: {
    noun: 'cycle',
    article: 'a',
    span: ['start_date', 'end_date'],
    fields: [
      NAME,
      LONG_DESCRIPTION,
      { name: 'owned_by', label: 'Owner', source: 'members' },
      { name: 'start_date', label: 'Start date' },
      { name: 'end_date', label: 'End date' },
    ],
  },
  module: {
    noun: 'module',
    article: 'a',
    hasExternalId: true,
    span: ['start_date', 'target_date'],
    fields: [
      NAME,
      LONG_DESCRIPTION,
      { name: 'status', label: 'Status' },
      { name: 'lead', label: 'Lead', source: 'members' },
      { name: 'members', label: 'Members', source: 'members' },
      { name: 'start_date', label: 'Start date' },
      { name: 'target_date', label: 'Due date' },
    ],
  },
  initiative: {
    noun: 'initiative',
    article: 'an',
    span: ['start_date', 'end_date'],
    actions: ['addEpics', 'addProjects', 'setLabels'],
    fields: [
      { ...NAME, isAlwaysSent: true },
      DESCRIPTION,
      {
        name: 'state',
        label: 'State',
        icons: {
          DRAFT: 'backlog',
          PLANNED: 'unstarted',
          ACTIVE: 'started',
          COMPLETED: 'completed',
          CLOSED: 'cancelled',
        },
      },
      { name: 'lead', label: 'Lead', source: 'people' },
      { name: 'start_date', label: 'Start date' },
      { name: 'end_date', label: 'End date' },
      LOGO,
    ],
  },
  initiativeLabel: {
    noun: 'initiative label',
    article: 'an',
    fields: [NAME, LONG_DESCRIPTION, { name: 'color', label: 'Colour' }, { name: 'sort_order', label: 'Position' }],
  },
  teamspace: {
    noun: 'teamspace',
    article: 'a',
    actions: ['addMembers', 'addTeamspaceProjects'],
    fields: [NAME, DESCRIPTION, { name: 'lead', label: 'Lead', source: 'people' }, LOGO],
  },
  customer: {
    noun: 'customer',
    article: 'a',
    hasExternalId: true,
    actions: ['newRequest'],
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'email', label: 'E-mail' },
      { name: 'website_url', label: 'Website' },
      { name: 'domain', label: 'Domain' },
      { name: 'employees', label: 'Employees' },
      { name: 'stage', label: 'Stage' },
      { name: 'contract_status', label: 'Contract status' },
      { name: 'revenue', label: 'Revenue' },
    ],
  },
  customerRequest: {
    noun: 'customer request',
    article: 'a',
    fields: [
      { name: 'name', label: 'Title', reads: ['name', 'title'], also: 'title', isWanted: true },
      DESCRIPTION,
      { name: 'link', label: 'Link' },
      { name: 'work_item_ids', label: 'Work items', source: 'items', only: 'new' },
    ],
  },
  customerProperty: {
    noun: 'customer property',
    article: 'a',
    hasExternalId: true,
    fields: [
      { name: 'display_name', label: 'Name', reads: ['display_name', 'name'], isWanted: true },
      LONG_DESCRIPTION,
      { name: 'property_type', label: 'Type', isWanted: true },
      { name: 'relation_type', label: 'Related to' },
      { name: 'is_required', label: 'Required' },
      { name: 'is_multi', label: 'Several values' },
      { name: 'is_active', label: 'Active' },
      { name: 'sort_order', label: 'Position' },
      { name: 'name', label: 'Internal name' },
      { name: 'default_value', label: 'Default values' },
      { name: 'settings', label: 'Settings' },
      { name: 'validation_rules', label: 'Validation rules' },
      LOGO,
    ],
  },
  sticky: {
    noun: 'sticky',
    article: 'a',
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'background_color', label: 'Background' },
      { name: 'color', label: 'Colour' },
      LOGO,
    ],
  },
};

export interface RecordForm extends Omit<KindRow, 'fields'> {
  readonly fields: readonly FieldSpec[];
}

/** Returns the kind with the fields that a new or an existing record has. The first field is the record's title. */
export function recordFormOf(kind: RecordKind, isNew: boolean): RecordForm {
  const row = ROWS[kind];
  const body = bodyOf(kind, isNew);
  const fields = row.fields.filter(({ only }) => only === undefined || (only === 'new') === isNew);
  return { ...row, fields: fields.map((one) => specOf(one, body)) };
}

function bodyOf(kind: RecordKind, isNew: boolean): z.ZodObject {
  const { create, update } = resourceTable[kind].names;
  const { body } = operations[isNew ? create : update];
  if (!(body instanceof z.ZodObject)) throw new Error(`${kind} has no body`);
  return body;
}
