// End-to-end test of tabs that VS Code restores without the state of their pages, and loads when they are selected.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { OVERVIEWS, openSamplePage } from './samplePages.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step } from './steps.ts';

/** The entry of VS Code's storage with the tabs, in a database for each folder. */
const TABS_ENTRY = 'memento/workbench.parts.editor';

/** Runs in the page. Returns the saved tabs of all folders. With `drop`, removes the states of pages from them first. */
async function changeSavedTabs({ entry, drop }: { entry: string; drop: boolean }): Promise<string> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('The database has failed.')));
    });
  /** Removes the states of webviews from a value, whose texts may contain JSON. */
  const withoutStates = (value: unknown): unknown => {
    if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.stringify(withoutStates(JSON.parse(value)));
    if (Array.isArray(value)) return value.map(withoutStates);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !('viewType' in value && name === 'state'))
        .map(([name, part]) => [name, withoutStates(part)]),
    );
  };
  const texts: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await settled(indexedDB.open(name));
    const table = database.transaction('ItemTable', drop ? 'readwrite' : 'readonly').objectStore('ItemTable');
    const text: unknown = await settled(table.get(entry));
    if (typeof text === 'string') {
      const kept = drop ? String(withoutStates(text)) : text;
      if (drop) await settled(table.put(kept, entry));
      texts.push(kept);
    }
    database.close();
  }
  return texts.join();
}

const readSavedTabs = (page: Page): Promise<string> =>
  page.evaluate(changeSavedTabs, { entry: TABS_ENTRY, drop: false });

scenario(
  'tabs that were saved before their pages had a state show the same records after the window is opened again',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Atlas Web').expand();
    await openItem(fixture, 'WEB-27');
    await openItem(fixture, 'WEB-28');
    for (const overview of OVERVIEWS.filter(({ caption }) => caption === 'Atlas Web'))
      await openSamplePage(workbench, overview);
    await workbench.tab('Atlas Web: Overview').waitFor();

    await step('VS Code saves the tabs, and their states are lost', async () => {
      await until('the tabs to be saved', async () => {
        const saved = await readSavedTabs(workbench.page);
        return saved.includes('WEB-28 ') && saved.includes('Atlas Web: Overview');
      });
      await workbench.reopen(async () => {
        const saved = await workbench.page.evaluate(changeSavedTabs, { entry: TABS_ENTRY, drop: true });
        expect(saved).toContain('Atlas Web: Overview');
        expect(saved).not.toContain('foldedSections');
      });
    });

    await step('a record whose tab has not been selected yet is opened in place of that tab', async () => {
      const tabs = workbench.page.locator('.tabs-container .tab', { hasText: 'WEB-27 ' });
      await expect.poll(() => tabs.count()).toBe(1);
      await workbench.openContainer('Contrail');
      await openItem(fixture, 'WEB-27');
      await expect.poll(() => tabs.count()).toBe(1);
    });

    await step('the tabs show their records', async () => {
      await workbench.tab('Atlas Web: Overview').click();
      const overview = await workbench.webview('.overview h1', 'Atlas Web');
      await overview.getByText(/work items$/).waitFor();
      await workbench.tab('WEB-28 ').click();
      await ItemPage.waitFor(workbench, 'WEB-28');
    });
    expect(workbench.errors).toEqual([]);
  },
  { ...SPEC_ONLY_SIGNED_IN, needsOwnWindow: true },
);
