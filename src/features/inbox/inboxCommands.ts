// The commands that open inbox entries and mark them as read or unread.
import * as l10n from '@vscode/l10n';
import type { Session, Sessions } from '../../core/session/session.ts';
import { signedIn } from '../../shell/commands/command.ts';
import { itemOf } from '../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { chooseRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { type InboxEntry, type InboxRow, isOffer } from './entry.ts';
import { isUnread } from './inbox.ts';
import type { InboxStore } from './inboxStore.ts';
import { changeText, entryLabel } from './presentEntry.ts';

export interface InboxCommandDeps {
  readonly prompts: Prompts;
  readonly sessions: Pick<Sessions, 'current'>;
  readonly panels: { open(chosenItem: ChosenItem): unknown };
  /** The inbox of the current session. */
  readonly inbox: () => InboxStore | undefined;
  /** Resolves with the selected entry of the view. */
  readonly selectedEntry: () => Promise<InboxRow | undefined>;
}

export function inboxCommands(deps: InboxCommandDeps) {
  return {
    [COMMANDS.openInboxEntry]: signedIn(() => openEntry(deps)),
    [COMMANDS.markAllAsRead]: signedIn(() => markAllAsRead(deps)),
    [COMMANDS.markAsRead]: signedIn((target) => markItem(deps, target, true)),
    [COMMANDS.markAsUnread]: signedIn((target) => markItem(deps, target, false)),
  };
}

/** Opens the page of the selected entry's work item, and marks the entry as read. Asks the question of an offer. */
async function openEntry({ prompts, sessions, panels, inbox, selectedEntry }: InboxCommandDeps): Promise<void> {
  const entry = await selectedEntry();
  const session: Session | undefined = sessions.current;
  if (entry === undefined || session === undefined) return;
  if (isOffer(entry)) {
    await prompts.runCommand(COMMANDS.linkPushed, entry.item);
    return;
  }
  const { project, id } = entry;
  panels.open({ session, address: { project, id } });
  inbox()?.mark([entry], true);
}

async function markAllAsRead({ inbox, prompts }: InboxCommandDeps): Promise<void> {
  const inboxStore = inbox();
  if (inboxStore === undefined) return;
  if (inboxStore.unreadCount === 0) prompts.showStatus(l10n.t('The inbox has no unread entries'), 3000);
  else inboxStore.mark('all', true);
}

/** Marks the work item of the target, or of an entry that the user picks, as read or unread. */
async function markItem({ inbox, prompts }: InboxCommandDeps, target: unknown, isRead: boolean): Promise<void> {
  const store = inbox();
  if (store === undefined) return;
  const address = itemOf(target) ?? (await pickEntry(prompts, store, isRead));
  if (address !== undefined) store.mark([address], isRead);
}

async function pickEntry(prompts: Prompts, inbox: InboxStore, isRead: boolean): Promise<InboxEntry | undefined> {
  const rows = inbox.entries
    .filter((entry) => isUnread(entry) === isRead)
    .map((entry) => {
      const [last] = entry.changes;
      return { value: entry, label: entryLabel(entry), description: last === undefined ? '' : changeText(last) };
    });
  if (rows.length === 0) {
    prompts.showStatus(
      isRead ? l10n.t('The inbox has no unread entries') : l10n.t('The inbox has no read entries'),
      3000,
    );
    return undefined;
  }
  const chosenRow = await chooseRow(prompts, rows, {
    title: isRead ? l10n.t('Mark as Read') : l10n.t('Mark as Unread'),
    placeholder: l10n.t('Select an entry of the inbox'),
    matchedProperties: ['description'],
  });
  return chosenRow?.value;
}
