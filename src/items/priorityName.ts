// Names priorities for the user.
import { constantLabel } from '../contract/constantLabel.ts';
import { PRIORITIES, type Priority } from '../contract/resources/workItem.ts';

/** Returns the name of a priority; '' for `none`. An unknown priority is returned as the server wrote it. */
export function priorityName(priority: string | undefined): string {
  if (priority === undefined || priority === 'none') return '';
  return isKnownPriority(priority) ? constantLabel(priority) : priority;
}

/** Whether the server's priority is one of `PRIORITIES`. Self-hosted servers may have others. */
function isKnownPriority(priority: string): priority is Priority {
  return PRIORITIES.some((one) => one === priority);
}
