// Tests the lock that only one window at a time can acquire.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../../src/std/files/fileLock.ts';
import { advanceUntilDone, FakeClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';

async function lockPath(): Promise<string> {
  const folder = temporaryFolder();
  return join(folder, 'lock');
}

/** Acquires a lock while time passes. */
function acquire(path: string, clock: FakeClock): ReturnType<typeof acquireLock> {
  return advanceUntilDone(clock, acquireLock(path, clock));
}

describe('acquireLock', () => {
  it('fails while another window has the lock, and succeeds after its release', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    const lock = await acquire(path, clock);
    expect(lock).toBeDefined();
    expect(await acquire(path, clock)).toBeUndefined();
    await lock?.release();
    const next = await acquire(path, clock);
    expect(next).toBeDefined();
    await next?.release();
  });

  it('updates the lock file regularly until the lock is released', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    const lock = await acquire(path, clock);
    const before = await readFile(path, 'utf8');
    await clock.advance(20_000);
    await expect.poll(() => readFile(path, 'utf8')).not.toBe(before);
    await lock?.release();
  });

  it('allows only one of two windows to replace an expired lock', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    await writeFile(path, JSON.stringify({ owner: 'ended', at: clock.now() - 61_000 }));
    const locks = await advanceUntilDone(clock, Promise.all([acquireLock(path, clock), acquireLock(path, clock)]));
    expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
    for (const lock of locks) await lock?.release();
  });

  it('immediately replaces the lock of a process that has ended on this machine', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const lockOf = (host: string, owner: number) =>
      JSON.stringify({ owner: 'other', at: clock.now(), host, pid: owner });
    for (const otherLock of [lockOf('another-machine', pid), lockOf(hostname(), process.pid)]) {
      await writeFile(path, otherLock);
      expect(await acquire(path, clock)).toBeUndefined();
    }
    await writeFile(path, lockOf(hostname(), pid));
    const lock = await acquire(path, clock);
    expect(lock).toBeDefined();
    await lock?.release();
  });

  it('reports that another window has replaced the lock, and does not release the lock of that window', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    const lock = await acquire(path, clock);
    const otherLock = JSON.stringify({ owner: 'another window', at: clock.now() });
    await writeFile(path, otherLock);
    expect(lock?.lost.aborted).toBe(false);
    await clock.advance(20_000);
    await expect.poll(() => lock?.lost.aborted).toBe(true);
    await lock?.release();
    expect(await readFile(path, 'utf8')).toBe(otherLock);
  });

  it('replaces a lock file that cannot be parsed', async () => {
    const path = await lockPath();
    const clock = new FakeClock();
    await writeFile(path, '{"owner": ');
    const lock = await acquire(path, clock);
    expect(lock).toBeDefined();
    await lock?.release();
  });
});
