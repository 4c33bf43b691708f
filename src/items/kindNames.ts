// What each kind of record is called, and the texts that contain its name.

import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../core/cache/address.ts';
import { firstLines } from '../std/text.ts';

/** The texts that a picker shows in its box. */
export interface ListTexts {
  /** The placeholder that says what the user can type. */
  typeName(): string;
  /** The placeholder of an empty list. */
  none(): string;
  /** The placeholder if the server does not support the list. */
  unsupported(): string;
}

interface KindNames extends ListTexts {
  /** The name of the kind as a title, for example `Customer Request`. */
  name(): string;
  /** The title of a record that is not created yet, for example `New Customer`. */
  newName(): string;
  /** The title of the picker in which the user selects the record to edit. */
  edit(): string;
  /** The title of the picker in which the user selects the record to delete. */
  delete(): string;
  /** The question that is asked before a record is deleted. */
  deleteQuestion(name: string): string;
}

export const KIND_NAMES: Readonly<Record<RecordKind, KindNames>> = {
  project: {
    name: () => l10n.t('Project'),
    newName: () => l10n.t('New Project'),
    edit: () => l10n.t('Edit Project'),
    delete: () => l10n.t('Delete Project'),
    deleteQuestion: (name) => l10n.t('Delete the project “{0}”?', name),
    typeName: () => l10n.t('Search projects'),
    none: () => l10n.t('No projects yet'),
    unsupported: () => l10n.t('This server does not support projects.'),
  },
  workItem: {
    name: () => l10n.t('Work Item'),
    newName: () => l10n.t('New Work Item'),
    edit: () => l10n.t('Edit Work Item'),
    delete: () => l10n.t('Delete Work Item'),
    deleteQuestion: (name) => l10n.t('Delete the work item “{0}”?', name),
    typeName: () => l10n.t('Search work items'),
    none: () => l10n.t('No work items yet'),
    unsupported: () => l10n.t('This server does not support work items.'),
  },
  epic: {
    name: () => l10n.t('Epic'),
    newName: () => l10n.t('New Epic'),
    edit: () => l10n.t('Edit Epic'),
    delete: () => l10n.t('Delete Epic'),
    deleteQuestion: (name) => l10n.t('Delete the epic “{0}”?', name),
    typeName: () => l10n.t('Search epics'),
    none: () => l10n.t('No epics yet'),
    unsupported: () => l10n.t('This server does not support epics.'),
  },
  cycle: {
    name: () => l10n.t('Cycle'),
    newName: () => l10n.t('New Cycle'),
    edit: () => l10n.t('Edit Cycle'),
    delete: () => l10n.t('Delete Cycle'),
    deleteQuestion: (name) => l10n.t('Delete the cycle “{0}”?', name),
    typeName: () => l10n.t('Search cycles'),
    none: () => l10n.t('No cycles yet'),
    unsupported: () => l10n.t('This server does not support cycles.'),
  },
  module: {
    name: () => l10n.t('Module'),
    newName: () => l10n.t('New Module'),
    edit: () => l10n.t('Edit Module'),
    delete: () => l10n.t('Delete Module'),
    deleteQuestion: (name) => l10n.t('Delete the module “{0}”?', name),
    typeName: () => l10n.t('Search modules'),
    none: () => l10n.t('No modules yet'),
    unsupported: () => l10n.t('This server does not support modules.'),
  },
  state: {
    name: () => l10n.t('State'),
    newName: () => l10n.t('New State'),
    edit: () => l10n.t('Edit State'),
    delete: () => l10n.t('Delete State'),
    deleteQuestion: (name) => l10n.t('Delete the state “{0}”?', name),
    typeName: () => l10n.t('Search states'),
    none: () => l10n.t('No states yet'),
    unsupported: () => l10n.t('This server does not support states.'),
  },
  label: {
    name: () => l10n.t('Label'),
    newName: () => l10n.t('New Label'),
    edit: () => l10n.t('Edit Label'),
    delete: () => l10n.t('Delete Label'),
    deleteQuestion: (name) => l10n.t('Delete the label “{0}”?', name),
    typeName: () => l10n.t('Search labels'),
    none: () => l10n.t('No labels yet'),
    unsupported: () => l10n.t('This server does not support labels.'),
  },
  initiative: {
    name: () => l10n.t('Initiative'),
    newName: () => l10n.t('New Initiative'),
    edit: () => l10n.t('Edit Initiative'),
    delete: () => l10n.t('Delete Initiative'),
    deleteQuestion: (name) => l10n.t('Delete the initiative “{0}”?', name),
    typeName: () => l10n.t('Search initiatives'),
    none: () => l10n.t('No initiatives yet'),
    unsupported: () => l10n.t('This server does not support initiatives.'),
  },
  initiativeLabel: {
    name: () => l10n.t('Initiative Label'),
    newName: () => l10n.t('New Initiative Label'),
    edit: () => l10n.t('Edit Initiative Label'),
    delete: () => l10n.t('Delete Initiative Label'),
    deleteQuestion: (name) => l10n.t('Delete the initiative label “{0}”?', name),
    typeName: () => l10n.t('Search initiative labels'),
    none: () => l10n.t('No initiative labels yet'),
    unsupported: () => l10n.t('This server does not support initiative labels.'),
  },
  teamspace: {
    name: () => l10n.t('Teamspace'),
    newName: () => l10n.t('New Teamspace'),
    edit: () => l10n.t('Edit Teamspace'),
    delete: () => l10n.t('Delete Teamspace'),
    deleteQuestion: (name) => l10n.t('Delete the teamspace “{0}”?', name),
    typeName: () => l10n.t('Search teamspaces'),
    none: () => l10n.t('No teamspaces yet'),
    unsupported: () => l10n.t('This server does not support teamspaces.'),
  },
  customer: {
    name: () => l10n.t('Customer'),
    newName: () => l10n.t('New Customer'),
    edit: () => l10n.t('Edit Customer'),
    delete: () => l10n.t('Delete Customer'),
    deleteQuestion: (name) => l10n.t('Delete the customer “{0}”?', name),
    typeName: () => l10n.t('Search customers'),
    none: () => l10n.t('No customers yet'),
    unsupported: () => l10n.t('This server does not support customers.'),
  },
  customerRequest: {
    name: () => l10n.t('Customer Request'),
    newName: () => l10n.t('New Customer Request'),
    edit: () => l10n.t('Edit Customer Request'),
    delete: () => l10n.t('Delete Customer Request'),
    deleteQuestion: (name) => l10n.t('Delete the customer request “{0}”?', name),
    typeName: () => l10n.t('Search customer requests'),
    none: () => l10n.t('No customer requests yet'),
    unsupported: () => l10n.t('This server does not support customer requests.'),
  },
  customerProperty: {
    name: () => l10n.t('Customer Property'),
    newName: () => l10n.t('New Customer Property'),
    edit: () => l10n.t('Edit Customer Property'),
    delete: () => l10n.t('Delete Customer Property'),
    deleteQuestion: (name) => l10n.t('Delete the customer property “{0}”?', name),
    typeName: () => l10n.t('Search customer properties'),
    none: () => l10n.t('No customer properties yet'),
    unsupported: () => l10n.t('This server does not support customer properties.'),
  },
  sticky: {
    name: () => l10n.t('Sticky'),
    newName: () => l10n.t('New Sticky'),
    edit: () => l10n.t('Edit Sticky'),
    delete: () => l10n.t('Delete Sticky'),
    deleteQuestion: (name) => l10n.t('Delete the sticky “{0}”?', name),
    typeName: () => l10n.t('Search stickies'),
    none: () => l10n.t('No stickies yet'),
    unsupported: () => l10n.t('This server does not support stickies.'),
  },
};

/** Returns the record's name. For a sticky without a name, returns the start of its text. */
export function nameOfRecord(record: object | undefined): string {
  const { display_name, name, title, description_html } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const firstNonEmptyName = [display_name, name, title].find(
    (candidate) => typeof candidate === 'string' && candidate.trim() !== '',
  );
  if (typeof firstNonEmptyName === 'string') return firstNonEmptyName;
  return (
    (typeof description_html === 'string' ? firstLines(description_html, 1)[0]?.slice(0, 80) : undefined) ??
    l10n.t('Unnamed')
  );
}
