// Texts about work items for the user: their names, the values of their fields, and changes of these values.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../cache/address.ts';
import {
  type ChangeField,
  type ChangeStep,
  type ItemFieldValue,
  isUnchanged,
  type Obstacle,
} from '../cache/changes/itemChange.ts';
import type { Store } from '../cache/store.ts';
import { nameOfUser } from '../contract/resources/user.ts';
import { formatCount } from '../std/displayLanguage.ts';
import { displayName } from '../std/displayName.ts';
import { formatDate } from '../std/formatTime.ts';
import { plural } from '../std/plural.ts';
import { firstLines } from '../std/text.ts';
import { truncate } from '../std/truncate.ts';
import { FIELD_TEXTS } from './fieldTexts.ts';
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
  if (value === null || value.length === 0) return FIELD_TEXTS[field].none();
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
  switch (obstacle) {
    case 'endsBeforeStart':
      return l10n.t('The due date would be before the start date.');
    case 'ownAncestor':
      return l10n.t("A work item can't be its own ancestor.");
    case 'unknownCurrentValue':
      return l10n.t('The server does not report the current cycle or module of the work item.');
    default:
      return obstacle satisfies never;
  }
}

/** Returns the new value of one work item, for example `WEB-28 → Done` or `WEB-28 → no labels`. */
export function changedText(store: Store, step: ChangeStep): string {
  return newValueText(store, step, identifierOrName(store, step.address));
}

/** Returns the new value of a step. `items` names the work items that it is shown for. */
export function newValueText(store: Store, { address, field, after: newValue }: ChangeStep, items: string): string {
  const value = fieldValueText(store, address, field, newValue);
  return newValue === null || newValue.length === 0
    ? l10n.t('{0} → {1}', items, value)
    : FIELD_TEXTS[field].withValue(items, value);
}

function valueName(store: Store, project: string, field: ChangeField, id: string): string {
  switch (field) {
    case 'name':
      return id;
    case 'description_html':
      return truncate(firstLines(id, MAX_SHOWN_LINES).join(' '), MAX_SHOWN_LENGTH);
    case 'state':
      return store.state(project, id)?.name ?? l10n.t('Unknown state');
    case 'priority':
      return priorityName(id) || FIELD_TEXTS.priority.none();
    case 'assignees': {
      const user = store.user(project, id);
      return user === undefined ? l10n.t('Unknown user') : nameOfUser(user);
    }
    case 'labels':
      return store.label(project, id)?.name ?? l10n.t('Unknown label');
    case 'parent':
      return (
        store.identifier({ project, id }) ?? store.resources.epics.get(id, project)?.name ?? l10n.t('Unknown work item')
      );
    case 'module':
    case 'modules':
      return (
        store.modules.get(project).records.find((module) => module.id === id)?.name ??
        store.resources.modules.get(id, project)?.name ??
        l10n.t('Unknown module')
      );
    case 'cycle':
      return store.resources.cycles.get(id, project)?.name ?? l10n.t('Unknown cycle');
    case 'type':
      return store.types.get(project).records.find((type) => type.id === id)?.name ?? l10n.t('Unknown type');
    case 'start_date':
    case 'target_date':
      return formatDate(id);
    case 'estimate_point':
      return store.estimateName(project, id) ?? l10n.t('Unknown estimate');
    default:
      return field satisfies never;
  }
}
