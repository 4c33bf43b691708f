// Owns the proof that a tab restored without its state is known by its title.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Titles } from '../../../src/workbench/editors/titles.ts';

const key = 'customer /c1';
let folder: string;
const file = (): string => join(folder, 'kept', 'titles.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrail-titles-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the titles of tabs', () => {
  it('lead to what they showed after a restart, with or without the mark of what is unsent', async () => {
    await new Titles(file()).remember('● WEB-1 A name', key);
    const restarted = new Titles(file());
    expect(await restarted.keyOf('WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('● WEB-1 A name')).toBe(key);
    expect(await restarted.keyOf('WEB-2 Another')).toBeUndefined();
  });

  it('are all kept when they change at once', async () => {
    const titles = new Titles(file());
    await Promise.all(['A', 'B', 'C'].map((title) => titles.remember(title, `p/${title}`)));
    expect(await Promise.all(['A', 'B', 'C'].map((title) => titles.keyOf(title)))).toEqual(['p/A', 'p/B', 'p/C']);
  });

  it('begin anew over a file that cannot be understood', async () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"cut sho');
    const titles = new Titles(broken);
    expect(await titles.keyOf('WEB-1 A name')).toBeUndefined();
    await titles.remember('WEB-1 A name', key);
    expect(await titles.keyOf('WEB-1 A name')).toBe(key);
  });
});
