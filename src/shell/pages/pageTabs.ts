// The open tabs of a kind of page, at most one tab for each key.
import * as vscode from 'vscode';
import type { Disposable } from '../../std/disposable.ts';
import type { PANELS } from '../commands/contributions.ts';
import { type TabIconName, tabIcon } from '../tree/tabIcon.ts';
import { PageHost, type PageHostDeps, type PageKind, runPageWork } from './pageHost.ts';
import { isTabOf, recordOfTab, rememberTab, type TabRecord, type TitledTabs } from './tabRecords.ts';

export interface TabKind<Message> extends PageKind<Message> {
  readonly type: (typeof PANELS)[keyof typeof PANELS];
  /**
   * Whether VS Code keeps the page while its tab is hidden. It destroys other pages before they can send what the user
   * has just typed.
   */
  readonly keepsHiddenPage: boolean;
}

export type TabHost<Message> = PageHost<Message, vscode.WebviewPanel>;

export interface Tab<Page, Message> {
  readonly host: TabHost<Message>;
  readonly page: Page;
}

export interface PageTabsDeps extends PageHostDeps {
  readonly titledTabs: TitledTabs;
}

/** `Page` is the object in the extension host that provides the data of the page. */
export class PageTabs<Page extends Disposable & Pick<TabRecord, 'account'>, Message> implements Disposable {
  readonly #kind: TabKind<Message>;
  readonly #deps: PageTabsDeps;
  readonly #tabByKey = new Map<string, Tab<Page, Message>>();

  constructor(kind: TabKind<Message>, deps: PageTabsDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  get all(): readonly Tab<Page, Message>[] {
    return [...this.#tabByKey.values()];
  }

  get(key: string): Tab<Page, Message> | undefined {
    return this.#tabByKey.get(key);
  }

  /** Reveals the tab. Returns its page, or undefined if no tab has this key. */
  reveal(key: string): Page | undefined {
    const tab = this.#tabByKey.get(key);
    tab?.host.view.reveal();
    return tab?.page;
  }

  /** Opens a tab for a record that has none, or in place of its restored tab. */
  create(title: string, record: TabRecord): vscode.WebviewPanel {
    const restoredTab = this.restoredTab(record);
    const column = restoredTab?.group.viewColumn ?? vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(this.#kind.type, title, column, {
      enableFindWidget: true,
      retainContextWhenHidden: this.#kind.keepsHiddenPage,
    });
    if (restoredTab !== undefined)
      runPageWork(this.#kind, this.#deps.logger, Promise.resolve(vscode.window.tabGroups.close(restoredTab, true)));
    return panel;
  }

  /**
   * Returns the record's tab of the window before a reload. VS Code loads the page of a restored tab, and lets Contrail
   * know the tab, only when the user selects it.
   */
  restoredTab(record: TabRecord): vscode.Tab | undefined {
    const { type } = this.#kind;
    const isRestored = ({ input, label, isActive }: vscode.Tab): boolean =>
      !isActive &&
      input instanceof vscode.TabInputWebview &&
      // VS Code writes a prefix before the type of the panel.
      input.viewType.endsWith(`-${type}`) &&
      isTabOf(this.#deps.titledTabs, type, label, record) &&
      !this.all.some(({ host }) => host.view.title === label);
    const [tab, ...others] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isRestored);
    // Of tabs with the same title, nothing says which one is the record's.
    return others.length === 0 ? tab : undefined;
  }

  /**
   * Creates the host of a new or restored panel. `setPage` sets the page later. `onClose` is called when the tab is
   * closed, before the page is disposed of.
   */
  createHost(panel: vscode.WebviewPanel, onClose?: (page: Page) => void): TabHost<Message> {
    panel.onDidDispose(() => {
      const [key, tab] = [...this.#tabByKey].find(([, { host }]) => host.view === panel) ?? [];
      if (key === undefined || tab === undefined) return;
      this.#tabByKey.delete(key);
      onClose?.(tab.page);
      tab.page.dispose();
    });
    return new PageHost(panel, this.#kind, this.#deps);
  }

  setPage(key: string, host: TabHost<Message>, page: Page): void {
    this.#tabByKey.set(key, { host, page });
    this.rememberTitle(key);
  }

  /** Must be called when the title of a tab has changed. */
  rememberTitle(key: string): void {
    const { host, page } = this.#tabByKey.get(key) ?? {};
    if (host !== undefined && page !== undefined)
      host.runWork(
        rememberTab(this.#deps.titledTabs, this.#kind.type, host.view.title, { key, account: page.account }),
      );
  }

  /** Returns what a panel shows that VS Code restored with this state. */
  recordOf({ title }: vscode.WebviewPanel, state: unknown): TabRecord | undefined {
    return recordOfTab(this.#deps.titledTabs, this.#kind.type, title, state);
  }

  /** Removes the page without disposing of it. The tab remains open for another page. */
  detach(key: string): void {
    this.#tabByKey.delete(key);
  }

  /** Disposes of the page. The tab remains open for another page. */
  disposePage(key: string): void {
    this.#tabByKey.get(key)?.page.dispose();
    this.#tabByKey.delete(key);
  }

  /** Disposes of the pages. The tabs remain open, because VS Code restores them after a reload. */
  dispose(): void {
    for (const { page } of this.all) page.dispose();
  }
}

/** Sets the icon of the tab. */
export function setTabIcon(panel: vscode.WebviewPanel, name: TabIconName): void {
  const { light, dark } = tabIcon(name);
  panel.iconPath = { light: imageUri(light), dark: imageUri(dark) };
}

function imageUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
