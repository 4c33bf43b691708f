// Tests which record a restored tab shows.
import { describe, expect, it } from 'vitest';
import { createTitledTabs, isTabOf, recordOfTab, rememberTab } from '../../../../src/shell/pages/tabRecords.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';

const KIND = 'contrail.workItem';
const TITLE = 'WEB-1 Use the board with the keyboard alone';
const RECORD = { key: 'workItem web 1', account: 'ada' };

describe('A restored tab', () => {
  it('shows the record in the state of its page, whatever record its title had before', async () => {
    const tabs = createTitledTabs(new InMemoryMemento());
    await rememberTab(tabs, KIND, TITLE, RECORD);
    const state = { address: 'workItem web 2', account: 'bruno', foldedSections: [] };
    expect(recordOfTab(tabs, KIND, TITLE, state)).toEqual({ key: 'workItem web 2', account: 'bruno' });
    expect(recordOfTab(tabs, KIND, TITLE, { address: 'workItem web 2' })).toEqual({
      key: 'workItem web 2',
      account: undefined,
    });
  });

  it('without a state shows the record that last had its title', async () => {
    const tabs = createTitledTabs(new InMemoryMemento());
    await rememberTab(tabs, KIND, TITLE, { key: 'workItem web 9', account: 'ada' });
    await rememberTab(tabs, KIND, TITLE, RECORD);
    expect(recordOfTab(tabs, KIND, TITLE, undefined)).toMatchObject(RECORD);
    expect(recordOfTab(tabs, KIND, TITLE, { foldedSections: [] })).toMatchObject(RECORD);
    expect(recordOfTab(tabs, 'contrail.overview', TITLE, undefined)).toBeUndefined();
    expect(recordOfTab(tabs, KIND, 'WEB-2', undefined)).toBeUndefined();
  });

  it('is that of a record only if its title was last that of the record in the same account', async () => {
    const tabs = createTitledTabs(new InMemoryMemento());
    await rememberTab(tabs, KIND, TITLE, RECORD);
    expect(isTabOf(tabs, KIND, TITLE, RECORD)).toBe(true);
    expect(isTabOf(tabs, KIND, TITLE, { ...RECORD, account: 'bruno' })).toBe(false);
    expect(isTabOf(tabs, 'contrail.overview', TITLE, RECORD)).toBe(false);
    await rememberTab(tabs, KIND, TITLE, { ...RECORD, key: 'workItem web 2' });
    expect(isTabOf(tabs, KIND, TITLE, RECORD)).toBe(false);
  });

  it('is found among the last 20 titles, which are stored only when they change', async () => {
    const memory = new InMemoryMemento();
    const tabs = createTitledTabs(memory);
    for (let index = 0; index < 21; index += 1)
      await rememberTab(tabs, KIND, `Title ${index}`, { key: `key ${index}`, account: 'ada' });
    expect(recordOfTab(tabs, KIND, 'Title 0', undefined)).toBeUndefined();
    expect(recordOfTab(tabs, KIND, 'Title 1', undefined)?.key).toBe('key 1');
    const stored = memory.get(memory.keys()[0] ?? '');
    await rememberTab(tabs, KIND, 'Title 5', { key: 'key 5', account: 'ada' });
    expect(memory.get(memory.keys()[0] ?? '')).toBe(stored);
  });
});
