// Creates an inbox for tests of its commands and notifications. Its entries are in memory.
import type { Inbox, InboxChange } from '../../../../src/features/inbox/entry.ts';
import { InboxStore } from '../../../../src/features/inbox/inboxStore.ts';
import type { FakeClock } from '../../../support/clock.ts';

export function createInbox(clock: FakeClock): InboxStore {
  let storedInbox: Inbox | undefined;
  return new InboxStore({
    file: {
      read: async () => storedInbox,
      write: async (inbox) => {
        storedInbox = inbox;
      },
      remove: async () => {
        storedInbox = undefined;
      },
    },
    clock,
    onFileError: (error) => {
      throw error;
    },
  });
}

/** Adds an entry for the work item WEB-`number`: Bruno has commented. */
export function addEntry(inbox: InboxStore, clock: FakeClock, number: number, value = 'Hi'): void {
  const comment: InboxChange = {
    id: `c${clock.now()}`,
    kind: 'comment',
    at: clock.now(),
    actor: 'Bruno',
    value,
    isRead: false,
  };
  inbox.add({ project: 'p1', id: `w${number}`, identifier: `WEB-${number}`, name: 'Fix login' }, [comment]);
}
