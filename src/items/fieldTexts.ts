// The messages for each field that a quick edit changes.
import * as l10n from '@vscode/l10n';
import type { ChangeField, SingleValueField } from '../cache/changes/itemChange.ts';

/** The texts for a field. `items` is an identifier, a name, or a count, for example `3 work items`. */
interface FieldTexts {
  /** Returns text that names the field and the work items, for questions and progress notifications. */
  title(items: string): string;
  /** The text that is shown instead of a value if the field is empty. */
  none(): string;
  /** Returns text that names the work item and the new value of the field, without a period at the end. */
  withValue(items: string, value: string): string;
  /** The error message if the server accepted the change but did not save it. */
  notSaved(items: string): string;
}

export const FIELD_TEXTS: Readonly<Record<ChangeField, FieldTexts>> = {
  name: {
    title: (items) => l10n.t('Title of {0}', items),
    none: () => l10n.t('no title'),
    withValue: (items, value) => l10n.t('{0} → title {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its title.', items),
  },
  description_html: {
    title: (items) => l10n.t('Description of {0}', items),
    none: () => l10n.t('no description'),
    withValue: (items, value) => l10n.t('{0} → description {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its description.', items),
  },
  state: {
    title: (items) => l10n.t('State of {0}', items),
    none: () => l10n.t('no state'),
    withValue: (items, value) => l10n.t('{0} → {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its state.', items),
  },
  priority: {
    title: (items) => l10n.t('Priority of {0}', items),
    none: () => l10n.t('no priority'),
    withValue: (items, value) => l10n.t('{0} → {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its priority.', items),
  },
  assignees: {
    title: (items) => l10n.t('Assignees of {0}', items),
    none: () => l10n.t('no assignees'),
    withValue: (items, value) => l10n.t('{0} → assignees {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its assignees.', items),
  },
  labels: {
    title: (items) => l10n.t('Labels of {0}', items),
    none: () => l10n.t('no labels'),
    withValue: (items, value) => l10n.t('{0} → labels {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its labels.', items),
  },
  parent: {
    title: (items) => l10n.t('Parent of {0}', items),
    none: () => l10n.t('no parent'),
    withValue: (items, value) => l10n.t('{0} → parent {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its parent.', items),
  },
  estimate_point: {
    title: (items) => l10n.t('Estimate of {0}', items),
    none: () => l10n.t('no estimate'),
    withValue: (items, value) => l10n.t('{0} → estimate {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its estimate.', items),
  },
  type: {
    title: (items) => l10n.t('Type of {0}', items),
    none: () => l10n.t('no type'),
    withValue: (items, value) => l10n.t('{0} → type {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its type.', items),
  },
  module: {
    title: (items) => l10n.t('Module of {0}', items),
    none: () => l10n.t('no module'),
    withValue: (items, value) => l10n.t('{0} → module {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its module.', items),
  },
  modules: {
    title: (items) => l10n.t('Modules of {0}', items),
    none: () => l10n.t('no modules'),
    withValue: (items, value) => l10n.t('{0} → modules {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its modules.', items),
  },
  cycle: {
    title: (items) => l10n.t('Cycle of {0}', items),
    none: () => l10n.t('no cycle'),
    withValue: (items, value) => l10n.t('{0} → cycle {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its cycle.', items),
  },
  start_date: {
    title: (items) => l10n.t('Start Date of {0}', items),
    none: () => l10n.t('no start date'),
    withValue: (items, value) => l10n.t('{0} → start date {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its start date.', items),
  },
  target_date: {
    title: (items) => l10n.t('Due Date of {0}', items),
    none: () => l10n.t('no due date'),
    withValue: (items, value) => l10n.t('{0} → due date {1}', items, value),
    notSaved: (items) => l10n.t('The server accepted the change to {0} but did not save its due date.', items),
  },
};

/** The fields whose value is picked from a list. */
export type PickedField = Extract<
  SingleValueField,
  'priority' | 'state' | 'module' | 'cycle' | 'type' | 'estimate_point'
>;

/** The placeholder of the list in which the user picks a value of the field. */
export const PICK_PLACEHOLDERS: Readonly<Record<PickedField, () => string>> = {
  priority: () => l10n.t('Search priorities'),
  state: () => l10n.t('Search states'),
  module: () => l10n.t('Search modules'),
  cycle: () => l10n.t('Search cycles'),
  type: () => l10n.t('Search work item types'),
  estimate_point: () => l10n.t('Search estimates'),
};

/** Returns why no value of this field can be picked in the project. */
export function emptyListText(
  field: 'assignees' | 'labels' | 'module' | 'modules' | 'cycle' | 'type',
  project: string,
): string {
  switch (field) {
    case 'assignees':
      return l10n.t('The project “{0}” has no members.', project);
    case 'labels':
      return l10n.t('The project “{0}” has no labels.', project);
    case 'module':
    case 'modules':
      return l10n.t('The project “{0}” has no modules.', project);
    case 'cycle':
      return l10n.t('The project “{0}” has no cycles.', project);
    case 'type':
      return l10n.t('The project “{0}” has no work item types.', project);
    default:
      return field satisfies never;
  }
}
