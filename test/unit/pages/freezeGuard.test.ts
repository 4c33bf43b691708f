// Tests that a restored tab collapses texts only if the page stopped responding when it last showed them.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FreezeMarkers } from '../../../src/workbench/features/recordPages/freezeMarkers.ts';
import { flushPromises } from '../../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';

const LONG_DESCRIPTION = `<p>${'word '.repeat(400)}</p>`;

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

function markerFiles(): readonly string[] {
  const shownFolder = join(folder, 'shown');
  return existsSync(shownFolder) ? readdirSync(shownFolder) : [];
}

/** Opens the page of the work item as after a restart: only the files on disk remain. */
async function restorePage(): Promise<Page> {
  const page = await openPage(setup, { freezeMemory: new FreezeMarkers(join(folder, 'shown')) });
  pages.push(page);
  await page.waitUntil((model) => model.status === 'ready');
  return page;
}

async function setDescription(html: string): Promise<void> {
  const page = await openPage(setup);
  pages.push(page);
  await page.edit('description_html', html);
}

describe('The texts of a record', () => {
  it('are collapsed in a restored tab if the page stopped responding, until the user expands them', async () => {
    await setDescription(LONG_DESCRIPTION);
    expect((await restorePage()).model.texts).toBe('awaited');
    await setup.clock.advance(5_000);
    const page = await restorePage();
    expect(page.model.texts).toBe('collapsed');
    await page.send({ type: 'expandTexts' });
    await flushPromises();
    expect(page.model.texts).toBe('awaited');
    await setup.clock.advance(5_000);
    expect((await restorePage()).model.texts).toBe('collapsed');
  });

  it('are marked on disk as not yet displayed before the page receives them', async () => {
    await setDescription(LONG_DESCRIPTION);
    const page = await restorePage();
    expect(markerFiles()).toHaveLength(1);
    const firstReadyMessage = page.receivedMessages.find(
      (message) => message.type === 'show' && message.model.status === 'ready',
    );
    expect(firstReadyMessage).toMatchObject({ model: { texts: 'awaited' } });
  });

  it('are shown in a restored tab if the page reported before the restart that it displayed them', async () => {
    await setDescription(LONG_DESCRIPTION);
    const page = await restorePage();
    await page.send({ type: 'textsShown' });
    await setup.clock.advance(5_000);
    await expect.poll(markerFiles).toEqual([]);
    expect((await restorePage()).model.texts).toBe('awaited');
  });

  it('are shown in a restored tab if the user closed the tab immediately', async () => {
    await setDescription(LONG_DESCRIPTION);
    const page = await restorePage();
    page.recordPage.close();
    page[Symbol.dispose]();
    await expect.poll(markerFiles).toEqual([]);
    expect((await restorePage()).model.texts).toBe('awaited');
  });

  it('are shown if they have changed since the page stopped responding', async () => {
    await setDescription(LONG_DESCRIPTION);
    await restorePage();
    await setup.clock.advance(5_000);
    await setDescription(`${LONG_DESCRIPTION}<p>more</p>`);
    expect((await restorePage()).model.texts).toBe('awaited');
  });

  it('are not marked on disk if they are short', async () => {
    await setDescription('<p>short</p>');
    expect((await restorePage()).model.texts).toBeUndefined();
    expect(markerFiles()).toEqual([]);
  });
});
