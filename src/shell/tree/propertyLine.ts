// Formats properties of a work item as one line with icons, for the tooltip of its row and the hover of its identifier.
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../contract/resources/user.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { dueDay } from '../../items/fields.ts';
import { stateIcon } from '../../items/icons.ts';
import { priorityName } from '../../items/priorityName.ts';
import { displayName } from '../../std/displayName.ts';
import { formatShortDate } from '../../std/formatTime.ts';
import { escapeMarkdown } from '../../std/text.ts';
import { isOverdue } from './sections.ts';
import type { NameLookup } from './treeData.ts';

const PRIORITY_ICONS: Readonly<Partial<Record<string, string>>> = {
  urgent: 'flame',
  high: 'arrow-up',
  low: 'arrow-down',
};

/**
 * `today` is a day (YYYY-MM-DD). A priority that is not in `priorities` is not shown; without `priorities`, all are
 * shown.
 */
export interface PropertyLineOptions {
  readonly today: string;
  readonly priorities?: readonly string[];
}

/** Returns one line of Markdown with state, priority, assignees and due date, as far as the work item has them. */
export function propertyLine(
  item: ItemRecord,
  names: Pick<NameLookup, 'state' | 'knownStates' | 'user'>,
  { today, priorities = [item.priority] }: PropertyLineOptions,
): string {
  const { project } = item;
  const dueDate = dueDay(item);
  const state = item.state === null ? undefined : names.state(project, item.state);
  const priority = priorities.includes(item.priority) && priorityName(item.priority);
  const assignees = item.assignees
    .flatMap((id) => names.user(project, id) ?? [])
    .map((user) => displayName(nameOfUser(user)));
  const dueText = dueDate && formatShortDate(dueDate, today);
  const isLate = isOverdue(item, { state: (...ids) => names.state(...ids), today });
  return [
    state && withCodicon(stateIcon(state, names.knownStates(project)).id, displayName(state.name)),
    priority && withCodicon(PRIORITY_ICONS[item.priority] ?? 'dash', displayName(priority)),
    assignees.length > 0 && withCodicon('account', assignees.join(', ')),
    dueText && withCodicon('calendar', isLate ? l10n.t('Due {0} (overdue)', dueText) : l10n.t('Due {0}', dueText)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Returns Markdown with a codicon and escaped text. */
export function withCodicon(icon: string, text: string): string {
  return `$(${icon}) ${escapeMarkdown(text)}`;
}
