// Tests that every draft is on disk soon after a change, and still there after a restart.
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommentDraft } from '../../../src/drafts/draft.ts';
import { countElsewhere, draftFiles, MAX_DRAFT_BYTES } from '../../../src/drafts/draftFiles.ts';
import { DraftStore } from '../../../src/drafts/draftStore.ts';
import { UnsentText } from '../../../src/drafts/unsent.ts';
import { FakeClock, whileTimePasses } from '../../support/clock.ts';
import { failingFiles } from '../../support/pageSetup.ts';
import { refusing } from '../../support/refusedRename.ts';
import { deferred } from '../std/deferred.ts';

const KEY = 'p1/w1';
/** The limit of the specification: on disk within half a second. */
const PROMISED_MS = 500;
const comment: CommentDraft = { text: '<p>Hello</p>', access: 'INTERNAL', externalId: 'e1' };

let folder: string;
let clock: FakeClock;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'contrail-desk-')), 'drafts', 'account');
  clock = new FakeClock();
});

afterEach(async () => {
  await rm(join(folder, '..', '..'), { recursive: true, force: true });
});

const draftStore = (): DraftStore => new DraftStore(draftFiles(folder), clock);
const touch = (one: DraftStore, name: string, key = KEY) =>
  one.change(key, `WEB-1 ${name}`, ({ touched }) => ({ touched: { ...touched, name } }));
const filesIn = async (): Promise<string[]> => (await readdir(folder)).sort();

async function written(): Promise<unknown> {
  const [file] = await filesIn();
  return JSON.parse(await readFile(join(folder, file ?? ''), 'utf8'));
}

/** Lets time pass, and waits for the writes that are due. */
async function pass(one: DraftStore, milliseconds: number): Promise<void> {
  await clock.advance(milliseconds);
  await one.flush();
}

describe('DraftStore', () => {
  it('has a changed draft in memory at once, and reports it', () => {
    const one = draftStore();
    const fired: string[] = [];
    one.onDidChange((key) => fired.push(key));
    touch(one, 'Fix login');
    expect(one.get(KEY)).toEqual({
      version: 1,
      title: 'WEB-1 Fix login',
      touched: { name: 'Fix login' },
      at: clock.now(),
    });
    expect(fired).toEqual([KEY]);
  });

  it('writes a draft that takes over the content of another before it deletes the other', async () => {
    const files = draftFiles(folder);
    const done: string[] = [];
    const one = new DraftStore(
      {
        ...files,
        write: (key, draft) => files.write(key, draft).then(() => void done.push(`write ${key}`)),
        remove: (key) => files.remove(key).then(() => void done.push(`remove ${key}`)),
      },
      clock,
    );
    touch(one, 'Begun');
    one.change(KEY, 'Begun', () => ({ touched: {} }));
    touch(one, 'Begun', 'p1/w2');
    await one.flush();
    expect(done).toEqual(['write p1/w2', `remove ${KEY}`]);
  });

  it('writes a draft to disk within 500 ms of the first change, whatever is typed after it', async () => {
    const one = draftStore();
    const writes = deferred<void>();
    const files = draftFiles(folder);
    const write: typeof files.write = async (key, draft) => {
      const bound = await files.write(key, draft);
      writes.resolve();
      return bound;
    };
    const watched = new DraftStore({ ...files, write }, clock);
    const typedUntil = clock.now() + PROMISED_MS;
    for (let letters = 'F'; clock.now() < typedUntil; letters += 'x') {
      touch(watched, letters);
      await clock.advance(50);
    }
    await writes.promise;
    expect((await one.open(KEY))?.touched['name']).toMatch(/^Fx*$/);
  });

  it('writes once for all changes within the delay', async () => {
    const files = draftFiles(folder);
    let writes = 0;
    const one = new DraftStore(
      { ...files, write: async (key, draft) => ((writes += 1), files.write(key, draft)) },
      clock,
    );
    for (const name of ['F', 'Fi', 'Fix']) touch(one, name);
    await pass(one, PROMISED_MS);
    expect(writes).toBe(1);
    expect(await written()).toMatchObject({ touched: { name: 'Fix' } });
  });

  it('loads an unchanged draft after a restart', async () => {
    const one = draftStore();
    one.change(KEY, 'WEB-1 Fix login', () => ({
      touched: { name: 'Fix', labels: ['l1'], parent: null },
      composer: comment,
      palette: { ...comment, sentText: 'x' },
    }));
    await pass(one, PROMISED_MS);
    const before = one.get(KEY);
    expect(before).toBeDefined();
    expect(await draftStore().open(KEY)).toEqual(before);
  });

  it('writes files that only their owner can read', async () => {
    const one = draftStore();
    touch(one, 'Fix');
    await one.flush();
    const [file] = await filesIn();
    expect((await stat(join(folder, file ?? ''))).mode & 0o777).toBe(0o600);
    expect(file).toMatch(/^[0-9a-f]{32}\.json$/);
  });

  it('does not change the drafts of other items', async () => {
    const one = draftStore();
    touch(one, 'Fix');
    touch(one, 'Other', 'p1/w2');
    await one.flush();
    expect(await filesIn()).toHaveLength(2);
    expect((await draftStore().open('p1/w2'))?.touched).toEqual({ name: 'Other' });
  });

  it('has no draft that was never written', async () => {
    expect(await draftStore().open(KEY)).toBeUndefined();
  });

  it('returns the changed draft when it is changed while it is loaded from disk', async () => {
    const one = draftStore();
    touch(one, 'Old');
    await one.flush();
    const other = draftStore();
    const opening = other.open(KEY);
    touch(other, 'Young');
    expect((await opening)?.touched).toEqual({ name: 'Young' });
  });
});

describe('An empty draft', () => {
  it('is deleted from disk and from memory', async () => {
    const one = draftStore();
    touch(one, 'Fix');
    await one.flush();
    one.change(KEY, 'WEB-1', () => ({ touched: {}, composer: { ...comment, text: '' } }));
    await pass(one, PROMISED_MS);
    expect(await filesIn()).toEqual([]);
    expect(one.get(KEY)).toBeUndefined();
  });

  it('is kept while it has a sent text whose response was lost', async () => {
    const one = draftStore();
    one.change(KEY, 'WEB-1', () => ({ composer: { ...comment, text: '', sentText: '<p>Hello</p>' } }));
    await one.flush();
    expect(await filesIn()).toHaveLength(1);
  });

  it('is kept when it is changed before the file is deleted', async () => {
    const one = draftStore();
    touch(one, 'Fix');
    await one.flush();
    one.change(KEY, 'WEB-1', () => ({ touched: {} }));
    const flushed = one.flush();
    touch(one, 'Fix again');
    await flushed;
    await one.flush();
    expect((await draftStore().open(KEY))?.touched).toEqual({ name: 'Fix again' });
  });
});

describe('A draft file that cannot be parsed', () => {
  it.each([
    ['truncated', '{"version":1,"title":"WEB-1","tou'],
    ['of another version', '{"version":2,"title":"WEB-1","touched":{},"at":1}'],
    ['not a draft', '[]'],
    ['empty', ''],
    ['with a hostile value', '{"version":1,"title":"WEB-1","touched":{"name":{"$ne":1}},"at":1}'],
  ])('is set aside when it is %s, and a draft can be written in its place', async (_how, content) => {
    const one = draftStore();
    touch(one, 'Fix');
    await one.flush();
    const [file = ''] = await filesIn();
    await writeFile(join(folder, file), content);
    const other = draftStore();
    expect(await other.open(KEY)).toBeUndefined();
    expect(await filesIn()).toEqual([`${file}.unreadable`]);
    expect(await readFile(join(folder, `${file}.unreadable`), 'utf8')).toBe(content);
    touch(other, 'Young');
    await other.flush();
    expect((await draftStore().open(KEY))?.touched).toEqual({ name: 'Young' });
  });

  it('replaces the copy of an earlier damaged file, also while that copy is in use', async () => {
    for (const damage of ['first', 'second']) {
      const files = draftFiles(folder, { clock, rename: refusing('EPERM', 2) });
      const before = new DraftStore(draftFiles(folder), clock);
      touch(before, 'Fix');
      await before.flush();
      const [file = ''] = await filesIn();
      await writeFile(join(folder, file), damage);
      expect(await whileTimePasses(clock, new DraftStore(files, clock).open(KEY))).toBeUndefined();
      expect(await filesIn()).toEqual([`${file}.unreadable`]);
      expect(await readFile(join(folder, `${file}.unreadable`), 'utf8')).toBe(damage);
    }
  });
});

describe('A draft file that is in use', () => {
  it('is written again until it is free, without an error', async () => {
    const one = new DraftStore(draftFiles(folder, { clock, rename: refusing('EBUSY', 3) }), clock);
    const failures: unknown[] = [];
    one.onDidFail((error) => failures.push(error));
    touch(one, 'Fix');
    await whileTimePasses(clock, one.flush());
    expect(failures).toEqual([]);
    expect((await draftStore().open(KEY))?.touched).toEqual({ name: 'Fix' });
  });
});

describe('A failing disk', () => {
  it('keeps the draft in memory and is reported, and the next change is written with it', async () => {
    const disk = failingFiles(draftFiles(folder));
    const one = new DraftStore(disk, clock);
    const failed = deferred<unknown>();
    one.onDidFail(failed.resolve);
    disk.failing = true;
    touch(one, 'Fix');
    touch(one, 'Other', 'p1/w2');
    await clock.advance(PROMISED_MS);
    expect(await failed.promise).toMatchObject({ code: 'ENOSPC' });
    expect(one.get(KEY)?.touched).toEqual({ name: 'Fix' });
    disk.failing = false;
    touch(one, 'Fix login');
    await pass(one, PROMISED_MS);
    expect((await draftStore().open(KEY))?.touched).toEqual({ name: 'Fix login' });
    expect((await draftStore().open('p1/w2'))?.touched).toEqual({ name: 'Other' });
  });

  it('makes a flush reject with its error, and a later flush succeed', async () => {
    const disk = failingFiles(draftFiles(folder));
    const one = new DraftStore(disk, clock);
    disk.failing = true;
    touch(one, 'Fix');
    await expect(one.flush()).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.failing = false;
    await one.flush();
    expect((await draftStore().open(KEY))?.touched).toEqual({ name: 'Fix' });
  });

  it('that cannot be read counts as empty, and is reported', async () => {
    const disk = failingFiles(draftFiles(folder));
    const one = new DraftStore(disk, clock);
    const said: unknown[] = [];
    one.onDidFail((error) => said.push(error));
    disk.failing = true;
    expect(await one.open(KEY)).toBeUndefined();
    expect(said).toMatchObject([{ code: 'ENOSPC' }]);
  });

  it('leaves no partly written draft, because a write is atomic', async () => {
    const one = draftStore();
    touch(one, 'Fix');
    await one.flush();
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    one.change(KEY, 'WEB-1', () => ({ touched: { labels: cyclic as string[] } }));
    await expect(one.flush()).rejects.toThrow(TypeError);
    expect(await written()).toMatchObject({ touched: { name: 'Fix' } });
    expect(await filesIn()).toHaveLength(1);
  });
});

describe('A draft that is too large', () => {
  const large = (bytes: number): string => 'é'.repeat(bytes / 2);
  const touch = (one: DraftStore, name: string, key = KEY) => one.change(key, 'WEB-1', () => ({ touched: { name } }));

  it('stays on disk in its previous version and in memory in its new one, which it reports', async () => {
    const one = draftStore();
    touch(one, 'Begun');
    await one.flush();
    touch(one, large(MAX_DRAFT_BYTES.draft));
    const told: string[] = [];
    one.onDidChange((key) => told.push(key));
    await pass(one, PROMISED_MS);
    expect([one.exceededLimit(KEY), told]).toEqual(['draft', [KEY]]);
    expect(one.get(KEY)?.touched['name']).toHaveLength(MAX_DRAFT_BYTES.draft / 2);
    expect(await written()).toMatchObject({ touched: { name: 'Begun' } });
    await one.flush();
    expect(told).toHaveLength(1);
    touch(one, 'Shortened');
    await pass(one, PROMISED_MS);
    expect(one.exceededLimit(KEY)).toBeUndefined();
    expect(told).toEqual([KEY, KEY, KEY]);
    expect(await written()).toMatchObject({ touched: { name: 'Shortened' } });
    expect(await filesIn()).toHaveLength(1);
  });

  it('does not prevent the writing of others', async () => {
    const one = draftStore();
    touch(one, large(MAX_DRAFT_BYTES.draft + 2));
    touch(one, 'Other', 'p1/w2');
    await pass(one, PROMISED_MS);
    expect([one.exceededLimit(KEY), one.exceededLimit('p1/w2')]).toEqual(['draft', undefined]);
    expect((await draftStore().all()).map(({ key }) => key)).toEqual(['p1/w2']);
  });

  it('is measured with all others of the account, from any window, and a discarded draft frees space', async () => {
    const before = draftStore();
    const full = Math.floor(MAX_DRAFT_BYTES.account / MAX_DRAFT_BYTES.draft);
    for (let number = 0; number < full; number += 1) touch(before, large(MAX_DRAFT_BYTES.draft - 512), `p1/w${number}`);
    await before.flush();
    expect(before.exceededLimit('p1/w0')).toBeUndefined();
    const one = draftStore();
    touch(one, large(20_000), 'p1/last');
    await pass(one, PROMISED_MS);
    expect(one.exceededLimit('p1/last')).toBe('account');
    expect((await draftStore().all()).map(({ key }) => key)).not.toContain('p1/last');
    expect((await one.all()).map(({ key }) => key)).toContain('p1/last');

    await one.open('p1/w1');
    touch(one, 'Shorter than it was', 'p1/w1');
    await one.flush();
    expect(one.exceededLimit('p1/w1')).toBeUndefined();
    await one.discard('p1/w2', { kind: 'field', name: 'name' });
    expect(one.exceededLimit('p1/last')).toBeUndefined();
    expect((await draftStore().open('p1/last'))?.touched['name']).toHaveLength(10_000);
  });
});

describe('Two windows over one folder', () => {
  it('can write the same draft at the same time, and one whole version is on disk with no other file', async () => {
    const windows = Array.from({ length: 8 }, () => draftStore());
    for (const [index, one] of windows.entries()) touch(one, `Window ${index}`);
    await Promise.all(windows.map((one) => one.flush()));
    expect((await draftStore().open(KEY))?.touched['name']).toMatch(/^Window \d$/);
    expect(await filesIn()).toHaveLength(1);
  });

  const name = (one: DraftStore, key = KEY) => one.get(key)?.touched['name'];

  it('have together what was written in each', async () => {
    const [one, other] = [draftStore(), draftStore()];
    await Promise.all([one.open(KEY), other.open(KEY)]);
    touch(one, 'Written in one');
    await one.flush();
    other.change(KEY, 'WEB-1', () => ({ composer: comment }));
    await other.flush();
    expect(await draftStore().open(KEY)).toMatchObject({ touched: { name: 'Written in one' }, composer: comment });
  });

  it('load and report what the other window wrote on the next look', async () => {
    const [one, other] = [draftStore(), draftStore()];
    await Promise.all([one.open(KEY), other.open(KEY)]);
    touch(one, 'Written in one');
    await one.flush();
    const told: string[] = [];
    other.onDidChange((key) => told.push(key));
    await other.look();
    expect([name(other), told]).toEqual(['Written in one', [KEY]]);
    await other.look();
    expect(told).toHaveLength(1);
  });

  it('remove what the other window sent or discarded, and keep later changes', async () => {
    const [one, other] = [draftStore(), draftStore()];
    touch(one, 'Begun');
    await one.flush();
    await other.open(KEY);
    await one.discard(KEY, { kind: 'field', name: 'name' });
    other.change(KEY, 'WEB-1', () => ({ composer: comment }));
    await other.look();
    expect(other.get(KEY)).toMatchObject({ touched: {}, composer: comment });
    await other.flush();
    await one.look();
    expect(one.get(KEY)?.composer).toEqual(comment);
  });

  it('do not treat a file that cannot be parsed as a change of the other window', async () => {
    const one = draftStore();
    touch(one, 'Kept');
    await one.flush();
    const [file = ''] = await filesIn();
    await writeFile(join(folder, file), '{"version":1');
    await one.look();
    expect(name(one)).toBe('Kept');
  });
});

describe('The list of unsent drafts', () => {
  it('contains drafts of earlier runs and of this one, the last changed first, each once', async () => {
    const before = draftStore();
    touch(before, 'Of yesterday', 'p1/w1');
    touch(before, 'Begun yesterday', 'p1/w2');
    await before.flush();
    await clock.advance(60_000);
    const now = draftStore();
    await now.open('p1/w2');
    touch(now, 'Gone on today', 'p1/w2');
    touch(now, 'Of today', 'new workItem p1');
    expect((await now.all()).map(({ key, draft }) => [key, draft.title])).toEqual([
      ['p1/w2', 'WEB-1 Gone on today'],
      ['new workItem p1', 'WEB-1 Of today'],
      ['p1/w1', 'WEB-1 Of yesterday'],
    ]);
  });

  it('omits files that cannot be parsed, and empty drafts', async () => {
    const one = draftStore();
    touch(one, 'Kept');
    await one.flush();
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'other.json'), '[]');
    one.change('p1/w9', 'WEB-9', () => ({ touched: {} }));
    expect((await draftStore().all()).map(({ key }) => key)).toEqual([KEY]);
    expect((await one.all()).map(({ key }) => key)).toEqual([KEY]);
  });

  it('excludes drafts from other accounts, which countElsewhere counts', async () => {
    expect(await countElsewhere(folder)).toBe(0);
    const other = new DraftStore(draftFiles(join(folder, '..', 'other')), clock);
    const third = new DraftStore(draftFiles(join(folder, '..', 'third')), clock);
    const own = draftStore();
    touch(own, 'Own');
    touch(other, 'One');
    touch(other, 'Two', 'p1/w2');
    touch(third, 'Three');
    await Promise.all([own, other, third].map((one) => one.flush()));
    await writeFile(join(folder, '..', 'a file of the system'), '');
    expect(await countElsewhere(folder)).toBe(3);
  });

  it('removes temporary files of a window that crashed, and none of a write in progress', async () => {
    const one = draftStore();
    touch(one, 'Kept');
    await one.flush();
    const [file = ''] = await filesIn();
    const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);
    for (const [name, age] of [
      ['left', 2],
      ['young', 0],
    ] as const) {
      const path = join(folder, `${file}.${name}.tmp`);
      await writeFile(path, '{');
      await utimes(path, hours(age), hours(age));
    }
    expect(await draftStore().all()).toHaveLength(1);
    expect(await filesIn()).toEqual([file, `${file}.young.tmp`]);
  });

  it('is empty when nothing was ever stored', async () => {
    expect(await draftStore().all()).toEqual([]);
  });

  it('omits what was discarded, also on disk', async () => {
    const before = draftStore();
    touch(before, 'One');
    await before.flush();
    const now = draftStore();
    await now.discard(KEY, { kind: 'field', name: 'name' });
    expect(await now.all()).toEqual([]);
    expect(await filesIn()).toEqual([]);
  });

  it('is counted without being loaded again', async () => {
    const before = draftStore();
    touch(before, 'Of yesterday', 'p1/w1');
    await before.flush();
    const now = draftStore();
    const counts: number[] = [];
    const unsent = new UnsentText(now);
    unsent.onDidChange((count) => counts.push(count));
    await unsent.begin();
    touch(now, 'Of today', 'p1/w2');
    touch(now, 'Of today, and more', 'p1/w2');
    await now.discard('p1/w1', { kind: 'field', name: 'name' });
    unsent.dispose();
    expect(counts).toEqual([1, 2, 1]);
  });

  it('is counted by its pieces, and so are the queued comments', async () => {
    const now = draftStore();
    const unsent = new UnsentText(now);
    const told: [number, number][] = [];
    unsent.onDidChange((count) => told.push([count, unsent.waiting]));
    touch(now, 'Fix');
    now.change(KEY, 'WEB-1', () => ({ composer: comment, code: { place: comment } }));
    now.change(KEY, 'WEB-1', () => ({ composer: { ...comment, waiting: 1 } }));
    now.change(KEY, 'WEB-1', () => ({ composer: { ...comment, text: 'More', waiting: 1 } }));
    await now.discard(KEY, { kind: 'comment', slot: 'composer' });
    unsent.dispose();
    expect(told).toEqual([
      [1, 0],
      [3, 0],
      [3, 1],
      [2, 0],
    ]);
  });
});
