// Owns the proof that a tab restored without its state is known by its title.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Titles } from '../../../src/workbench/editors/titles.ts';

const address = { project: 'p', id: 'w' };
let folder: string;
const file = (): string => join(folder, 'kept', 'titles.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrail-titles-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the titles of tabs', () => {
  it('lead to their items after a restart, with or without the mark of what is unsent', async () => {
    await new Titles(file()).remember('● WEB-1 A name', address);
    const restarted = new Titles(file());
    expect(await restarted.addressOf('WEB-1 A name')).toEqual(address);
    expect(await restarted.addressOf('● WEB-1 A name')).toEqual(address);
    expect(await restarted.addressOf('WEB-2 Another')).toBeUndefined();
  });

  it('are all kept when they change at once', async () => {
    const titles = new Titles(file());
    await Promise.all(['A', 'B', 'C'].map((title) => titles.remember(title, { project: 'p', id: title })));
    expect(await Promise.all(['A', 'B', 'C'].map((title) => titles.addressOf(title)))).toMatchObject([
      { id: 'A' },
      { id: 'B' },
      { id: 'C' },
    ]);
  });

  it('begin anew over a file that cannot be understood', async () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"cut sho');
    const titles = new Titles(broken);
    expect(await titles.addressOf('WEB-1 A name')).toBeUndefined();
    await titles.remember('WEB-1 A name', address);
    expect(await titles.addressOf('WEB-1 A name')).toEqual(address);
  });
});
