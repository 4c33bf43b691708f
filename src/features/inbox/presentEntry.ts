// Describes the row of an inbox entry: label, description, tooltip and accessible name. Pure.
import * as l10n from '@vscode/l10n';
import type { OfferedLink } from '../../core/cache/itemCode.ts';
import { KIND_ICONS } from '../../items/icons.ts';
import type { Presentation } from '../../shell/tree/presentation.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName, displayText } from '../../std/displayName.ts';
import { formatDate, formatRelativeTime, formatShortDate } from '../../std/formatTime.ts';
import type { InboxChange, InboxEntry } from './entry.ts';
import { isUnread } from './inbox.ts';

const ICONS: Readonly<Record<InboxChange['kind'], string>> = {
  assigned: 'person-add',
  state: KIND_ICONS.state,
  dueDate: 'calendar',
  comment: 'comment',
  mention: 'mention',
  unblocked: 'pass',
};

/**
 * Returns the appearance of an entry's row, which begins with who did what, because a narrow view cuts off the end. All
 * texts are plain text. `now` is in milliseconds since the epoch.
 */
export function presentEntry(entry: InboxEntry, now: number): Presentation {
  const [latestChange] = entry.changes;
  const title = entryLabel(entry);
  const timeText = latestChange === undefined ? '' : formatRelativeTime(latestChange.at, now);
  const unread = isUnread(entry);
  return {
    label: displayText(latestChange === undefined ? title : shortChangeText(latestChange, now)),
    description: displayText(latestChange === undefined ? '' : [title, timeText].filter(Boolean).join(' · ')),
    icon: { id: ICONS[latestChange?.kind ?? 'comment'] },
    tooltip: displayText(
      [title, ...entry.changes.map((change) => `${changeText(change)} · ${formatRelativeTime(change.at, now)}`)].join(
        '\n',
      ),
      { keepLines: true },
    ),
    ...(unread ? { decoration: 'unread' as const } : {}),
    collapsible: false,
    context: `workItem inbox ${unread ? 'unread' : 'read'}`,
    accessibleName: displayText(
      [summaryOf(entry), title, unread ? l10n.t('unread') : l10n.t('read'), timeText].filter(Boolean).join(', '),
    ),
  };
}

/** Returns the appearance of the row of a link that is offered. */
export function presentOffer({ identifier, title, url }: OfferedLink): Presentation {
  const question = l10n.t('Link to {0}?', identifier);
  return {
    label: question,
    description: displayText(title),
    icon: { id: 'link' },
    tooltip: displayText([question, title, url].join('\n'), { keepLines: true }),
    collapsible: false,
    context: 'linkOffer',
    accessibleName: displayText([question, title].join(', ')),
  };
}

/** Returns the latest change, and the number of the others if there are any. */
function summaryOf({ changes }: InboxEntry): string {
  const [latestChange] = changes;
  const text = latestChange === undefined ? '' : changeText(latestChange);
  return changes.length > 1 ? l10n.t('{0} (and {1} more)', text, formatCount(changes.length - 1)) : text;
}

/**
 * Returns a change in little space: `Bruno: state Done`, `Bruno: due Dec 1`, `Bruno commented`. If the user's name is not
 * known, returns the same as `changeText`, without the text of a comment.
 */
function shortChangeText(change: InboxChange, now: number): string {
  const { kind, actor: actorName, value: rawValue } = change;
  const isComment = kind === 'comment' || kind === 'mention';
  if (isComment || actorName === undefined || !rawValue)
    return changeText({ ...change, ...(isComment ? { value: '' } : {}) });
  const actor = displayName(actorName);
  if (kind === 'unblocked') return changeText(change);
  if (kind === 'state') return l10n.t('{0}: state {1}', actor, displayName(rawValue));
  return kind === 'dueDate'
    ? l10n.t('{0}: due {1}', actor, formatShortDate(displayName(rawValue), todayAt(now)))
    : changeText(change);
}

/** Returns the identifier and the name of the work item, for example `WEB-28 Fix the login`. */
export function entryLabel({ identifier, name }: Pick<InboxEntry, 'identifier' | 'name'>): string {
  return [identifier, displayName(name)].filter(Boolean).join(' ');
}

/** Returns, for example, `Bruno Keller changed the state to Done`. The user's name is left out if it is not known. */
export function changeText({ kind, actor: actorName, value: rawValue }: InboxChange): string {
  const actor = actorName === undefined ? undefined : displayName(actorName);
  const value = rawValue ? displayName(rawValue) : undefined;
  switch (kind) {
    case 'assigned':
      return actor === undefined ? l10n.t('Assigned to you') : l10n.t('{0} assigned this to you', actor);
    case 'state':
      if (value === undefined)
        return actor === undefined ? l10n.t('State changed') : l10n.t('{0} changed the state', actor);
      return actor === undefined
        ? l10n.t('State changed to {0}', value)
        : l10n.t('{0} changed the state to {1}', actor, value);
    case 'dueDate':
      if (value === undefined)
        return actor === undefined ? l10n.t('Due date cleared') : l10n.t('{0} cleared the due date', actor);
      return actor === undefined
        ? l10n.t('Due date set to {0}', formatDate(value))
        : l10n.t('{0} set the due date to {1}', actor, formatDate(value));
    case 'unblocked':
      return value === undefined
        ? l10n.t('No longer blocked')
        : l10n.t({
            message: 'No longer blocked: {0} is closed',
            args: [value],
            comment: ['{0} is a work item, for example WEB-28'],
          });
    case 'mention':
      return withText(actor === undefined ? l10n.t('You were mentioned') : l10n.t('{0} mentioned you', actor), value);
    default:
      return withText(actor === undefined ? l10n.t('New comment') : l10n.t('{0} commented', actor), value);
  }
}

function withText(what: string, text: string | undefined): string {
  return text === undefined ? what : l10n.t('{0}: {1}', what, text);
}
