// Tests that only a text on which the window froze is collapsed when its tab is restored.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShownTexts } from '../../../src/workbench/features/recordPages/shownTexts.ts';
import { settled } from '../../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';

const LONG = `<p>${'word '.repeat(400)}</p>`;

let setup: Setup;
let folder: string;
let pages: Page[];
beforeEach(async () => {
  setup = await createSetup();
  folder = mkdtempSync(join(tmpdir(), 'contrail-shown-'));
  pages = [];
});
afterEach(async () => {
  for (const page of pages) page[Symbol.dispose]();
  rmSync(folder, { recursive: true });
  await setup[Symbol.asyncDispose]();
});

function remembered(): readonly string[] {
  const shown = join(folder, 'shown');
  return existsSync(shown) ? readdirSync(shown) : [];
}

/** Opens the tab of the same work item in a window that has only what is on disk. */
async function restored(): Promise<Page> {
  const page = await openPage(setup, { showing: new ShownTexts(join(folder, 'shown')) });
  pages.push(page);
  await page.until((model) => model.status === 'ready');
  return page;
}

async function withText(html: string): Promise<void> {
  const page = await openPage(setup);
  pages.push(page);
  await page.edit('description_html', html);
}

describe('The texts of a record', () => {
  it('are collapsed in a restored tab when the page never responded with them, until the user expands them', async () => {
    await withText(LONG);
    expect((await restored()).model.texts).toBe('awaited');
    await setup.clock.advance(5_000);
    const page = await restored();
    expect(page.model.texts).toBe('collapsed');
    await page.send({ type: 'expandTexts' });
    await settled();
    expect(page.model.texts).toBe('awaited');
    await setup.clock.advance(5_000);
    expect((await restored()).model.texts).toBe('collapsed');
  });

  it('are stored on disk before the page receives them', async () => {
    await withText(LONG);
    const page = await restored();
    expect(remembered()).toHaveLength(1);
    const first = page.received.find((one) => one.type === 'show' && one.model.status === 'ready');
    expect(first).toMatchObject({ model: { texts: 'awaited' } });
  });

  it('are shown again if the page has responded', async () => {
    await withText(LONG);
    const page = await restored();
    await page.send({ type: 'textsShown' });
    await setup.clock.advance(5_000);
    await expect.poll(remembered).toEqual([]);
    expect((await restored()).model.texts).toBe('awaited');
  });

  it('are shown again if the tab was closed immediately', async () => {
    await withText(LONG);
    const page = await restored();
    page.conversation.close();
    page[Symbol.dispose]();
    await expect.poll(remembered).toEqual([]);
    expect((await restored()).model.texts).toBe('awaited');
  });

  it('are shown if they have changed since the window froze', async () => {
    await withText(LONG);
    await restored();
    await setup.clock.advance(5_000);
    await withText(`${LONG}<p>more</p>`);
    expect((await restored()).model.texts).toBe('awaited');
  });

  it('are not stored on disk if they are short', async () => {
    await withText('<p>short</p>');
    expect((await restored()).model.texts).toBeUndefined();
    expect(remembered()).toEqual([]);
  });
});
