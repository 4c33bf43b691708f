// Tests atomic replacement of files, and retries while another process uses the file.
import { readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeStaleTemporaries, replaceFile, writeFileAtomically } from '../../../src/std/files/atomicFile.ts';
import { advanceUntilDone, FakeClock } from '../../support/clock.ts';
import { failingRename } from '../../support/failingRename.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';

let folder: string;
let clock: FakeClock;
const path = (): string => join(folder, 'one.json');

beforeEach(async () => {
  folder = temporaryFolder();
  clock = new FakeClock();
});

describe('writeFileAtomically', () => {
  it('replaces the file and leaves no temporary file in the folder', async () => {
    await writeFile(path(), 'old');
    await writeFileAtomically(path(), 'new');
    expect(await readFile(path(), 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  it('creates a file that only its owner can read', async () => {
    await writeFileAtomically(path(), 'secret');
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('retries the rename while another process uses the file (%s)', async (code) => {
    const startTime = clock.now();
    await advanceUntilDone(clock, writeFileAtomically(path(), 'new', { clock, rename: failingRename(code, 7) }));
    expect(await readFile(path(), 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['one.json']);
    expect(clock.now() - startTime).toBeGreaterThanOrEqual(1_000);
  });

  it('rejects after a second of retries, and keeps the old file and the temporary file', async () => {
    await writeFile(path(), 'old');
    const startTime = clock.now();
    const writePromise = writeFileAtomically(path(), 'new', {
      clock,
      rename: failingRename('EBUSY', Number.POSITIVE_INFINITY),
    });
    await advanceUntilDone(clock, expect(writePromise).rejects.toMatchObject({ code: 'EBUSY' }));
    expect(clock.now() - startTime).toBeGreaterThanOrEqual(1_000);
    expect(clock.now() - startTime).toBeLessThanOrEqual(1_500);
    expect(await readFile(path(), 'utf8')).toBe('old');
    const [, temporary = ''] = (await readdir(folder)).sort();
    expect(temporary).toMatch(/^one\.json\.[0-9a-f-]{36}\.tmp$/);
    expect(await readFile(join(folder, temporary), 'utf8')).toBe('new');
  });

  it('rejects without a retry when the rename fails for another reason', async () => {
    const writePromise = writeFileAtomically(path(), 'new', { clock, rename: failingRename('ENOSPC', 1) });
    await expect(writePromise).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(clock.sleeperCount).toBe(0);
  });

  it('leaves one complete text in the file when two windows write the file at the same time', async () => {
    const texts = ['a', 'b'].map((letter) => letter.repeat(200_000));
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await Promise.all(texts.map((text) => writeFileAtomically(path(), text)));
      expect(texts).toContain(await readFile(path(), 'utf8'));
    }
    expect(await readdir(folder)).toEqual(['one.json']);
  });
});

describe('replaceFile', () => {
  it('replaces an existing file at the target path', async () => {
    await writeFile(path(), 'second');
    await writeFile(`${path()}.unreadable`, 'first');
    await replaceFile(path(), `${path()}.unreadable`, { clock, rename });
    expect(await readdir(folder)).toEqual(['one.json.unreadable']);
    expect(await readFile(`${path()}.unreadable`, 'utf8')).toBe('second');
  });
});

describe('removeStaleTemporaries', () => {
  it('deletes temporary files older than an hour, and keeps temporary files of writes in progress', async () => {
    const now = Date.UTC(2026, 10, 20, 9, 30);
    for (const [name, minutes] of [
      ['one.json', 120],
      ['one.json.stale.tmp', 61],
      ['one.json.recent.tmp', 59],
    ] as const) {
      await writeFile(join(folder, name), '{}');
      const at = new Date(now - minutes * 60_000);
      await utimes(join(folder, name), at, at);
    }
    await removeStaleTemporaries(folder, { clock: new FakeClock(now) });
    expect((await readdir(folder)).sort()).toEqual(['one.json', 'one.json.recent.tmp']);
  });

  it('does nothing when the folder does not exist', async () => {
    await expect(removeStaleTemporaries(join(folder, 'none'), { clock })).resolves.toBeUndefined();
  });
});
