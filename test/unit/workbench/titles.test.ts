// Owns the proof that a tab restored without its state is known by its title.
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

describe('the titles of tabs', () => {
  it('lead to what they showed after a restart, with or without the mark of what is unsent', async () => {
    await new Titles(kept()).remember('● WEB-1 A name', key);
    const restarted = new Titles(kept());
    expect(await restarted.keyOf('WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('● WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('WEB-2 Another')).toBeUndefined();
  });

  it('are all kept when they change at once', async () => {
    const titles = new Titles(kept());
    await Promise.all(['A', 'B', 'C'].map((title) => titles.remember(title, `p/${title}`)));
    expect(await Promise.all(['A', 'B', 'C'].map((title) => titles.keyOf(title)))).toEqual(['p/A', 'p/B', 'p/C']);
  });

  it('begin anew over a file that cannot be understood', async () => {
    const titles = new Titles(kept());
    await titles.remember('WEB-1 A name', key);
    const [file = ''] = readdirSync(kept());
    writeFileSync(join(kept(), file), '{"cut sho');
    expect(await titles.keyOf('WEB-1 A name')).toBeUndefined();
    await titles.remember('WEB-1 A name', key);
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('keep the key of the last call when one title is remembered twice at once', async () => {
    const titles = new Titles(kept());
    await Promise.all(['first', 'second', 'third'].map((one) => titles.remember('A', one)));
    expect(await titles.keyOf('A')).toBe('third');
  });

  it('are all kept when two windows remember theirs at the same time', async () => {
    const [one, other] = [new Titles(kept()), new Titles(kept())];
    const names = Array.from({ length: 40 }, (_, index) => `WEB-${index}`);
    await Promise.all(names.map((name, index) => (index % 2 === 0 ? one : other).remember(name, `key of ${name}`)));
    const restarted = new Titles(kept());
    expect(await Promise.all(names.map((name) => restarted.keyOf(name)))).toEqual(
      names.map((name) => `key of ${name}`),
    );
    expect(readdirSync(kept()).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('are written again while the file is in use', async () => {
    const clock = new FakeClock();
    const titles = new Titles(kept(), { clock, rename: refusing('EBUSY', 2) });
    await whileTimePasses(clock, titles.remember('WEB-1 A name', key));
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('are forgotten oldest first beyond the most that are kept', async () => {
    const titles = new Titles(kept());
    const names = Array.from({ length: MAX_TITLES + 2 }, (_, index) => `WEB-${index}`);
    for (const name of names) await titles.remember(name, name);
    expect(readdirSync(kept())).toHaveLength(MAX_TITLES);
    expect(await titles.keyOf('WEB-0')).toBeUndefined();
    expect(await titles.keyOf('WEB-1')).toBeUndefined();
    expect(await titles.keyOf('WEB-2')).toBe('WEB-2');
  });
});
