// Texts about work items for the user: their names, the values of their fields, and changes of these values.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../contract/resources/user.ts';
import type { ItemAddress } from '../core/cache/address.ts';
import {
  type ChangeField,
  type ChangeStep,
  type ItemFieldValue,
  isUnchanged,
  type Obstacle,
} from '../core/cache/changes/itemChange.ts';
import type { Store } from '../core/cache/store/store.ts';
import { formatCount } from '../std/displayLanguage.ts';
import { displayName } from '../std/displayName.ts';
import { formatDate } from '../std/formatTime.ts';
import { plural } from '../std/plural.ts';
import { firstLines } from '../std/text.ts';
import { truncate } from '../std/truncate.ts';
import { ITEM_FIELDS, type ValueSource } from './fields.ts';
import { priorityName } from './priorityName.ts';

/** Maximum number of lines and characters of a description in a message. */
const MAX_SHOWN_LINES = 10;
const MAX_SHOWN_LENGTH = 300;

export function identifierOrName(store: Store, address: ItemAddress): string {
  return store.identifier(address) ?? store.item(address)?.name ?? l10n.t('Work item');
}

export function countText(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('{0} work item', formattedCount),
    other: l10n.t('{0} work items', formattedCount),
  });
}

export function fieldValueText(
  store: Store,
  { project }: ItemAddress,
  field: ChangeField,
  value: ItemFieldValue | undefined,
): string {
  if (value === undefined) return l10n.t('unknown');
  if (value === null || value.length === 0) return ITEM_FIELDS[field].none();
  const names = (typeof value === 'string' ? [value] : value).map((id) => valueName(store, project, field, id));
  return names.map(displayName).join(', ');
}

/** Returns the old and new value, for example `Todo → Done`, or why the work item cannot be changed. */
export function stepText(store: Store, step: ChangeStep): string {
  if (step.obstacle !== undefined) return obstacleReason(step.obstacle);
  const newValue = fieldValueText(store, step.address, step.field, step.after);
  if (isUnchanged(step)) return l10n.t('{0} (unchanged)', newValue);
  return step.before === undefined
    ? `→ ${newValue}`
    : `${fieldValueText(store, step.address, step.field, step.before)} → ${newValue}`;
}

/** Returns why the change of a work item is not possible. */
export function obstacleReason(obstacle: Obstacle): string {
  return {
    endsBeforeStart: l10n.t('The due date would be before the start date.'),
    ownAncestor: l10n.t("A work item can't be its own ancestor."),
    unknownCurrentValue: l10n.t('The server does not report the current cycle or module of the work item.'),
  }[obstacle];
}

/** Returns text that names the field and the work items, for example `Due date of WEB-28`. */
export function fieldTitle(field: ChangeField, items: string): string {
  return l10n.t({
    message: '{0} of {1}',
    args: [ITEM_FIELDS[field].label(), items],
    comment: ['{0} is a field, {1} names the work items'],
  });
}

/** Returns the message that the server accepted the change but did not save it. */
export function unsavedFieldText(field: ChangeField, items: string): string {
  return l10n.t({
    message: 'The server accepted the change to {0} but did not save its {1}.',
    args: [items, ITEM_FIELDS[field].word()],
    comment: ['{0} names the work items, {1} is the field'],
  });
}

/** Returns the new value of one work item, for example `WEB-28 → Done` or `WEB-28 → no labels`. */
export function changedText(store: Store, step: ChangeStep): string {
  return newValueText(store, step, identifierOrName(store, step.address));
}

/** Returns the new value of a step. `items` names the work items that it is shown for. */
export function newValueText(store: Store, { address, field, after: newValue }: ChangeStep, items: string): string {
  const value = fieldValueText(store, address, field, newValue);
  // The name of a state or priority says which field it is of.
  return newValue === null || newValue.length === 0 || field === 'state' || field === 'priority'
    ? l10n.t('{0} → {1}', items, value)
    : l10n.t({
        message: '{0} → {1} {2}',
        args: [items, ITEM_FIELDS[field].word(), value],
        comment: ['{0} names the work items, {1} is the field'],
      });
}

/** Returns the name of one value of a field. */
export function valueName(store: Store, project: string, field: ChangeField, id: string): string {
  const { kind, source, none } = ITEM_FIELDS[field];
  if (source !== undefined) return nameOfValue(store, project, source, id) ?? UNKNOWN_TEXTS[source]();
  if (kind === 'html') return truncate(firstLines(id, MAX_SHOWN_LINES).join(' '), MAX_SHOWN_LENGTH);
  if (kind === 'priority') return priorityName(id) || none();
  return kind === 'day' ? formatDate(id) : id;
}

/** Returns the name of a record that is the value of a field; undefined if the record is not loaded. */
export function nameOfValue(store: Store, project: string, source: ValueSource, id: string): string | undefined {
  switch (source) {
    case 'states':
      return store.state(project, id)?.name;
    case 'labels':
      return store.label(project, id)?.name;
    case 'members':
    case 'people': {
      const user = source === 'members' ? store.user(project, id) : store.workspaceUser(id);
      return user === undefined ? undefined : nameOfUser(user);
    }
    case 'modules':
      return store.resources.modules.get(id, project)?.name;
    case 'cycles':
      return store.resources.cycles.get(id, project)?.name;
    case 'types':
      return store.type(project, id)?.name;
    case 'estimatePoints':
      return store.estimateName(project, id);
    case 'items':
      return store.identifier({ project, id }) ?? store.resources.epics.get(id, project)?.name;
    default:
      return source satisfies never;
  }
}

/** The texts for a value whose name is not loaded. */
const UNKNOWN_TEXTS: Readonly<Record<ValueSource, () => string>> = {
  states: () => l10n.t('Unknown state'),
  labels: () => l10n.t('Unknown label'),
  members: () => l10n.t('Unknown user'),
  people: () => l10n.t('Unknown user'),
  modules: () => l10n.t('Unknown module'),
  cycles: () => l10n.t('Unknown cycle'),
  types: () => l10n.t('Unknown type'),
  estimatePoints: () => l10n.t('Unknown estimate'),
  items: () => l10n.t('Unknown work item'),
};
