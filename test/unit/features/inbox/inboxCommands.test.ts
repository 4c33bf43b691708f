// Tests the commands that open inbox entries and mark them as read or unread.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session.ts';
import type { InboxRow } from '../../../../src/features/inbox/entry.ts';
import { inboxCommands } from '../../../../src/features/inbox/inboxCommands.ts';
import type { InboxStore } from '../../../../src/features/inbox/inboxStore.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import type { ChosenItem } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { FakeClock } from '../../../support/clock.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { addEntry, createInbox } from './setup.ts';

/** The commands only pass the session to `open`, so an empty object is enough. */
const session = {} as Session;

let inbox: InboxStore;
let prompts: ScriptedPrompts;
let openedItems: ChosenItem[];
beforeEach(() => {
  const clock = new FakeClock();
  inbox = createInbox(clock);
  prompts = new ScriptedPrompts();
  openedItems = [];
  addEntry(inbox, clock, 1);
  addEntry(inbox, clock, 2);
});

function run(id: keyof ReturnType<typeof inboxCommands>, target?: unknown, selected?: InboxRow): Promise<void> {
  const panels = { open: (chosen: ChosenItem) => openedItems.push(chosen) };
  const commands = inboxCommands({
    prompts,
    sessions: { current: session },
    panels,
    inbox: () => inbox,
    selectedEntry: async () => selected,
  });
  return commands[id].run(target, undefined);
}

const unreadIds = (): string[] =>
  inbox.entries.filter(({ changes }) => changes.some(({ isRead }) => !isRead)).map(({ id }) => id);

describe('The commands of the inbox', () => {
  it('open the page of the work item, and mark its entry as read', async () => {
    await run(COMMANDS.openInboxEntry, undefined, inbox.entries[0]);
    expect(openedItems).toEqual([{ session, address: { project: 'p1', id: 'w1' } }]);
    expect(unreadIds()).toEqual(['w2']);
  });

  it('ask the question of an offered link, and mark nothing as read', async () => {
    const item = { project: 'p1', id: 'w1' };
    await run(COMMANDS.openInboxEntry, undefined, {
      item,
      identifier: 'WEB-1',
      url: 'https://git.example/1',
      title: '#1',
    });
    expect(prompts.commands).toEqual([[COMMANDS.linkPushed, item]]);
    expect(openedItems).toEqual([]);
    expect(unreadIds()).toEqual(['w1', 'w2']);
  });

  it('mark an entry as read, and mark it as unread again', async () => {
    const [entry] = inbox.entries;
    await run(COMMANDS.markAsRead, entry);
    expect(unreadIds()).toEqual(['w2']);
    await run(COMMANDS.markAsUnread, entry);
    expect(unreadIds().toSorted()).toEqual(['w1', 'w2']);
  });

  it('mark all entries as read, and show a message if there is no unread entry', async () => {
    await run(COMMANDS.markAllAsRead);
    expect([unreadIds(), prompts.statusMessages]).toEqual([[], []]);
    await run(COMMANDS.markAllAsRead);
    expect(prompts.statusMessages).toEqual(['The inbox has no unread entries']);
  });

  it('list the unread entries for Mark as Read, and the read entries for Mark as Unread', async () => {
    const markAsRead = run(COMMANDS.markAsRead);
    const unreadEntryList = await prompts.list('Select an entry of the inbox');
    expect(unreadEntryList.visible).toEqual([
      'WEB-1 Fix login | Bruno commented: Hi',
      'WEB-2 Fix login | Bruno commented: Hi',
    ]);
    unreadEntryList.pick('WEB-2 Fix login');
    await markAsRead;
    expect(unreadIds()).toEqual(['w1']);
    const markAsUnread = run(COMMANDS.markAsUnread);
    const readEntryList = await prompts.list('Select an entry of the inbox');
    expect(readEntryList.visible).toEqual(['WEB-2 Fix login | Bruno commented: Hi']);
    readEntryList.escape();
    await markAsUnread;
    expect(unreadIds()).toEqual(['w1']);
  });

  it('show a message if no entry can be marked', async () => {
    await run(COMMANDS.markAsUnread);
    expect([prompts.statusMessages, prompts.pending]).toEqual([['The inbox has no read entries'], []]);
  });

  it('open nothing if no entry is selected', async () => {
    await run(COMMANDS.openInboxEntry);
    expect([openedItems, unreadIds().length]).toEqual([[], 2]);
  });
});
