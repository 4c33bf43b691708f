// The data provider of the Inbox view, and the badge with the number of unread entries.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf } from '../../../core/cache/address.ts';
import type { ItemCode } from '../../../core/cache/itemCode.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { decoratedUri } from '../../../shell/tree/decorations.ts';
import { selectedRow } from '../../../shell/tree/selectedRow.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { plural } from '../../../std/plural.ts';
import { type InboxRow, isOffer } from '../entry.ts';
import type { InboxStore } from '../inboxStore.ts';
import { presentEntry, presentOffer } from '../presentEntry.ts';

export interface InboxRowsDeps {
  readonly view: vscode.TreeView<InboxRow>;
  readonly clock: Clock;
  /** Returns whether the setting enables the badge. */
  readonly showsBadge: () => boolean;
}

export class InboxRows implements vscode.TreeDataProvider<InboxRow>, Disposable {
  readonly #deps: InboxRowsDeps;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #inbox: InboxStore | undefined;
  #code: ItemCode | undefined;

  constructor(deps: InboxRowsDeps) {
    this.#deps = deps;
  }

  /** Shows the entries of this inbox and the offered links until the returned object is disposed of. */
  show(inbox: InboxStore, code: ItemCode): Disposable {
    const disposables = new DisposableStore();
    this.#inbox = inbox;
    this.#code = code;
    disposables.add(code.onDidChangeOffers(() => this.update()));
    disposables.add(inbox.onDidChange(() => this.update()));
    disposables.add({
      dispose: () => {
        this.#inbox = undefined;
        this.#code = undefined;
        this.update();
      },
    });
    this.update();
    return disposables;
  }

  /** Updates the rows and the badge. */
  update(): void {
    const unreadCount = this.#inbox?.unreadCount ?? 0;
    const hasBadge = unreadCount > 0 && this.#deps.showsBadge();
    this.#deps.view.badge = hasBadge ? { value: unreadCount, tooltip: unreadText(unreadCount) } : undefined;
    this.#changed.fire();
  }

  /** Resolves with the selected entry, or with undefined if no entry is selected. */
  async selectedEntry(): Promise<InboxRow | undefined> {
    return selectedRow(this.#deps.view, this.#deps.clock);
  }

  getChildren(entry?: InboxRow): InboxRow[] {
    return entry === undefined ? [...(this.#code?.offers ?? []), ...(this.#inbox?.entries ?? [])] : [];
  }

  getTreeItem(entry: InboxRow): vscode.TreeItem {
    const row = isOffer(entry) ? presentOffer(entry) : presentEntry(entry, this.#deps.clock.now());
    const key = isOffer(entry) ? `${keyOf(entry.item)} ${entry.url}` : keyOf(entry);
    const item = new vscode.TreeItem(row.label);
    item.id = key;
    item.contextValue = row.context;
    item.accessibilityInformation = { label: row.accessibleName };
    item.command = {
      command: COMMANDS.openInboxEntry,
      title: l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
    };
    if (row.description !== undefined) item.description = row.description;
    if (row.tooltip !== undefined) item.tooltip = row.tooltip;
    if (row.icon !== undefined) item.iconPath = new vscode.ThemeIcon(row.icon.id);
    if (row.decoration !== undefined) item.resourceUri = decoratedUri(row.decoration, `inbox/${key}`);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function unreadText(count: number): string {
  return plural(count, {
    one: l10n.t('{0} unread entry', formatCount(count)),
    other: l10n.t('{0} unread entries', formatCount(count)),
  });
}
