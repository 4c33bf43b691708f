// Writes a stand-up: what the user did since the last working day, what is in progress and due, and what blocks it.
import * as l10n from '@vscode/l10n';
import { isRecordGone } from '../../client/apiError.ts';
import { activityTime } from '../../contract/resources/activity.ts';
import { authorOf } from '../../contract/resources/comment.ts';
import { normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { type ItemAddress, keyOf, parseItemKey } from '../../core/cache/address.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { openBlockers } from '../../core/cache/store/blockers.ts';
import type { IdentifierMatcher } from '../../core/mentions/identifiers.ts';
import { workItemUrl } from '../../core/session/server/webAddress.ts';
import type { Session } from '../../core/session/session.ts';
import { dueDay } from '../../items/fields.ts';
import { daysAfter, startOfDay, weekdayOf } from '../../std/calendarDay.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { formatShortDate } from '../../std/formatTime.ts';
import { plural } from '../../std/plural.ts';
import { oneLine } from '../../std/truncate.ts';

/** Each changed work item takes at most one request. */
const MAX_CHANGED_ITEMS = 30;
const SUNDAY = 0;
const SATURDAY = 6;

export interface StandUpSource {
  readonly session: Session;
  readonly matcher: IdentifierMatcher;
  /** The subjects of the user's commits since the last working day. */
  readonly commits: readonly string[];
  /** The current day, as `todayAt` returns it. */
  readonly today: string;
}

/** Returns the last day before `today` that is neither a Saturday nor a Sunday. */
export function lastWorkingDay(today: string): string {
  let day = daysAfter(today, -1);
  while (weekdayOf(day) === SATURDAY || weekdayOf(day) === SUNDAY) day = daysAfter(day, -1);
  return day;
}

/**
 * Reads the activities of the work items that have changed and that concern the user: at most one request each, and none
 * if they were read since the last change. A request that fails is left out of the stand-up.
 *
 * @param readVersions by key, the work items as they were when their activities were read; is updated
 */
export async function readOwnChanges(
  { session, today }: Pick<StandUpSource, 'session' | 'today'>,
  readVersions: Map<string, ItemRecord>,
): Promise<void> {
  const since = startOfDay(lastWorkingDay(today));
  for (const { address, item } of changedItems(session, since)) {
    const list = session.store.activities.list(address);
    if (list.isCurrent() && readVersions.get(keyOf(address)) === item) continue;
    await list.reload();
    readVersions.set(keyOf(address), item);
  }
}

/** Returns Markdown. Identifiers are links if the workspace has web pages. Texts of other people are escaped. */
export function standUpText(source: StandUpSource): string {
  const { session, today } = source;
  const { store, me } = session;
  const sinceDay = lastWorkingDay(today);
  const ownOpenItems = loadedItems(session).filter(
    ({ item, address }) => item.assignees.includes(me.id) && !store.isDone(address),
  );
  const todayLines = ownOpenItems
    .filter(({ item, address }) => {
      const due = dueDay(item);
      return store.stateOf(address)?.group === 'started' || (due !== undefined && due <= today);
    })
    .map(({ item, address }) => {
      const due = dueDay(item);
      const state = store.stateOf(address)?.name;
      const facts = [
        state === undefined ? '' : plainText(state),
        due === undefined ? '' : l10n.t('due {0}', formatShortDate(due, today)),
      ];
      return itemLine(session, address, item.name, facts);
    });
  const blockedLines = ownOpenItems.flatMap(({ item, address }) => {
    const blockers = openBlockers(store, address);
    const text = l10n.t('blocked by {0}', blockers.map((one) => linkOf(session, one)).join(', '));
    return blockers.length === 0 ? [] : [itemLine(session, address, item.name, [text])];
  });
  return [
    section(l10n.t('Since {0}', formatShortDate(sinceDay, today)), doneLines(source, startOfDay(sinceDay))),
    section(l10n.t('Today'), todayLines),
    ...(blockedLines.length === 0 ? [] : [section(l10n.t('Blocked'), blockedLines)]),
  ].join('\n');
}

/** Returns a line for each work item on which the user did something, and for commits that name no work item. */
function doneLines({ session, matcher, commits }: StandUpSource, since: number): readonly string[] {
  const partsByKey = new Map<string, string[]>();
  const add = (address: ItemAddress, parts: readonly string[]): void => {
    const key = keyOf(address);
    partsByKey.set(key, [...(partsByKey.get(key) ?? []), ...parts]);
  };
  for (const { address } of changedItems(session, since)) add(address, activityTexts(session, address, since));
  for (const [key, count] of ownCommentCounts(session, since)) {
    const address = parseItemKey(key);
    const text = formatCount(count);
    if (address !== undefined)
      add(address, [plural(count, { one: l10n.t('{0} comment', text), other: l10n.t('{0} comments', text) })]);
  }
  const otherCommits: string[] = [];
  const addressByIdentifier = new Map(
    loadedItems(session).map(({ address }) => [session.store.identifier(address) ?? '', address]),
  );
  for (const subject of commits) {
    const mention = matcher.find(subject, 1)[0] ?? matcher.find(normalizeIdentifier(subject), 1)[0];
    const address = mention && addressByIdentifier.get(mention.identifier);
    if (address === undefined) otherCommits.push(`- ${plainText(subject)}`);
    else add(address, [plainText(subject)]);
  }
  const itemLines = [...partsByKey].flatMap(([key, parts]) => {
    const address = parseItemKey(key);
    const item = address && session.store.item(address);
    return address === undefined || item === undefined || parts.length === 0
      ? []
      : [itemLine(session, address, item.name, parts)];
  });
  return [...itemLines, ...otherCommits];
}

/** Returns the user's changes of the state, oldest first, for example `Todo → Done`. */
function activityTexts({ store, me }: Session, address: ItemAddress, since: number): readonly string[] {
  return store.activities
    .list(address)
    .state.ids.toReversed()
    .flatMap((id) => {
      const activity = store.activities.get(id);
      if (activity?.actor == null || idOf(activity.actor) !== me.id || activityTime(activity) < since) return [];
      if (activity.verb === 'created' && !activity.field) return [l10n.t('created')];
      if (activity.field !== 'state') return [];
      const [before, after] = [activity.old_value ?? '', activity.new_value ?? ''].map((name) => plainText(name));
      return [`${before} → ${after}`];
    });
}

/** Returns the number of the user's loaded comments, by the key of the work item. */
function ownCommentCounts({ store, me }: Session, since: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [id, comment] of store.comments.records.all()) {
    const item = store.comments.itemOf(id);
    if (item === undefined || authorOf(comment) !== me.id || Date.parse(comment.created_at ?? '') < since) continue;
    counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  }
  return counts;
}

interface LoadedItem {
  readonly address: ItemAddress;
  readonly item: ItemRecord;
}

function loadedItems({ store }: Session): readonly LoadedItem[] {
  return [...store.resources.workItems.records.all().keys()].flatMap((key) => {
    const address = parseItemKey(key);
    const item = address && store.item(address);
    return address === undefined || item === undefined || isGone(store, address) ? [] : [{ address, item }];
  });
}

/** Whether the server has said that it no longer has the work item, so that a link to it would lead nowhere. */
function isGone({ activities }: Session['store'], address: ItemAddress): boolean {
  const { fault } = activities.list(address).state;
  return fault !== undefined && isRecordGone(fault);
}

/** Returns the loaded work items that have changed and concern the user, latest first. */
function changedItems(session: Session, since: number): readonly LoadedItem[] {
  const { id } = session.me;
  const changedAt = ({ item }: LoadedItem): number => Date.parse(item.updated_at ?? '');
  return loadedItems(session)
    .filter((one) => changedAt(one) >= since)
    .filter(({ item }) => item.assignees.includes(id) || item.updated_by === id || item.created_by === id)
    .toSorted((one, other) => changedAt(other) - changedAt(one))
    .slice(0, MAX_CHANGED_ITEMS);
}

function itemLine(session: Session, address: ItemAddress, name: string, facts: readonly string[]): string {
  const text = facts.filter((fact) => fact !== '').join('; ');
  return `- ${linkOf(session, address)} ${plainText(name)}${text === '' ? '' : `: ${text}`}`;
}

/** Returns the identifier: as a link, unless the workspace has no web pages. */
function linkOf({ store, profile, baseUrl, workspace }: Session, address: ItemAddress): string {
  const identifier = store.identifier(address) ?? '';
  return profile.service === 'local' || identifier === ''
    ? plainText(identifier)
    : `[${plainText(identifier)}](${workItemUrl(baseUrl, workspace, identifier)})`;
}

/**
 * Escapes what would format the text, or make a link or a mention of it. Other characters stay as they are, because the
 * user reads and changes the text.
 */
function plainText(text: string): string {
  return oneLine(displayName(text)).replace(/[\\`*_[\]<>~|@]/g, '\\$&');
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.length === 0 ? `- ${l10n.t('Nothing is known.')}` : lines.join('\n')}\n`;
}
