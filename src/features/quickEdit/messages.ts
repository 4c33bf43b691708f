// Messages of quick edits: titles, why a change is not sent, and the result of a change.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { BulkStepResult } from '../../core/cache/changes/bulk.ts';
import type { ChangeField, ChangeStep, SingleValueField } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { countText, identifierOrName, newValueText, obstacleReason, unsavedFieldText } from '../../items/valueTexts.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { plural } from '../../std/plural.ts';
import { truncate } from '../../std/truncate.ts';

/** Returns the identifier of a single work item, or the number of work items, for example `3 work items`. */
export function itemsText(store: Store, addresses: readonly ItemAddress[]): string {
  const [first] = addresses;
  return addresses.length === 1 && first !== undefined ? identifierOrName(store, first) : countText(addresses.length);
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

/** Returns a sentence that explains why a work item is not changed. */
export function obstacleText(store: Store, { address, obstacle }: ChangeStep): string | undefined {
  return obstacle === undefined
    ? undefined
    : l10n.t('{0} was not changed. {1}', identifierOrName(store, address), obstacleReason(obstacle));
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

/**
 * Returns the new value of several work items, for example `3 work items → Done`, or only their number if the values
 * differ.
 */
export function changedItemsText(store: Store, steps: readonly ChangeStep[]): string {
  const items = countText(steps.length);
  const [text, ...otherTexts] = new Set(steps.map((step) => newValueText(store, step, items)));
  return text === undefined || otherTexts.length > 0 ? l10n.t('Changed {0}', items) : text;
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
  return `${unsavedFieldText(field, item)} ${reason}`;
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

/**
 * Returns a sentence, for example `Changed 3 of 5 work items.` If the first attempt has changed all of them, the status
 * bar says so instead.
 */
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
  return plural(changedInTotal, {
    one: l10n.t('Changed {0} work item in total.', totalText),
    other: l10n.t('Changed {0} work items in total.', totalText),
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
