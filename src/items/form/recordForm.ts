// Defines the form of each kind of record: its fields in order.
// The rules of the fields come from the schemas of the API operations.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { operations } from '../../contract/operations.ts';
import { STATE_GROUPS } from '../../contract/resources/state.ts';
import { ITEM_DATES, isEditableField } from '../../contract/resources/workItem.ts';
import { resourceTable } from '../../contract/resourceTable.ts';
import type { RecordKind } from '../../core/cache/address.ts';
import { ITEM_FIELDS, type ItemFieldName, itemFieldNames } from '../fields.ts';
import { type FieldDefinition, type FieldSpec, specOf } from './fieldSpec.ts';
import type { RecordAction } from './recordProtocol.ts';

interface FormDefinition {
  readonly fields: readonly FieldDefinition[];
  /** The names of two date fields; the second date must not be before the first. */
  readonly dateRange?: readonly [start: string, end: string];
  /** Set if a create request can contain `external_source` and `external_id`. */
  readonly hasExternalId?: true;
  readonly actions?: readonly RecordAction[];
}

const NAME: FieldDefinition = { name: 'name', label: () => l10n.t('Name') };
/** The name of the field with the description of a work item, which lists are read without. */
export const DESCRIPTION_FIELD = 'description_html';
const DESCRIPTION = itemField(DESCRIPTION_FIELD);
const PLAIN_DESCRIPTION: FieldDefinition = {
  name: 'description',
  label: () => l10n.t('Description'),
  isMultiline: true,
};
const LOGO: FieldDefinition = { name: 'logo_props', label: () => l10n.t('Logo'), isSecondary: true };

/** Returns a field of a work item, and of other records that have the same field. */
function itemField(name: ItemFieldName): FieldDefinition {
  const { label, source, form } = ITEM_FIELDS[name];
  return { name, label, ...(source === undefined ? {} : { source }), ...form };
}

/** Returns a field of an epic, which has another name in the request body than in the record. */
function epicField(name: string, nameInRecord: ItemFieldName): FieldDefinition {
  return { ...itemField(nameInRecord), name, namesInRecord: [nameInRecord] };
}

const FORM_DEFINITIONS: Readonly<Record<RecordKind, FormDefinition>> = {
  workItem: {
    hasExternalId: true,
    dateRange: ITEM_DATES,
    actions: ['openInBrowser'],
    fields: itemFieldNames.filter(isEditableField).map(itemField),
  },
  project: {
    actions: ['newWorkItem', 'showOverview'],
    fields: [
      NAME,
      { name: 'identifier', label: () => l10n.t('Identifier') },
      PLAIN_DESCRIPTION,
      { name: 'default_state', label: () => l10n.t('Default state'), source: 'states', onlyFor: 'there' },
      { name: 'module_view', label: () => l10n.t('Modules'), onlyFor: 'there' },
      { name: 'cycle_view', label: () => l10n.t('Cycles'), onlyFor: 'there' },
    ],
  },
  epic: {
    dateRange: ITEM_DATES,
    fields: [
      itemField('name'),
      DESCRIPTION,
      epicField('state_id', 'state'),
      epicField('assignee_ids', 'assignees'),
      itemField('priority'),
      itemField('target_date'),
      epicField('label_ids', 'labels'),
      epicField('parent_id', 'parent'),
      itemField('start_date'),
    ],
  },
  cycle: {
    actions: ['showOverview'],
    dateRange: ['start_date', 'end_date'],
    fields: [
      NAME,
      PLAIN_DESCRIPTION,
      { name: 'owned_by', label: () => l10n.t('Owner'), source: 'members' },
      { name: 'start_date', label: () => l10n.t('Start date') },
      { name: 'end_date', label: () => l10n.t('End date') },
    ],
  },
  module: {
    hasExternalId: true,
    dateRange: ITEM_DATES,
    fields: [
      NAME,
      PLAIN_DESCRIPTION,
      { name: 'status', label: () => l10n.t('Status') },
      { name: 'lead', label: () => l10n.t('Lead'), source: 'members' },
      { name: 'members', label: () => l10n.t('Members'), source: 'members', isSecondary: true },
      { name: 'start_date', label: () => l10n.t('Start date'), isSecondary: true },
      { name: 'target_date', label: ITEM_FIELDS.target_date.label, isSecondary: true, shortcut: 'D' },
    ],
  },
  state: {
    fields: [
      NAME,
      PLAIN_DESCRIPTION,
      {
        name: 'group',
        label: () => l10n.t('Group'),
        icons: Object.fromEntries(STATE_GROUPS.map((group) => [group, group])),
        isRequiredByServers: true,
      },
      { name: 'color', label: () => l10n.t('Color'), isRequiredByServers: true },
      { name: 'default', label: () => l10n.t('Default state') },
      { name: 'sequence', label: () => l10n.t('Position') },
    ],
  },
  label: {
    fields: [
      NAME,
      PLAIN_DESCRIPTION,
      { name: 'color', label: () => l10n.t('Color') },
      { name: 'parent', label: () => l10n.t('Parent'), source: 'labels' },
      { name: 'sort_order', label: () => l10n.t('Position') },
    ],
  },
  initiative: {
    dateRange: ['start_date', 'end_date'],
    actions: ['addEpics', 'addProjects', 'setLabels', 'showOverview'],
    fields: [
      { ...NAME, isAlwaysSent: true },
      DESCRIPTION,
      {
        name: 'state',
        label: () => l10n.t('State'),
        shortcut: 'S',
        icons: {
          DRAFT: 'backlog',
          PLANNED: 'unstarted',
          ACTIVE: 'started',
          COMPLETED: 'completed',
          CLOSED: 'cancelled',
        },
      },
      { name: 'lead', label: () => l10n.t('Lead'), source: 'people' },
      { name: 'start_date', label: () => l10n.t('Start date') },
      { name: 'end_date', label: () => l10n.t('End date') },
      LOGO,
    ],
  },
  initiativeLabel: {
    fields: [
      NAME,
      PLAIN_DESCRIPTION,
      { name: 'color', label: () => l10n.t('Color') },
      { name: 'sort_order', label: () => l10n.t('Position') },
    ],
  },
  teamspace: {
    actions: ['addMembers', 'addTeamspaceProjects'],
    fields: [NAME, DESCRIPTION, { name: 'lead', label: () => l10n.t('Lead'), source: 'people' }, LOGO],
  },
  customer: {
    hasExternalId: true,
    actions: ['newRequest'],
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'email', label: () => l10n.t('Email') },
      { name: 'website_url', label: () => l10n.t('Website') },
      { name: 'domain', label: () => l10n.t('Domain') },
      { name: 'employees', label: () => l10n.t('Employees') },
      { name: 'stage', label: () => l10n.t('Stage'), usesConstantLabels: true },
      { name: 'contract_status', label: () => l10n.t('Contract status'), usesConstantLabels: true },
      { name: 'revenue', label: () => l10n.t('Revenue') },
    ],
  },
  customerRequest: {
    fields: [
      {
        name: 'name',
        label: () => l10n.t('Title'),
        namesInRecord: ['name', 'title'],
        alsoSentAs: 'title',
        isRequiredByServers: true,
      },
      DESCRIPTION,
      { name: 'link', label: () => l10n.t('Link'), isSecondary: true },
      { name: 'work_item_ids', label: () => l10n.t('Work items'), source: 'items', onlyFor: 'new' },
    ],
  },
  customerProperty: {
    hasExternalId: true,
    fields: [
      {
        name: 'display_name',
        label: () => l10n.t('Name'),
        namesInRecord: ['display_name', 'name'],
        isRequiredByServers: true,
      },
      PLAIN_DESCRIPTION,
      { name: 'property_type', label: () => l10n.t('Type'), isRequiredByServers: true },
      { name: 'relation_type', label: () => l10n.t('Relates to'), isSecondary: true },
      { name: 'is_required', label: () => l10n.t('Required') },
      { name: 'is_multi', label: () => l10n.t('Several values') },
      { name: 'is_active', label: () => l10n.t('Active') },
      { name: 'sort_order', label: () => l10n.t('Position') },
      { name: 'name', label: () => l10n.t('Internal name') },
      { name: 'default_value', label: () => l10n.t('Default values') },
      { name: 'settings', label: () => l10n.t('Settings') },
      { name: 'validation_rules', label: () => l10n.t('Validation rules') },
      LOGO,
    ],
  },
  sticky: {
    fields: [
      NAME,
      DESCRIPTION,
      { name: 'background_color', label: () => l10n.t('Background') },
      { name: 'color', label: () => l10n.t('Color') },
      LOGO,
    ],
  },
};

export interface RecordForm extends Omit<FormDefinition, 'fields'> {
  readonly fields: readonly FieldSpec[];
}

/** Returns the form of a new or of an existing record. The value of the first field is the record's title. */
export function recordFormOf(kind: RecordKind, isNew: boolean): RecordForm {
  const definition = FORM_DEFINITIONS[kind];
  const body = bodyOf(kind, isNew);
  const fields = definition.fields.filter(({ onlyFor }) => onlyFor === undefined || (onlyFor === 'new') === isNew);
  return { ...definition, fields: fields.map((field) => specOf(field, body)) };
}

function bodyOf(kind: RecordKind, isNew: boolean): z.ZodObject {
  const { create, update } = resourceTable[kind].operationNames;
  const { body } = operations[isNew ? create : update];
  if (!(body instanceof z.ZodObject)) throw new Error(`${kind} has no body`);
  return body;
}
