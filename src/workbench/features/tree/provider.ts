// Connects a `Tree` to a VS Code view.
// Turns nodes into rows, and reports exactly which ones changed.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { type Node, nodeId, type ViewName } from '../../../tree/node.ts';
import { present } from '../../../tree/presentation/present.ts';
import { tooltipOf } from '../../../tree/presentation/tooltip.ts';
import type { Personal } from '../../../tree/storeTreeData.ts';
import { Tree } from '../../../tree/tree.ts';
import { COMMANDS } from '../../contributions.ts';
import { formatError } from '../../ui/formatError.ts';

export class TreeRows implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #view: ViewName;
  readonly #sessions: Sessions;
  readonly #personal: Personal;
  readonly #stateOf: (node: Node) => vscode.TreeItemCollapsibleState;
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly #following: Disposable;
  #outline: Tree | undefined;

  readonly #readingChanged = new vscode.EventEmitter<void>();
  #reading = 0;

  readonly onDidChangeTreeData = this.#changed.event;
  /** Fires when `isReading` may have changed. */
  readonly onDidChangeReading = this.#readingChanged.event;

  /** @param stateOf returns whether a row with children is expanded at first */
  constructor(
    view: ViewName,
    sessions: Sessions,
    personal: Personal,
    stateOf: (node: Node) => vscode.TreeItemCollapsibleState,
  ) {
    this.#view = view;
    this.#sessions = sessions;
    this.#personal = personal;
    this.#stateOf = stateOf;
    this.#following = sessions.onDidChange((session) => this.#follow(session));
    this.#begin(sessions.current);
  }

  /** The tree of the current session. Undefined while the user is signed out. */
  get outline(): Tree | undefined {
    return this.#outline;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    await this.#sessions.restore();
    const outline = this.#outline;
    const children = (await this.whileReading(async () => outline?.open(node))) ?? [];
    return outline === this.#outline ? children : [];
  }

  /** Whether rows wait for the server. */
  get isReading(): boolean {
    return this.#reading > 0;
  }

  /** Runs work that rows wait for. */
  async whileReading<T>(work: () => Promise<T>): Promise<T> {
    this.#turnReading(1);
    try {
      return await work();
    } finally {
      this.#turnReading(-1);
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const item = new vscode.TreeItem('');
    const outline = this.#outline;
    if (outline === undefined) return item;
    item.id = nodeId(node);
    const { label, description, icon, tooltip, collapsible, context, spoken } = present(
      node,
      outline.known,
      formatError,
    );
    item.label = label;
    if (description !== undefined) item.description = description;
    if (tooltip !== undefined) item.tooltip = tooltip;
    if (icon !== undefined)
      item.iconPath = new vscode.ThemeIcon(
        icon.id,
        icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
      );
    item.collapsibleState = collapsible ? this.#stateOf(node) : vscode.TreeItemCollapsibleState.None;
    item.contextValue = context;
    item.accessibilityInformation = { label: spoken };
    const command = ROW_COMMANDS[context.split(' ', 1)[0] ?? ''];
    if (command !== undefined) item.command = { command: command.command, title: command.title(), arguments: [node] };
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    const store = this.#sessions.current?.store;
    if (node.kind === 'workItem' && store?.item(node) !== undefined) {
      item.tooltip = new vscode.MarkdownString(tooltipOf(node, store.identifier(node) ?? '', store));
    }
    return item;
  }

  getParent(node: Node): Node | undefined {
    return this.#outline?.parentOf(node);
  }

  dispose(): void {
    this.#following.dispose();
    this.#outline?.dispose();
    this.#changed.dispose();
    this.#readingChanged.dispose();
  }

  #turnReading(by: number): void {
    this.#reading += by;
    this.#readingChanged.fire();
  }

  #follow(session: Session | undefined): void {
    this.#begin(session);
    this.#changed.fire(undefined);
  }

  #begin(session: Session | undefined): void {
    this.#outline?.dispose();
    this.#outline = session === undefined ? undefined : new Tree(this.#view, session.store, this.#personal);
    this.#outline?.onDidChange((node) => this.#changed.fire(node));
  }
}

/**
 * The command of a click on a row, by the first word of its contextValue. Rows that have children usually have none: a
 * click expands them.
 */
const ROW_COMMANDS: Readonly<Record<string, { readonly command: string; readonly title: () => string } | undefined>> = {
  workItem: {
    command: COMMANDS.openWorkItem,
    title: () => l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
  },
  epic: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  initiativeLabel: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  customerRequest: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  customerProperty: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  more: { command: COMMANDS.loadMore, title: () => l10n.t('Load More') },
  look: { command: COMMANDS.lookThroughProjects, title: () => l10n.t('Load More') },
  failed: { command: COMMANDS.retry, title: () => l10n.t('Retry') },
  'failed.unsigned': { command: COMMANDS.signInAgain, title: () => l10n.t('Sign In Again…') },
  signIn: { command: COMMANDS.signInAgain, title: () => l10n.t('Sign In Again…') },
};
