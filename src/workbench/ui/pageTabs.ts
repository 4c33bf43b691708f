// The open tabs of one kind of page: one for each key, reused, and disposed of when closed.
import * as vscode from 'vscode';
import type { Disposable } from '../../std/disposable.ts';
import type { PANELS } from '../contributions.ts';
import { PageHost, type PageHostDeps, type PageKind } from './pageHost.ts';

export interface TabKind<Message> extends PageKind<Message> {
  readonly type: (typeof PANELS)[keyof typeof PANELS];
}

/** The webview of a tab. */
export type TabHost<Message> = PageHost<Message, vscode.WebviewPanel>;

export interface Tab<Page, Message> {
  readonly host: TabHost<Message>;
  readonly page: Page;
}

/** `Page` is the extension's side of what a tab shows. */
export class PageTabs<Page extends Disposable, Message> implements Disposable {
  readonly #kind: TabKind<Message>;
  readonly #deps: PageHostDeps;
  readonly #open = new Map<string, Tab<Page, Message>>();

  constructor(kind: TabKind<Message>, deps: PageHostDeps) {
    this.#kind = kind;
    this.#deps = deps;
  }

  get all(): readonly Tab<Page, Message>[] {
    return [...this.#open.values()];
  }

  get(key: string): Tab<Page, Message> | undefined {
    return this.#open.get(key);
  }

  /** Reveals the tab. Returns its page, or undefined if no tab has this key. */
  reveal(key: string): Page | undefined {
    const tab = this.#open.get(key);
    tab?.host.view.reveal();
    return tab?.page;
  }

  create(title: string): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(this.#kind.type, title, vscode.ViewColumn.Active, {
      enableFindWidget: true,
    });
  }

  /**
   * Prepares a new or restored panel for a page, see `set`. `closed` is called when the user closes it, before the page
   * is disposed of.
   */
  host(panel: vscode.WebviewPanel, closed?: (page: Page) => void): TabHost<Message> {
    const icon = (theme: string) => vscode.Uri.joinPath(this.#deps.extension, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.onDidDispose(() => {
      const [key, tab] = [...this.#open].find(([, { host }]) => host.view === panel) ?? [];
      if (key === undefined || tab === undefined) return;
      this.#open.delete(key);
      closed?.(tab.page);
      tab.page.dispose();
    });
    return new PageHost(panel, this.#kind, this.#deps);
  }

  set(key: string, host: TabHost<Message>, page: Page): void {
    this.#open.set(key, { host, page });
  }

  /** Disposes of the page. Its tab stays open for another page. */
  release(key: string): void {
    this.#open.get(key)?.page.dispose();
    this.#open.delete(key);
  }

  /** The tabs stay open: VS Code restores them after a reload. */
  dispose(): void {
    for (const { page } of this.all) page.dispose();
  }
}

/** Returns the key that a page passed to `setState`. Undefined after a quick reload, which may lose the state. */
export function keyInState(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('address' in state)) return undefined;
  return typeof state.address === 'string' ? state.address : undefined;
}
