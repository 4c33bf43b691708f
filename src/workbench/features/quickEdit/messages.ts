// The text of quick edits: values of fields, why a change is not sent, and what became of one that was. Pure.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import type { BulkResult } from '../../../cache/changes/bulk.ts';
import {
  type ChangeField,
  type ChangeStep,
  type CurrentValue,
  isUnchanged,
  type Obstacle,
  type SetField,
} from '../../../cache/changes/itemChange.ts';
import { estimateName } from '../../../cache/estimates.ts';
import type { Store } from '../../../cache/store.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayName } from '../../../std/displayName.ts';
import { plural } from '../../../std/plural.ts';
import { priorityName } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { formatDate } from './dates.ts';
import { FIELD_TEXTS } from './fieldTexts.ts';

export function identifierOrName(store: Store, address: ItemAddress): string {
  return store.identifier(address) ?? store.item(address)?.name ?? l10n.t('Work item');
}

/** For example `WEB-28` or `3 work items`. */
export function itemsText(store: Store, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  return addresses.length === 1 && first !== undefined ? identifierOrName(store, first) : countText(addresses.length);
}

export function countText(count: number): string {
  const number = formatCount(count);
  return plural(count, { one: l10n.t('{0} work item', number), other: l10n.t('{0} work items', number) });
}

/** Returns the title of the picker for the field to change. */
export function changeTitle(store: Store, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  if (addresses.length === 1 && first !== undefined) {
    const identifier = store.identifier(first);
    return identifier === undefined ? l10n.t('Change Work Item') : l10n.t('Change {0}', identifier);
  }
  const number = formatCount(addresses.length);
  return plural(addresses.length, {
    one: l10n.t('Change {0} Work Item', number),
    other: l10n.t('Change {0} Work Items', number),
  });
}

export function epicsText(count: number): string {
  const number = formatCount(count);
  return plural(count, { one: l10n.t('{0} epic', number), other: l10n.t('{0} epics', number) });
}

/** Returns the value of a field as text. */
export function currentValueText(
  store: Store,
  { project }: ItemAddress,
  field: ChangeField,
  held: CurrentValue | undefined,
): string {
  if (held === undefined) return l10n.t('unknown');
  if (held === null || held.length === 0) return FIELD_TEXTS[field].none();
  const names = (typeof held === 'string' ? [held] : held).map((one) => nameOf(store, project, field, one));
  return escapeCodicons(names.map(displayName).join(', '));
}

/** For example `Todo → Done`, or the obstacle. */
export function stepText(store: Store, step: ChangeStep): string {
  if (step.obstacle !== undefined) return `$(warning) ${obstacleReason(step.obstacle)}`;
  const after = currentValueText(store, step.address, step.field, step.after);
  if (isUnchanged(step)) return l10n.t('{0} (unchanged)', after);
  return step.before === undefined
    ? `→ ${after}`
    : `${currentValueText(store, step.address, step.field, step.before)} → ${after}`;
}

/** Returns why a single work item is not changed, as a sentence. */
export function obstacleText(store: Store, { address, obstacle }: ChangeStep): string | undefined {
  return obstacle === undefined
    ? undefined
    : l10n.t('{0} was not changed. {1}', identifierOrName(store, address), obstacleReason(obstacle));
}

function obstacleReason(obstacle: Obstacle): string {
  switch (obstacle) {
    case 'dates':
      return l10n.t('The due date would be before the start date.');
    case 'circle':
      return l10n.t("A work item can't be its own ancestor.");
    case 'place':
      return l10n.t('The server does not report its current value.');
    default:
      return obstacle satisfies never;
  }
}

/** Returns why the estimates of these work items cannot be changed, or undefined if they can. */
export function estimateProblem(store: Store, addresses: readonly ItemAddress[]): string | undefined {
  const scales = addresses.map(({ project, id }) => store.estimateScale(project, [id]));
  const at = scales.findIndex((one) => one !== 'numbers');
  const address = addresses[at];
  if (address === undefined) return undefined;
  if (scales[at] === 'none') {
    const project = store.project(address.project)?.name ?? l10n.t('Unknown project');
    return l10n.t('The project “{0}” has no estimates.', project);
  }
  return l10n.t(
    "The estimate of {0} can only be changed in Plane, because the server does not list the project's estimate points.",
    identifierOrName(store, address),
  );
}

/** Returns the new value of one work item, for example `WEB-28: state Done` or `WEB-28: no labels`. */
export function changedText(store: Store, { address, field, after }: ChangeStep): string {
  const item = identifierOrName(store, address);
  const value = currentValueText(store, address, field, after);
  return after === null || after.length === 0
    ? l10n.t('{0}: {1}', item, value)
    : FIELD_TEXTS[field].current(item, value);
}

/** Returns why the change of a work item failed, or that the server did not save it. */
export function failureText(store: Store, { step, outcome }: BulkResult): string {
  const { address, field } = step;
  const item = identifierOrName(store, address);
  if (outcome.kind === 'failed') return l10n.t('{0} was not changed. {1}', item, formatError(outcome.fault));
  const reason =
    field === 'assignees'
      ? l10n.t('Only members of the project can be assigned.')
      : l10n.t('This server may not support this field.');
  return `${FIELD_TEXTS[field].notSaved(item)} ${reason}`;
}

/** How many work items of a change, or of undoing one, are done. `total` includes those of earlier tries. */
interface BulkCount {
  readonly kind: 'change' | 'undo';
  readonly done: number;
  readonly all: number;
  readonly total: number;
}

/** For example `Changed 3 of 5 work items.` */
export function bulkText({ kind, done, all, total }: BulkCount): string {
  const [some, number, sum] = [formatCount(done), formatCount(all), formatCount(total)];
  if (kind === 'undo')
    return done === all
      ? plural(all, {
          one: l10n.t('Undid the change to {0} work item.', number),
          other: l10n.t('Undid the change to {0} work items.', number),
        })
      : plural(all, {
          one: l10n.t('Undid the change to {0} of {1} work item.', some, number),
          other: l10n.t('Undid the change to {0} of {1} work items.', some, number),
        });
  if (done < all)
    return plural(all, {
      one: l10n.t('Changed {0} of {1} work item.', some, number),
      other: l10n.t('Changed {0} of {1} work items.', some, number),
    });
  return total > all
    ? plural(total, {
        one: l10n.t('Changed {0} work item in total.', sum),
        other: l10n.t('Changed {0} work items in total.', sum),
      })
    : plural(all, {
        one: l10n.t('Changed {0} work item.', number),
        other: l10n.t('Changed {0} work items.', number),
      });
}

/** Returns that a module or cycle was removed without setting the previous one, which is unknown. */
export function previousUnknownText(field: ChangeField): string {
  return field === 'cycle'
    ? l10n.t('The server does not report the previous cycle, so no cycle is set now.')
    : l10n.t('The server does not report the previous module, so no module is set now.');
}

/** Returns that a new work item could not be added to its module or cycle. */
export function notAddedText(field: SetField, item: string, name: string, reason: string): string {
  return field === 'module'
    ? l10n.t('{0} was created, but not added to the module “{1}”. {2}', item, name, reason)
    : l10n.t('{0} was created, but not added to the cycle “{1}”. {2}', item, name, reason);
}

function nameOf(store: Store, project: string, field: ChangeField, id: string): string {
  switch (field) {
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
      return store.identifier({ project, id }) ?? l10n.t('Unknown work item');
    case 'module':
      return (
        store.modules.of(project).records.find((one) => one.id === id)?.name ??
        store.resources.modules.get(id, project)?.name ??
        l10n.t('Unknown module')
      );
    case 'cycle':
      return store.resources.cycles.get(id, project)?.name ?? l10n.t('Unknown cycle');
    case 'type':
      return store.types.of(project).records.find((one) => one.id === id)?.name ?? l10n.t('Unknown type');
    case 'start_date':
    case 'target_date':
      return formatDate(id);
    case 'estimate_point':
      return estimateName(id) ?? l10n.t('set on the server');
    default:
      return field satisfies never;
  }
}
