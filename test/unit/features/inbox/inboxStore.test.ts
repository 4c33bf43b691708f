// Tests that the inbox survives a restart, and that windows with the same file do not overwrite each other.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSnapshotFile } from '../../../../src/core/cache/store/snapshotFile.ts';
import type { InboxChange } from '../../../../src/features/inbox/entry.ts';
import { createInboxFile, type InboxFile, snapshotFileWithInbox } from '../../../../src/features/inbox/inboxFile.ts';
import { InboxStore } from '../../../../src/features/inbox/inboxStore.ts';
import { FakeClock } from '../../../support/clock.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

let folder: string;
let clock: FakeClock;
let failures: unknown[];
beforeEach(() => {
  folder = temporaryFolder();
  clock = new FakeClock();
  failures = [];
});

const ITEM = { project: 'p', id: '1', identifier: 'WEB-1', name: 'One' };
const change = (id: string): InboxChange => ({ id, kind: 'comment', at: clock.now(), isRead: false });

async function openInbox(file: InboxFile = createInboxFile(join(folder, 'inbox', 'a.json'))): Promise<InboxStore> {
  const inbox = new InboxStore({ file, clock, onFileError: (error) => failures.push(error) });
  await inbox.load();
  return inbox;
}

describe('InboxStore', () => {
  it('has the same entries, read states and start time after a restart', async () => {
    const before = await openInbox();
    before.add(ITEM, [change('a')]);
    before.add({ ...ITEM, id: '2' }, [change('b')]);
    before.mark([ITEM], true);
    await before.flush();
    await clock.advance(1000);
    const after = await openInbox();
    expect(after.entries).toEqual(before.entries);
    expect([after.unreadCount, after.ignoredBefore]).toEqual([1, before.ignoredBefore]);
  });

  it('merges the entries that two windows write, and reads entries of the other window in load()', async () => {
    const [one, other] = [await openInbox(), await openInbox()];
    one.add(ITEM, [change('a')]);
    await one.flush();
    other.add({ ...ITEM, id: '2' }, [change('b')]);
    await other.flush();
    one.mark([ITEM], true);
    await one.flush();
    await other.load();
    expect(other.entries.map(({ id }) => id)).toEqual(['2', '1']);
    expect((await openInbox()).unreadCount).toBe(1);
  });

  it('fires onDidAdd once for an unread change, and not for a read change', async () => {
    const inbox = await openInbox();
    const addedIds: string[] = [];
    inbox.onDidAdd(({ id }) => addedIds.push(id));
    inbox.add(ITEM, [change('a')]);
    inbox.add(ITEM, [change('a')]);
    inbox.add({ ...ITEM, id: '2' }, [{ ...change('b'), isRead: true }]);
    expect(addedIds).toEqual(['1']);
  });

  it('fires onDidChange once for a change, and again only if another window has written other entries', async () => {
    const [one, other] = [await openInbox(), await openInbox()];
    let events = 0;
    one.onDidChange(() => {
      events += 1;
    });
    one.add(ITEM, [change('a')]);
    await one.flush();
    one.mark([ITEM], true);
    await one.flush();
    expect(events).toBe(2);
    other.add({ ...ITEM, id: '2' }, [change('b')]);
    await other.flush();
    one.mark([ITEM], false);
    await one.flush();
    expect(events).toBe(4);
  });

  it.each([
    ['after the clock was set back', -60_000],
    ['within the same millisecond', 0],
  ])('saves the latest read state even if it is set %s', async (_case, jumpMs) => {
    const inbox = await openInbox();
    inbox.add(ITEM, [change('a')]);
    inbox.mark([ITEM], true);
    await inbox.flush();
    clock.jumpBy(jumpMs);
    inbox.mark([ITEM], false);
    await inbox.flush();
    expect(inbox.unreadCount).toBe(1);
    expect((await openInbox()).unreadCount).toBe(1);
  });

  it('is empty if the file is not valid', async () => {
    writeFileSync(join(folder, 'a.json'), '{"version":1,"since":0,"entries":[{}]}');
    const inbox = await openInbox(createInboxFile(join(folder, 'a.json')));
    expect([inbox.entries, failures]).toEqual([[], []]);
  });

  it('is empty after the snapshot of the account was removed, because the user signed out', async () => {
    const file = createInboxFile(join(folder, 'a.json'));
    const before = await openInbox(file);
    before.add(ITEM, [change('a')]);
    await before.flush();
    before.dispose();
    await snapshotFileWithInbox(createSnapshotFile(join(folder, 'a.json.gz')), file).remove();
    expect((await openInbox(file)).entries).toEqual([]);
  });

  it('reports a failed write, and writes all entries with the next change', async () => {
    const file = createInboxFile(join(folder, 'a.json'));
    const diskState = { isFull: false };
    const inbox = await openInbox({
      ...file,
      write: (content) => (diskState.isFull ? Promise.reject(new Error('no space left')) : file.write(content)),
    });
    diskState.isFull = true;
    inbox.add(ITEM, [change('a')]);
    await inbox.flush();
    expect(failures).toHaveLength(1);
    diskState.isFull = false;
    inbox.add({ ...ITEM, id: '2' }, [change('b')]);
    await inbox.flush();
    expect((await openInbox(file)).entries).toHaveLength(2);
  });

  it('writes nothing after it was disposed', async () => {
    const inbox = await openInbox();
    inbox.add(ITEM, [change('a')]);
    inbox.dispose();
    await inbox.flush();
    expect((await openInbox()).entries).toEqual([]);
  });
});
