// Formats a work item as one line of text for a language model.

import { nameOfUser } from '../contract/resources/user.ts';
import { identifierOf } from '../contract/resources/workItem.ts';
import { MAX_IDENTIFIER_LENGTH } from '../contract/schema/limits.ts';
import type { ItemRecord } from '../core/cache/record.ts';
import type { Store } from '../core/cache/store/store.ts';
import { dueDay } from '../items/fields.ts';
import { quoteName } from './untrustedText.ts';

/** Matches an identifier whose first part is a word of at most `MAX_IDENTIFIER_LENGTH` letters and digits. */
const SHORT_IDENTIFIER = new RegExp(`^[\\p{L}\\p{N}_]{1,${MAX_IDENTIFIER_LENGTH}}-\\d+$`, 'u');
/** The maximum number of assignees in a line. */
const MAX_ASSIGNEES = 4;

/**
 * Returns the line of a work item, for example `WEB-7 [“Todo”, high] “Name” assigned to “Ada” due 2026-11-20`. The
 * line does not name the user with the id `omittedAssignee`.
 */
export function itemRow(store: Store, item: ItemRecord, omittedAssignee?: string): string {
  const { project } = item;
  const due = dueDay(item);
  const assignees = item.assignees.filter((id) => id !== omittedAssignee);
  const also = assignees.length < item.assignees.length ? 'also ' : '';
  const names = assignees.slice(0, MAX_ASSIGNEES).map((id) => personName(store, project, id));
  const moreText = assignees.length > MAX_ASSIGNEES ? ` and ${assignees.length - MAX_ASSIGNEES} more` : '';
  return [
    `${identifierText(store, item)} [${stateText(store, item)}, ${priorityText(item.priority)}] ${quoteName(item.name, 120)}`,
    ...(names.length === 0 ? [] : [`${also}assigned to ${names.join(', ')}${moreText}`]),
    ...(due === undefined ? [] : [`due ${dayText(due)}`]),
  ].join(' ');
}

/** Returns the identifier of the work item as `quoteUnusualIdentifier` formats it, for example `WEB-7`. */
export function identifierText(store: Store, { project, sequence_id }: ItemRecord): string {
  return quoteUnusualIdentifier(identifierOf(store.project(project)?.identifier ?? '?', sequence_id));
}

/** Returns the identifier; in quotation marks if its first part, which other people choose, is not a short word. */
export function quoteUnusualIdentifier(identifier: string): string {
  return SHORT_IDENTIFIER.test(identifier) ? identifier : quoteName(identifier);
}

export function stateText(store: Store, { project, state }: ItemRecord): string {
  if (state === null) return 'no state';
  return quoteName(store.state(project, state)?.name ?? 'unknown state');
}

export function personName(store: Store, project: string, id: string): string {
  const name = knownPersonName(store, project, id);
  return name === undefined ? 'an unknown person' : quoteName(name);
}

/** Returns the name of a user as the server has sent it; undefined if the user is not loaded. */
export function knownPersonName(store: Store, project: string, id: string): string | undefined {
  const user = store.user(project, id);
  return user === undefined ? undefined : nameOfUser(user);
}

/** Whether a work item is not completed and not canceled. A work item whose state is unknown counts as open. */
export function isOpenItem(store: Store, { project, state }: ItemRecord): boolean {
  const group = state === null ? undefined : store.state(project, state)?.group;
  return group !== 'completed' && group !== 'cancelled';
}

/** Returns the day of a date or time; `unknown` for any other text. */
export function dayText(value: string | null | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? 'unknown';
}

export function priorityText(priority: string): string {
  return /^[a-z]{1,10}$/.test(priority) ? priority : quoteName(priority);
}
