// Tests that the title identifies a tab that was restored without its state.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_TITLES, Titles } from '../../../src/workbench/features/recordPages/titles.ts';
import { FakeClock, whileTimePasses } from '../../support/clock.ts';
import { refusing } from '../../support/refusedRename.ts';

const key = 'customer /c1';
let folder: string;
const kept = (): string => join(folder, 'kept', 'titles');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrail-titles-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('Titles', () => {
  it('returns the key of a title after a restart, with or without the mark for unsaved changes', async () => {
    await new Titles(kept()).remember('● WEB-1 A name', key);
    const restarted = new Titles(kept());
    expect(await restarted.keyOf('WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('● WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('WEB-2 Another')).toBeUndefined();
  });

  it('stores all titles that change at the same time', async () => {
    const titles = new Titles(kept());
    await Promise.all(['A', 'B', 'C'].map((title) => titles.remember(title, `p/${title}`)));
    expect(await Promise.all(['A', 'B', 'C'].map((title) => titles.keyOf(title)))).toEqual(['p/A', 'p/B', 'p/C']);
  });

  it('ignores a damaged file, and replaces it at the next write', async () => {
    const titles = new Titles(kept());
    await titles.remember('WEB-1 A name', key);
    const [file = ''] = readdirSync(kept());
    writeFileSync(join(kept(), file), '{"cut sho');
    expect(await titles.keyOf('WEB-1 A name')).toBeUndefined();
    await titles.remember('WEB-1 A name', key);
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('stores the key of the last call when the same title is stored several times at once', async () => {
    const titles = new Titles(kept());
    await Promise.all(['first', 'second', 'third'].map((one) => titles.remember('A', one)));
    expect(await titles.keyOf('A')).toBe('third');
  });

  it('stores the titles of two windows that write at the same time', async () => {
    const [one, other] = [new Titles(kept()), new Titles(kept())];
    const names = Array.from({ length: 40 }, (_, index) => `WEB-${index}`);
    await Promise.all(names.map((name, index) => (index % 2 === 0 ? one : other).remember(name, `key of ${name}`)));
    const restarted = new Titles(kept());
    expect(await Promise.all(names.map((name) => restarted.keyOf(name)))).toEqual(
      names.map((name) => `key of ${name}`),
    );
    expect(readdirSync(kept()).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('retries a write while the file is in use', async () => {
    const clock = new FakeClock();
    const titles = new Titles(kept(), { clock, rename: refusing('EBUSY', 2) });
    await whileTimePasses(clock, titles.remember('WEB-1 A name', key));
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('removes the oldest titles beyond the maximum', async () => {
    const titles = new Titles(kept());
    const names = Array.from({ length: MAX_TITLES + 2 }, (_, index) => `WEB-${index}`);
    for (const name of names) await titles.remember(name, name);
    expect(readdirSync(kept())).toHaveLength(MAX_TITLES);
    expect(await titles.keyOf('WEB-0')).toBeUndefined();
    expect(await titles.keyOf('WEB-1')).toBeUndefined();
    expect(await titles.keyOf('WEB-2')).toBe('WEB-2');
  });
});
