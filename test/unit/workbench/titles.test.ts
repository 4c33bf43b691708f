// Tests the stored tab titles, which identify the records of restored tabs.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_TITLES, TabTitleStore, tabTitle } from '../../../src/workbench/features/recordPages/titles.ts';
import { advanceUntilDone, FakeClock } from '../../support/clock.ts';
import { failingRename } from '../../support/failingRename.ts';

const key = 'customer /c1';
let folder: string;
const titlesFolder = (): string => join(folder, 'kept', 'titles');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrail-titles-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('tabTitle', () => {
  const longTitle = `WEB-7 ${'Board flickers when a colleague moves a card '.repeat(3)}`;

  it('returns the identifier and the start of the name of a work item, with at most 40 characters', () => {
    expect(tabTitle(longTitle, true)).toBe('WEB-7 Board flickers when a colleague m…');
    expect(tabTitle('WEB-28 Write the notes for release four', true)).toBe('WEB-28 Write the notes for release four');
  });

  it('returns the same text with and without the ● for unsaved changes', () => {
    expect(tabTitle(`● ${longTitle}`, true)).toBe(`● ${tabTitle(longTitle, true)}`);
  });

  it('does not shorten the name of a record without an identifier', () => {
    expect(tabTitle(longTitle, false)).toBe(longTitle);
  });
});

describe('TabTitleStore', () => {
  it('returns the record key of a title after a restart, with or without the ● for unsaved changes', async () => {
    await new TabTitleStore(titlesFolder()).remember('● WEB-1 A name', key);
    const restartedStore = new TabTitleStore(titlesFolder());
    expect(await restartedStore.keyOf('WEB-1 A name')).toBe(key);
    expect(await restartedStore.keyOf('● WEB-1 A name')).toBe(key);
    expect(await restartedStore.keyOf('WEB-2 Another')).toBeUndefined();
  });

  it('stores the account of a record together with the title', async () => {
    const titles = new TabTitleStore(titlesFolder());
    await titles.remember('WEB-1 A name', key, 'account');
    await titles.remember('WEB-2 Another', key);
    expect(await titles.accountOf('● WEB-1 A name')).toBe('account');
    expect(await titles.accountOf('WEB-2 Another')).toBeUndefined();
  });

  it('stores all titles that are written at the same time', async () => {
    const titles = new TabTitleStore(titlesFolder());
    await Promise.all(['A', 'B', 'C'].map((title) => titles.remember(title, `p/${title}`)));
    expect(await Promise.all(['A', 'B', 'C'].map((title) => titles.keyOf(title)))).toEqual(['p/A', 'p/B', 'p/C']);
  });

  it('ignores a damaged file, and replaces the file at the next write', async () => {
    const titles = new TabTitleStore(titlesFolder());
    await titles.remember('WEB-1 A name', key);
    const [file = ''] = readdirSync(titlesFolder());
    writeFileSync(join(titlesFolder(), file), '{"cut sho');
    expect(await titles.keyOf('WEB-1 A name')).toBeUndefined();
    await titles.remember('WEB-1 A name', key);
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('stores the record key of the latest call if a title is stored several times at the same time', async () => {
    const titles = new TabTitleStore(titlesFolder());
    await Promise.all(['first', 'second', 'third'].map((storedKey) => titles.remember('A', storedKey)));
    expect(await titles.keyOf('A')).toBe('third');
  });

  it('stores the titles of two windows that write at the same time', async () => {
    const [first, other] = [new TabTitleStore(titlesFolder()), new TabTitleStore(titlesFolder())];
    const names = Array.from({ length: 40 }, (_, index) => `WEB-${index}`);
    await Promise.all(names.map((name, index) => (index % 2 === 0 ? first : other).remember(name, `key of ${name}`)));
    const restartedStore = new TabTitleStore(titlesFolder());
    expect(await Promise.all(names.map((name) => restartedStore.keyOf(name)))).toEqual(
      names.map((name) => `key of ${name}`),
    );
    expect(readdirSync(titlesFolder()).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('tries to write again while the file is in use', async () => {
    const clock = new FakeClock();
    const titles = new TabTitleStore(titlesFolder(), { clock, rename: failingRename('EBUSY', 2) });
    await advanceUntilDone(clock, titles.remember('WEB-1 A name', key));
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });

  it('removes the oldest titles if there are more titles than the maximum', async () => {
    const titles = new TabTitleStore(titlesFolder());
    const names = Array.from({ length: MAX_TITLES + 2 }, (_, index) => `WEB-${index}`);
    for (const name of names) await titles.remember(name, name);
    expect(readdirSync(titlesFolder())).toHaveLength(MAX_TITLES);
    expect(await titles.keyOf('WEB-0')).toBeUndefined();
    expect(await titles.keyOf('WEB-1')).toBeUndefined();
    expect(await titles.keyOf('WEB-2')).toBe('WEB-2');
  });
});
