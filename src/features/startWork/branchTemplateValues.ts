// The values of the placeholders in the templates of branch names and commit messages.

import { nameOfUser } from '../../contract/resources/user.ts';
import type { BranchTemplateValues } from '../../core/branches/template.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { todayAt } from '../../std/calendarDay.ts';

/** Returns the values for the templates, or undefined until the work item and its project are loaded. */
export function branchTemplateValues(
  { store, me }: Session,
  address: ItemAddress,
  now: number,
): BranchTemplateValues | undefined {
  const item = store.item(address);
  const project = store.project(address.project);
  const identifier = store.identifier(address);
  if (item === undefined || project === undefined || identifier === undefined) return undefined;
  return {
    identifier,
    number: `${item.sequence_id}`,
    project: project.identifier,
    title: item.name,
    type: item.type === null ? '' : (store.type(address.project, item.type)?.name ?? ''),
    priority: item.priority === 'none' ? '' : item.priority,
    user: nameOfUser(me),
    date: todayAt(now),
  };
}
