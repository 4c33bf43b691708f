// The text of quick edits: names of fields and values, and why a change is not sent. Pure.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import {
  type ChangeField,
  type ChangeStep,
  type CurrentValue,
  isUnchanged,
  type Obstacle,
} from '../../../cache/changes/itemChange.ts';
import { estimateName } from '../../../cache/estimates.ts';
import type { Store } from '../../../cache/store.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { displayName } from '../../../std/displayName.ts';
import { plural } from '../../../std/plural.ts';
import { priorityName } from '../../../tree/presentation/symbols.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { formatDate } from './dates.ts';

export const QUICK_EDIT_LABELS: Readonly<Record<ChangeField, string>> = {
  state: 'state',
  priority: 'priority',
  assignees: 'assignees',
  labels: 'labels',
  parent: 'parent',
  estimate_point: 'estimate',
  type: 'type',
  module: 'module',
  cycle: 'cycle',
  start_date: 'start date',
  target_date: 'due date',
};

const OBSTACLE_WORDS: Readonly<Record<Obstacle, string>> = {
  dates: 'The due date would lie before the start date.',
  circle: 'It would stand below itself.',
  place: 'The server does not say where it is now.',
};

export function identifierOrName(store: Store, address: ItemAddress): string {
  return store.identifier(address) ?? store.item(address)?.name ?? l10n.t('A work item');
}

/** For example `WEB-28` or `3 work items`. */
export function itemsText(store: Store, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  return addresses.length === 1 && first !== undefined ? identifierOrName(store, first) : countText(addresses.length);
}

export function countText(count: number): string {
  return `${count} ${plural(count, { one: l10n.t('work item'), other: l10n.t('work items') })}`;
}

/** Returns the value of a field as text. */
export function currentValueText(
  store: Store,
  { project }: ItemAddress,
  field: ChangeField,
  held: CurrentValue | undefined,
): string {
  if (held === undefined) return l10n.t('not known');
  if (held === null || held.length === 0) return l10n.t('no {0}', QUICK_EDIT_LABELS[field]);
  const names = (typeof held === 'string' ? [held] : held).map((one) => nameOf(store, project, field, one));
  return escapeCodicons(names.map(displayName).join(', '));
}

/** For example `Todo → Done`, or the obstacle. */
export function stepText(store: Store, step: ChangeStep): string {
  if (step.obstacle !== undefined) return l10n.t('$(warning) {0}', OBSTACLE_WORDS[step.obstacle]);
  const after = currentValueText(store, step.address, step.field, step.after);
  if (isUnchanged(step)) return `${after} already`;
  return step.before === undefined
    ? `→ ${after}`
    : `${currentValueText(store, step.address, step.field, step.before)} → ${after}`;
}

/** Returns why a single work item is not changed, as a sentence. */
export function obstacleText(store: Store, { address, obstacle }: ChangeStep): string | undefined {
  return obstacle === undefined
    ? undefined
    : l10n.t('{0} was not changed. {1}', identifierOrName(store, address), OBSTACLE_WORDS[obstacle]);
}

/** Returns why the estimates of these work items cannot be changed, or undefined if they can. */
export function estimateProblem(store: Store, addresses: readonly ItemAddress[]): string | undefined {
  const scales = addresses.map(({ project, id }) => store.estimateScale(project, [id]));
  const at = scales.findIndex((one) => one !== 'numbers');
  const address = addresses[at];
  if (address === undefined) return undefined;
  if (scales[at] === 'none')
    return `${store.project(address.project)?.name ?? l10n.t('This project')} has no estimates.`;
  return l10n.t(
    'The estimate of {0} can only be changed in the browser: the server does not list the project’s estimate points.',
    identifierOrName(store, address),
  );
}

function nameOf(store: Store, project: string, field: ChangeField, id: string): string {
  switch (field) {
    case 'state':
      return store.state(project, id)?.name ?? l10n.t('another state');
    case 'priority':
      return priorityName(id) || l10n.t('no priority');
    case 'assignees': {
      const user = store.user(project, id);
      return user === undefined ? 'somebody' : nameOfUser(user);
    }
    case 'labels':
      return store.label(project, id)?.name ?? 'a label';
    case 'parent':
      return store.identifier({ project, id }) ?? l10n.t('another work item');
    case 'module':
      return (
        store.modules.of(project).records.find((one) => one.id === id)?.name ??
        store.resources.modules.get(id, project)?.name ??
        'a module'
      );
    case 'cycle':
      return store.resources.cycles.get(id, project)?.name ?? 'a cycle';
    case 'type':
      return store.types.of(project).records.find((one) => one.id === id)?.name ?? l10n.t('another type');
    case 'start_date':
    case 'target_date':
      return formatDate(id);
    case 'estimate_point':
      return estimateName(id) ?? l10n.t('set on the server');
    default:
      return field satisfies never;
  }
}
