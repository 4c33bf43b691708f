// Messages of quick edits: values of fields, why a change is not sent, and the result of a change.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import type { BulkStepResult } from '../../../cache/changes/bulk.ts';
import {
  type ChangeField,
  type ChangeStep,
  type ItemFieldValue,
  isUnchanged,
  type Obstacle,
  type SingleValueField,
} from '../../../cache/changes/itemChange.ts';
import type { Store } from '../../../cache/store.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { formatDate } from '../../../std/formatTime.ts';
import { plural } from '../../../std/plural.ts';
import { firstLines } from '../../../std/text.ts';
import { truncate } from '../../../std/truncate.ts';
import { priorityName } from '../../../tree/presentation/symbols.ts';
import { formatError } from '../../ui/formatError.ts';
import { FIELD_TEXTS } from './fieldTexts.ts';

/** Maximum number of lines and characters of a description in a message. */
const MAX_SHOWN_LINES = 10;
const MAX_SHOWN_LENGTH = 300;

export function identifierOrName(store: Store, address: ItemAddress): string {
  return store.identifier(address) ?? store.item(address)?.name ?? l10n.t('Work item');
}

/** Returns the identifier of a single work item, or the number of work items, for example `3 work items`. */
export function itemsText(store: Store, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  return addresses.length === 1 && first !== undefined ? identifierOrName(store, first) : countText(addresses.length);
}

export function countText(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('{0} work item', formattedCount),
    other: l10n.t('{0} work items', formattedCount),
  });
}

/** Returns the title of the picker in which the user picks the field to change. */
export function fieldPickerTitle(store: Store, addresses: readonly ItemAddress[]): string {
  return commandTitle(store, l10n.t('Change'), addresses);
}

/** The longest name of a work item in a title, in characters. */
const MAX_TITLE_NAME_LENGTH = 40;

/**
 * Returns the title of a command, followed by the work item or the number of work items, for example `Change State:
 * WEB-28 Dark colors` or `Change State: 3 Work Items`.
 */
export function commandTitle(store: Store, command: string, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  if (addresses.length === 1 && first !== undefined) {
    const name = displayName(truncate(store.item(first)?.name ?? '', MAX_TITLE_NAME_LENGTH));
    const item = [store.identifier(first) ?? '', name].filter(Boolean).join(' ');
    return item === '' ? command : l10n.t('{0}: {1}', command, item);
  }
  const count = formatCount(addresses.length);
  return plural(addresses.length, {
    one: l10n.t('{0}: {1} Work Item', command, count),
    other: l10n.t('{0}: {1} Work Items', command, count),
  });
}

/** Returns the title of the preview, for example `Change State: Preview of 3 Work Items`. */
export function previewTitle(command: string, count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('{0}: Preview of {1} Work Item', command, formattedCount),
    other: l10n.t('{0}: Preview of {1} Work Items', command, formattedCount),
  });
}

export function epicsText(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, { one: l10n.t('{0} epic', formattedCount), other: l10n.t('{0} epics', formattedCount) });
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

/** Returns a sentence that explains why a work item is not changed. */
export function obstacleText(store: Store, { address, obstacle }: ChangeStep): string | undefined {
  return obstacle === undefined
    ? undefined
    : l10n.t('{0} was not changed. {1}', identifierOrName(store, address), obstacleReason(obstacle));
}

function obstacleReason(obstacle: Obstacle): string {
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

/** Returns the message that the values of the field differ between the projects of the selected work items. */
export function differentProjectsText(): string {
  return l10n.t(
    'The selected work items are in different projects, which have different values for this field. Select work items of one project.',
  );
}

/**
 * Returns undefined if the estimates of these work items are numbers. Otherwise returns the message for the case that
 * the project has no estimates, or that the server does not list its estimate points.
 */
export function estimateProblem(store: Store, addresses: readonly ItemAddress[]): string | undefined {
  const scales = addresses.map(({ project, id }) => store.estimateScale(project, [id]));
  const problemIndex = scales.findIndex((scale) => scale !== 'numbers');
  const address = addresses[problemIndex];
  if (address === undefined) return undefined;
  if (scales[problemIndex] === 'none') {
    const project = store.project(address.project)?.name ?? l10n.t('Unknown project');
    return l10n.t('The project “{0}” has no estimates.', project);
  }
  return l10n.t(
    "The estimate of {0} can only be changed in Plane, because the server does not list the project's estimate points.",
    identifierOrName(store, address),
  );
}

/** Returns the new value of one work item, for example `WEB-28: state Done` or `WEB-28: no labels`. */
export function changedText(store: Store, { address, field, after: newValue }: ChangeStep): string {
  const item = identifierOrName(store, address);
  const value = fieldValueText(store, address, field, newValue);
  return newValue === null || newValue.length === 0
    ? l10n.t('{0}: {1}', item, value)
    : FIELD_TEXTS[field].withValue(item, value);
}

/** Returns the message that the change of a work item failed, or was not saved by the server. */
export function failureText(store: Store, { step, outcome }: BulkStepResult): string {
  const { address, field } = step;
  const item = identifierOrName(store, address);
  if (outcome.kind === 'failed') return l10n.t('{0} was not changed. {1}', item, formatError(outcome.fault));
  const reason =
    field === 'assignees'
      ? l10n.t('Only members of the project can be assigned.')
      : l10n.t('This server may not support this field.');
  return `${FIELD_TEXTS[field].notSaved(item)} ${reason}`;
}

/**
 * The result of changing or undoing several work items. `succeeded` of `attempted` is the result of the latest attempt.
 * `changedInTotal` also counts the work items that were changed before the user selected Retry.
 */
interface BulkCount {
  readonly kind: 'change' | 'undo';
  readonly succeeded: number;
  readonly attempted: number;
  readonly changedInTotal: number;
}

/** Returns a sentence, for example `Changed 3 of 5 work items.` */
export function bulkOutcomeText({ kind, succeeded, attempted, changedInTotal }: BulkCount): string {
  const [doneText, formattedCount, totalText] = [
    formatCount(succeeded),
    formatCount(attempted),
    formatCount(changedInTotal),
  ];
  if (kind === 'undo') {
    if (succeeded === 0) return l10n.t('Nothing was undone.');
    return succeeded === attempted
      ? plural(attempted, {
          one: l10n.t('Undid the change to {0} work item.', formattedCount),
          other: l10n.t('Undid the change to {0} work items.', formattedCount),
        })
      : l10n.t('Undid the change to {0} of {1} work items.', doneText, formattedCount);
  }
  if (succeeded < attempted) return l10n.t('Changed {0} of {1} work items.', doneText, formattedCount);
  return changedInTotal > attempted
    ? plural(changedInTotal, {
        one: l10n.t('Changed {0} work item in total.', totalText),
        other: l10n.t('Changed {0} work items in total.', totalText),
      })
    : plural(attempted, {
        one: l10n.t('Changed {0} work item.', formattedCount),
        other: l10n.t('Changed {0} work items.', formattedCount),
      });
}

/** Returns the message that undoing a change has left the field empty, because its previous value is unknown. */
export function previousUnknownText(field: ChangeField): string {
  return field === 'cycle'
    ? l10n.t('The server does not report the previous cycle, so the work item now has no cycle.')
    : l10n.t('The server does not report the previous module, so the work item now has no module.');
}

/** Returns the message that a new work item could not be added to its module or cycle. */
export function notAddedText(field: SingleValueField, item: string, name: string, reason: string): string {
  return field === 'module'
    ? l10n.t('{0} was created, but not added to the module “{1}”. {2}', item, name, reason)
    : l10n.t('{0} was created, but not added to the cycle “{1}”. {2}', item, name, reason);
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
