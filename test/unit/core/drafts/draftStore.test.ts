// Tests that drafts are written to disk soon after a change, and read again after a restart.
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommentDraft } from '../../../../src/core/drafts/draft.ts';
import { createDraftFiles, MAX_DRAFT_BYTES } from '../../../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { UnsentCounter } from '../../../../src/core/drafts/unsentCounter.ts';
import { folderNames } from '../../../../src/std/files/atomicFile.ts';
import { advanceUntilDone, FakeClock } from '../../../support/clock.ts';
import { failingRename } from '../../../support/failingRename.ts';
import { failingFiles } from '../../../support/pageSetup.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { deferred } from '../../std/deferred.ts';

const KEY = 'p1/w1';
/** The specification requires that a draft is on disk within half a second. */
const MAX_WRITE_DELAY_MS = 500;
const comment: CommentDraft = { text: '<p>Hello</p>', access: 'INTERNAL', externalId: 'e1' };

let folder: string;
let clock: FakeClock;

beforeEach(async () => {
  folder = join(temporaryFolder(), 'drafts', 'account');
  clock = new FakeClock();
});

afterEach(async () => {
  await rm(join(folder, '..', '..'), { recursive: true, force: true });
});

const newDraftStore = (): DraftStore => new DraftStore(createDraftFiles(folder), clock);
const editName = (store: DraftStore, name: string, key = KEY) =>
  store.change(key, `WEB-1 ${name}`, ({ touched }) => ({ touched: { ...touched, name } }));
const filesIn = async (): Promise<string[]> => (await readdir(folder)).sort();

async function readSingleDraftFile(): Promise<unknown> {
  const [file] = await filesIn();
  return JSON.parse(await readFile(join(folder, file ?? ''), 'utf8'));
}

/** Advances the clock, and waits until all changes are written. */
async function advance(store: DraftStore, milliseconds: number): Promise<void> {
  await clock.advance(milliseconds);
  await store.flush();
}

describe('DraftStore', () => {
  it('returns a changed draft at once, and fires an event', () => {
    const store = newDraftStore();
    const changedKeys: string[] = [];
    store.onDidChange((key) => changedKeys.push(key));
    editName(store, 'Fix login');
    expect(store.get(KEY)).toEqual({
      version: 1,
      title: 'WEB-1 Fix login',
      touched: { name: 'Fix login' },
      at: clock.now(),
    });
    expect(changedKeys).toEqual([KEY]);
  });

  it('writes the new draft before it deletes the old one when content is moved to another draft', async () => {
    const files = createDraftFiles(folder);
    const fileOperations: string[] = [];
    const store = new DraftStore(
      {
        ...files,
        write: (key, draft) => files.write(key, draft).then(() => void fileOperations.push(`write ${key}`)),
        remove: (key) => files.remove(key).then(() => void fileOperations.push(`remove ${key}`)),
      },
      clock,
    );
    editName(store, 'Begun');
    store.change(KEY, 'Begun', () => ({ touched: {} }));
    editName(store, 'Begun', 'p1/w2');
    await store.flush();
    expect(fileOperations).toEqual(['write p1/w2', `remove ${KEY}`]);
  });

  it('writes a draft to disk within 500 ms after the first change, even if the user continues to type', async () => {
    const store = newDraftStore();
    const firstWrite = deferred<void>();
    const files = createDraftFiles(folder);
    const write: typeof files.write = async (key, draft) => {
      const exceededLimit = await files.write(key, draft);
      firstWrite.resolve();
      return exceededLimit;
    };
    const countingStore = new DraftStore({ ...files, write }, clock);
    const typingEnd = clock.now() + MAX_WRITE_DELAY_MS;
    for (let letters = 'F'; clock.now() < typingEnd; letters += 'x') {
      editName(countingStore, letters);
      await clock.advance(50);
    }
    await firstWrite.promise;
    expect((await store.open(KEY))?.touched['name']).toMatch(/^Fx*$/);
  });

  it('writes a draft once for several changes in quick succession', async () => {
    const files = createDraftFiles(folder);
    let writeCount = 0;
    const store = new DraftStore(
      { ...files, write: async (key, draft) => ((writeCount += 1), files.write(key, draft)) },
      clock,
    );
    for (const name of ['F', 'Fi', 'Fix']) editName(store, name);
    await advance(store, MAX_WRITE_DELAY_MS);
    expect(writeCount).toBe(1);
    expect(await readSingleDraftFile()).toMatchObject({ touched: { name: 'Fix' } });
  });

  it('reads the same draft after a restart', async () => {
    const store = newDraftStore();
    store.change(KEY, 'WEB-1 Fix login', () => ({
      touched: { name: 'Fix', labels: ['l1'], parent: null },
      composer: comment,
      palette: { ...comment, sentText: 'x' },
    }));
    await advance(store, MAX_WRITE_DELAY_MS);
    const before = store.get(KEY);
    expect(before).toBeDefined();
    expect(await newDraftStore().open(KEY)).toEqual(before);
  });

  it('writes files that only their owner can read', async () => {
    const store = newDraftStore();
    editName(store, 'Fix');
    await store.flush();
    const [file] = await filesIn();
    expect((await stat(join(folder, file ?? ''))).mode & 0o777).toBe(0o600);
    expect(file).toMatch(/^[0-9a-f]{32}\.json$/);
  });

  it('stores the drafts of different work items separately', async () => {
    const store = newDraftStore();
    editName(store, 'Fix');
    editName(store, 'Other', 'p1/w2');
    await store.flush();
    expect(await filesIn()).toHaveLength(2);
    expect((await newDraftStore().open('p1/w2'))?.touched).toEqual({ name: 'Other' });
  });

  it('returns undefined for a draft that was never written', async () => {
    expect(await newDraftStore().open(KEY)).toBeUndefined();
  });

  it('returns the newer draft if it is changed while it is being read from disk', async () => {
    const store = newDraftStore();
    editName(store, 'Old');
    await store.flush();
    const otherStore = newDraftStore();
    const readDraft = otherStore.open(KEY);
    editName(otherStore, 'Young');
    expect((await readDraft)?.touched).toEqual({ name: 'Young' });
  });
});

describe('An empty draft', () => {
  it('is deleted from disk and from memory', async () => {
    const store = newDraftStore();
    editName(store, 'Fix');
    await store.flush();
    store.change(KEY, 'WEB-1', () => ({ touched: {}, composer: { ...comment, text: '' } }));
    await advance(store, MAX_WRITE_DELAY_MS);
    expect(await filesIn()).toEqual([]);
    expect(store.get(KEY)).toBeUndefined();
  });

  it('is not deleted while the response to its sent text is missing', async () => {
    const store = newDraftStore();
    store.change(KEY, 'WEB-1', () => ({ composer: { ...comment, text: '', sentText: '<p>Hello</p>' } }));
    await store.flush();
    expect(await filesIn()).toHaveLength(1);
  });

  it('is not deleted if the user changes it again before its file is deleted', async () => {
    const store = newDraftStore();
    editName(store, 'Fix');
    await store.flush();
    store.change(KEY, 'WEB-1', () => ({ touched: {} }));
    const flushing = store.flush();
    editName(store, 'Fix again');
    await flushing;
    await store.flush();
    expect((await newDraftStore().open(KEY))?.touched).toEqual({ name: 'Fix again' });
  });
});

describe('A draft file of version 0.1.0', () => {
  const failed = { sentence: 'Not sent.', passing: true };
  const sentValues = { at: 1, values: { name: 'Fix' } };
  const oldParts = {
    making: {
      implied: { parent: 'w1' },
      cycle: { id: 'c1', name: 'Sprint' },
      externalId: 'e2',
      origin: 'a.ts',
      sent: sentValues,
    },
    composer: { ...comment, failed },
    palette: { ...comment, failed },
    code: { 'src/a.ts#1': { ...comment, failed } },
  };

  it('is read, and is written with its old property names, because another window may still run 0.1.0', async () => {
    const store = newDraftStore();
    editName(store, 'Fix');
    await store.flush();
    const [file = ''] = await filesIn();
    const oldDraft = { key: KEY, version: 1, title: 'WEB-1', touched: { name: 'Fix' }, ...oldParts, at: 1 };
    await writeFile(join(folder, file), JSON.stringify(oldDraft));
    const otherStore = newDraftStore();
    const failedComment = { ...comment, failed: { problem: 'Not sent.', isTemporary: true } };
    const { implied: initialValues, ...otherProperties } = oldParts.making;
    expect(await otherStore.open(KEY)).toMatchObject({
      newRecord: { ...otherProperties, initialValues },
      composer: failedComment,
      palette: failedComment,
      code: { 'src/a.ts#1': failedComment },
    });
    expect(await otherStore.all()).toMatchObject([{ draft: { composer: failedComment } }]);
    editName(otherStore, 'Fix login');
    await otherStore.flush();
    expect(await readSingleDraftFile()).toEqual({
      ...oldDraft,
      title: 'WEB-1 Fix login',
      touched: { name: 'Fix login' },
      at: clock.now(),
    });
  });
});

describe('A draft file that cannot be parsed', () => {
  it.each([
    ['truncated', '{"version":1,"title":"WEB-1","tou'],
    ['of another version', '{"version":2,"title":"WEB-1","touched":{},"at":1}'],
    ['not a draft', '[]'],
    ['empty', ''],
    ['a draft with an invalid value', '{"version":1,"title":"WEB-1","touched":{"name":{"$ne":1}},"at":1}'],
  ])('is renamed if it is %s, and a new draft can be written afterwards', async (_how, content) => {
    const store = newDraftStore();
    editName(store, 'Fix');
    await store.flush();
    const [file = ''] = await filesIn();
    await writeFile(join(folder, file), content);
    const otherStore = newDraftStore();
    expect(await otherStore.open(KEY)).toBeUndefined();
    expect(await filesIn()).toEqual([`${file}.unreadable`]);
    expect(await readFile(join(folder, `${file}.unreadable`), 'utf8')).toBe(content);
    editName(otherStore, 'Young');
    await otherStore.flush();
    expect((await newDraftStore().open(KEY))?.touched).toEqual({ name: 'Young' });
  });

  it('is renamed even if an earlier renamed file exists or is in use', async () => {
    for (const damagedContent of ['first', 'second']) {
      const files = createDraftFiles(folder, { clock, rename: failingRename('EPERM', 2) });
      const earlierStore = new DraftStore(createDraftFiles(folder), clock);
      editName(earlierStore, 'Fix');
      await earlierStore.flush();
      const [file = ''] = await filesIn();
      await writeFile(join(folder, file), damagedContent);
      expect(await advanceUntilDone(clock, new DraftStore(files, clock).open(KEY))).toBeUndefined();
      expect(await filesIn()).toEqual([`${file}.unreadable`]);
      expect(await readFile(join(folder, `${file}.unreadable`), 'utf8')).toBe(damagedContent);
    }
  });
});

describe('A draft file that another program is using', () => {
  it('is written as soon as the file can be replaced, without an error', async () => {
    const store = new DraftStore(createDraftFiles(folder, { clock, rename: failingRename('EBUSY', 3) }), clock);
    const failures: unknown[] = [];
    store.onDidFail((error) => failures.push(error));
    editName(store, 'Fix');
    await advanceUntilDone(clock, store.flush());
    expect(failures).toEqual([]);
    expect((await newDraftStore().open(KEY))?.touched).toEqual({ name: 'Fix' });
  });
});

describe('A failing disk', () => {
  it('is reported, and the drafts stay in memory and are written after the next change', async () => {
    const disk = failingFiles(createDraftFiles(folder));
    const store = new DraftStore(disk, clock);
    const failure = deferred<unknown>();
    store.onDidFail(failure.resolve);
    disk.isFailing = true;
    editName(store, 'Fix');
    editName(store, 'Other', 'p1/w2');
    await clock.advance(MAX_WRITE_DELAY_MS);
    expect(await failure.promise).toMatchObject({ code: 'ENOSPC' });
    expect(store.get(KEY)?.touched).toEqual({ name: 'Fix' });
    disk.isFailing = false;
    editName(store, 'Fix login');
    await advance(store, MAX_WRITE_DELAY_MS);
    expect((await newDraftStore().open(KEY))?.touched).toEqual({ name: 'Fix login' });
    expect((await newDraftStore().open('p1/w2'))?.touched).toEqual({ name: 'Other' });
  });

  it('makes `flush` reject with the error of the file system, and a later `flush` can succeed', async () => {
    const disk = failingFiles(createDraftFiles(folder));
    const store = new DraftStore(disk, clock);
    disk.isFailing = true;
    editName(store, 'Fix');
    await expect(store.flush()).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.isFailing = false;
    await store.flush();
    expect((await newDraftStore().open(KEY))?.touched).toEqual({ name: 'Fix' });
  });

  it('is reported when a draft cannot be read, and `open` resolves with undefined', async () => {
    const disk = failingFiles(createDraftFiles(folder));
    const store = new DraftStore(disk, clock);
    const reportedErrors: unknown[] = [];
    store.onDidFail((error) => reportedErrors.push(error));
    disk.isFailing = true;
    expect(await store.open(KEY)).toBeUndefined();
    expect(reportedErrors).toMatchObject([{ code: 'ENOSPC' }]);
  });
});

it('A draft that cannot be serialized does not replace its previous version on disk', async () => {
  const store = newDraftStore();
  editName(store, 'Fix');
  await store.flush();
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  store.change(KEY, 'WEB-1', () => ({ touched: { labels: cyclic as string[] } }));
  await expect(store.flush()).rejects.toThrow(TypeError);
  expect(await readSingleDraftFile()).toMatchObject({ touched: { name: 'Fix' } });
  expect(await filesIn()).toHaveLength(1);
});

describe('A draft that is too large', () => {
  const textOf = (bytes: number): string => 'é'.repeat(bytes / 2);
  const editName = (store: DraftStore, name: string, key = KEY) =>
    store.change(key, 'WEB-1', () => ({ touched: { name } }));

  it('is reported and stays in memory, while its previous version stays on disk', async () => {
    const store = newDraftStore();
    editName(store, 'Begun');
    await store.flush();
    editName(store, textOf(MAX_DRAFT_BYTES.draft));
    const changedKeys: string[] = [];
    store.onDidChange((key) => changedKeys.push(key));
    await advance(store, MAX_WRITE_DELAY_MS);
    expect([store.exceededLimit(KEY), changedKeys]).toEqual(['draft', [KEY]]);
    expect(store.get(KEY)?.touched['name']).toHaveLength(MAX_DRAFT_BYTES.draft / 2);
    expect(await readSingleDraftFile()).toMatchObject({ touched: { name: 'Begun' } });
    await store.flush();
    expect(changedKeys).toHaveLength(1);
    editName(store, 'Shortened');
    await advance(store, MAX_WRITE_DELAY_MS);
    expect(store.exceededLimit(KEY)).toBeUndefined();
    expect(changedKeys).toEqual([KEY, KEY, KEY]);
    expect(await readSingleDraftFile()).toMatchObject({ touched: { name: 'Shortened' } });
    expect(await filesIn()).toHaveLength(1);
  });

  it('does not prevent other drafts from being written', async () => {
    const store = newDraftStore();
    editName(store, textOf(MAX_DRAFT_BYTES.draft + 2));
    editName(store, 'Other', 'p1/w2');
    await advance(store, MAX_WRITE_DELAY_MS);
    expect([store.exceededLimit(KEY), store.exceededLimit('p1/w2')]).toEqual(['draft', undefined]);
    expect((await newDraftStore().all()).map(({ key }) => key)).toEqual(['p1/w2']);
  });

  it('is not written while the drafts of all windows together exceed the limit of the account', async () => {
    const earlierStore = newDraftStore();
    const draftCountAtLimit = Math.floor(MAX_DRAFT_BYTES.account / MAX_DRAFT_BYTES.draft);
    for (let number = 0; number < draftCountAtLimit; number += 1)
      editName(earlierStore, textOf(MAX_DRAFT_BYTES.draft - 512), `p1/w${number}`);
    await earlierStore.flush();
    expect(earlierStore.exceededLimit('p1/w0')).toBeUndefined();
    const store = newDraftStore();
    editName(store, textOf(20_000), 'p1/last');
    await advance(store, MAX_WRITE_DELAY_MS);
    expect(store.exceededLimit('p1/last')).toBe('account');
    expect((await newDraftStore().all()).map(({ key }) => key)).not.toContain('p1/last');
    expect((await store.all()).map(({ key }) => key)).toContain('p1/last');

    await store.open('p1/w1');
    editName(store, 'Shorter than it was', 'p1/w1');
    await store.flush();
    expect(store.exceededLimit('p1/w1')).toBeUndefined();
    await store.discard('p1/w2', { kind: 'field', name: 'name' });
    expect(store.exceededLimit('p1/last')).toBeUndefined();
    expect((await newDraftStore().open('p1/last'))?.touched['name']).toHaveLength(10_000);
  });
});

describe('Two windows that store their drafts in the same folder', () => {
  it('can write the same draft at the same time, and one complete version is on disk', async () => {
    const windows = Array.from({ length: 8 }, () => newDraftStore());
    for (const [index, store] of windows.entries()) editName(store, `Window ${index}`);
    await Promise.all(windows.map((store) => store.flush()));
    expect((await newDraftStore().open(KEY))?.touched['name']).toMatch(/^Window \d$/);
    expect(await filesIn()).toHaveLength(1);
  });

  const name = (store: DraftStore, key = KEY) => store.get(key)?.touched['name'];

  it('merge the changes of both windows', async () => {
    const [store, otherStore] = [newDraftStore(), newDraftStore()];
    await Promise.all([store.open(KEY), otherStore.open(KEY)]);
    editName(store, 'Written in one');
    await store.flush();
    otherStore.change(KEY, 'WEB-1', () => ({ composer: comment }));
    await otherStore.flush();
    expect(await newDraftStore().open(KEY)).toMatchObject({ touched: { name: 'Written in one' }, composer: comment });
  });

  it('each load and report a change of the other window at the next check of the files', async () => {
    const [store, otherStore] = [newDraftStore(), newDraftStore()];
    await Promise.all([store.open(KEY), otherStore.open(KEY)]);
    editName(store, 'Written in one');
    await store.flush();
    const changedKeys: string[] = [];
    otherStore.onDidChange((key) => changedKeys.push(key));
    await otherStore.mergeFromDisk();
    expect([name(otherStore), changedKeys]).toEqual(['Written in one', [KEY]]);
    await otherStore.mergeFromDisk();
    expect(changedKeys).toHaveLength(1);
  });

  it('remove a part that the other window has discarded, and keep later changes', async () => {
    const [store, otherStore] = [newDraftStore(), newDraftStore()];
    editName(store, 'Begun');
    await store.flush();
    await otherStore.open(KEY);
    await store.discard(KEY, { kind: 'field', name: 'name' });
    otherStore.change(KEY, 'WEB-1', () => ({ composer: comment }));
    await otherStore.mergeFromDisk();
    expect(otherStore.get(KEY)).toMatchObject({ touched: {}, composer: comment });
    await otherStore.flush();
    await store.mergeFromDisk();
    expect(store.get(KEY)?.composer).toEqual(comment);
  });

  it('do not treat a file that cannot be parsed as a change of the other window', async () => {
    const store = newDraftStore();
    editName(store, 'Kept');
    await store.flush();
    const [file = ''] = await filesIn();
    await writeFile(join(folder, file), '{"version":1');
    await store.mergeFromDisk();
    expect(name(store)).toBe('Kept');
  });
});

describe('The list of unsent drafts', () => {
  it('contains each draft of the current run and of earlier runs once, ordered by latest change', async () => {
    const earlierStore = newDraftStore();
    editName(earlierStore, 'Of yesterday', 'p1/w1');
    editName(earlierStore, 'Begun yesterday', 'p1/w2');
    await earlierStore.flush();
    await clock.advance(60_000);
    const store = newDraftStore();
    await store.open('p1/w2');
    editName(store, 'Gone on today', 'p1/w2');
    editName(store, 'Of today', 'new workItem p1');
    expect((await store.all()).map(({ key, draft }) => [key, draft.title])).toEqual([
      ['p1/w2', 'WEB-1 Gone on today'],
      ['new workItem p1', 'WEB-1 Of today'],
      ['p1/w1', 'WEB-1 Of yesterday'],
    ]);
  });

  it('omits files that cannot be parsed, and empty drafts', async () => {
    const store = newDraftStore();
    editName(store, 'Kept');
    await store.flush();
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'other.json'), '[]');
    store.change('p1/w9', 'WEB-9', () => ({ touched: {} }));
    expect((await newDraftStore().all()).map(({ key }) => key)).toEqual([KEY]);
    expect((await store.all()).map(({ key }) => key)).toEqual([KEY]);
  });

  it('omits the drafts of other accounts, which are in other folders', async () => {
    expect(await folderNames(join(folder, 'missing'))).toEqual([]);
    const otherStore = new DraftStore(createDraftFiles(join(folder, '..', 'other')), clock);
    const thirdStore = new DraftStore(createDraftFiles(join(folder, '..', 'third')), clock);
    const ownStore = newDraftStore();
    editName(ownStore, 'Own');
    editName(otherStore, 'One');
    editName(otherStore, 'Two', 'p1/w2');
    editName(thirdStore, 'Three');
    await Promise.all([ownStore, otherStore, thirdStore].map((store) => store.flush()));
    await writeFile(join(folder, '..', 'a file of the system'), '');
    expect((await ownStore.all()).map(({ draft }) => draft.touched['name'])).toEqual(['Own']);
    expect([...(await folderNames(join(folder, '..')))].sort()).toEqual([basename(folder), 'other', 'third'].sort());
  });

  it('omits temporary files, and reading the list deletes temporary files that are hours old', async () => {
    const store = newDraftStore();
    editName(store, 'Kept');
    await store.flush();
    const [file = ''] = await filesIn();
    const hoursAgo = (count: number): Date => new Date(Date.now() - count * 3_600_000);
    for (const [name, age] of [
      ['left', 2],
      ['young', 0],
    ] as const) {
      const path = join(folder, `${file}.${name}.tmp`);
      await writeFile(path, '{');
      await utimes(path, hoursAgo(age), hoursAgo(age));
    }
    expect(await newDraftStore().all()).toHaveLength(1);
    expect(await filesIn()).toEqual([file, `${file}.young.tmp`]);
  });

  it('is empty if no draft was ever stored', async () => {
    expect(await newDraftStore().all()).toEqual([]);
  });

  it('omits a discarded draft, whose file is deleted', async () => {
    const earlierStore = newDraftStore();
    editName(earlierStore, 'One');
    await earlierStore.flush();
    const store = newDraftStore();
    await store.discard(KEY, { kind: 'field', name: 'name' });
    expect(await store.all()).toEqual([]);
    expect(await filesIn()).toEqual([]);
  });
});

describe('UnsentCounter', () => {
  it('updates its count after each change', async () => {
    const earlierStore = newDraftStore();
    editName(earlierStore, 'Of yesterday', 'p1/w1');
    await earlierStore.flush();
    const store = newDraftStore();
    const counts: number[] = [];
    const unsentCounter = new UnsentCounter(store);
    unsentCounter.onDidChange((count) => counts.push(count));
    await unsentCounter.recountAll();
    editName(store, 'Of today', 'p1/w2');
    editName(store, 'Of today, and more', 'p1/w2');
    await store.discard('p1/w1', { kind: 'field', name: 'name' });
    unsentCounter.dispose();
    expect(counts).toEqual([1, 2, 1]);
  });

  it('counts unsent fields and comments, and separately the queued comments', async () => {
    const store = newDraftStore();
    const unsentCounter = new UnsentCounter(store);
    const counts: [number, number][] = [];
    unsentCounter.onDidChange((count) => counts.push([count, unsentCounter.queuedCount]));
    editName(store, 'Fix');
    store.change(KEY, 'WEB-1', () => ({ composer: comment, code: { place: comment } }));
    store.change(KEY, 'WEB-1', () => ({ composer: { ...comment, waiting: 1 } }));
    store.change(KEY, 'WEB-1', () => ({ composer: { ...comment, text: 'More', waiting: 1 } }));
    await store.discard(KEY, { kind: 'comment', slot: 'composer' });
    unsentCounter.dispose();
    expect(counts).toEqual([
      [1, 0],
      [3, 0],
      [3, 1],
      [2, 0],
    ]);
  });

  it('counts the drafts that are not being edited, or whose comment is queued or failed', () => {
    const store = newDraftStore();
    const unsentCounter = new UnsentCounter(store);
    const changes: number[] = [];
    unsentCounter.onDidChange((count) => changes.push(count));
    const countWhileEditing = (): number => unsentCounter.countNeedingAttention((key) => key === KEY);
    editName(store, 'Fix');
    store.change(KEY, 'WEB-1', () => ({ composer: comment }));
    expect([countWhileEditing(), unsentCounter.countNeedingAttention(() => false)]).toEqual([0, 1]);
    store.change(KEY, 'WEB-1', () => ({ composer: { ...comment, failed: { problem: 'No.', isTemporary: false } } }));
    expect(countWhileEditing()).toBe(1);
    store.change(KEY, 'WEB-1', () => ({ composer: { ...comment, waiting: 1 } }));
    expect(countWhileEditing()).toBe(1);
    expect(changes).toEqual([1, 2, 2, 2]);
    unsentCounter.dispose();
  });
});
