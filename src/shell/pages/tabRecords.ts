// Which record each tab shows, by the title of the tab.
// A page stores its record in the state of its tab when its script runs. In a browser, VS Code saves the tabs every five
// seconds, and a reload may lose what it saves last: it then restores the tab as it was before its script ran.
import type * as vscode from 'vscode';
import { RememberedList } from '../rememberedList.ts';

/** What the tab of a page shows. */
export interface TabRecord {
  /** The key of the record. */
  readonly key: string;
  /** The account as in `Session.account`; undefined if the tab was opened by Contrail 0.1.0. */
  readonly account: string | undefined;
}

/** The titles of tabs that were opened or renamed last, for each kind of page. */
export type TitledTabs = RememberedList<TabRecord & { readonly title: string }>;

export function createTitledTabs(memory: vscode.Memento): TitledTabs {
  return new RememberedList(memory, { name: 'tabs', maxEntries: 20, idOf: ({ title }) => title });
}

/** Stores what the tab with this title shows. `kind` is the type of its panel. */
export async function rememberTab(tabs: TitledTabs, kind: string, title: string, record: TabRecord): Promise<void> {
  const { key, account } = record;
  if (!isTabOf(tabs, kind, title, record)) await tabs.add(kind, { title, key, account });
}

/** Whether the record is what a tab with this title has last shown. */
export function isTabOf(tabs: TitledTabs, kind: string, title: string, { key, account }: TabRecord): boolean {
  const stored = tabs.entriesOf(kind).find((tab) => tab.title === title);
  return stored?.key === key && stored.account === account;
}

/** Returns what a restored tab shows, by the state of its page or else by its title. Returns undefined if neither says it. */
export function recordOfTab(tabs: TitledTabs, kind: string, title: string, state: unknown): TabRecord | undefined {
  const key = textInState(state, 'address');
  return key === undefined
    ? tabs.entriesOf(kind).find((tab) => tab.title === title)
    : { key, account: textInState(state, 'account') };
}

function textInState(state: unknown, name: string): string | undefined {
  const value = typeof state === 'object' && state !== null ? new Map(Object.entries(state)).get(name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
