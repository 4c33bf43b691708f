// The data provider of a tree view: converts nodes to rows, and reports changed nodes.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session, Sessions } from '../../../../core/session/session.ts';
import { OPEN_IN_PREVIEW_TAB } from '../../../../shell/commands/commandTarget.ts';
import { COMMANDS, type CommandId } from '../../../../shell/commands/contributions.ts';
import { decoratedUri } from '../../../../shell/tree/decorations.ts';
import { type Node, nodeId, type ViewName } from '../../../../shell/tree/node.ts';
import type { Clock } from '../../../../std/clock.ts';
import type { Disposable } from '../../../../std/disposable.ts';
import { isFolderRow } from '../../folders/projectFolders.ts';
import { tooltipOf } from '../../presentation/tooltip.ts';
import { RowChanges } from '../../rows/rowChanges.ts';
import { UnrequestedChildren } from '../../rows/unrequestedChildren.ts';
import type { PersonalSettings } from '../../storeTreeData.ts';
import { Tree } from '../../tree.ts';

/** Provides which rows of the view are expanded. */
export interface RowExpansion {
  /** Whether a row with children is expanded. */
  isExpanded(node: Node): boolean;
  onChildrenRead(node: Node): void;
}

export interface TreeRowsDeps {
  readonly sessions: Sessions;
  readonly personal: PersonalSettings;
  readonly expansion: RowExpansion;
  readonly clock: Clock;
}

export class TreeRows implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #view: ViewName;
  readonly #sessions: Sessions;
  readonly #personal: PersonalSettings;
  readonly #expansion: RowExpansion;
  readonly #treeDataChanges = new vscode.EventEmitter<Node[] | undefined>();
  readonly #rowChanges: RowChanges;
  readonly #sessionListener: Disposable;
  readonly #unrequestedChildren: UnrequestedChildren;
  #tree: Tree | undefined;

  readonly #readingChanges = new vscode.EventEmitter<void>();
  #readingCount = 0;

  readonly onDidChangeTreeData = this.#treeDataChanges.event;
  /** Fires when `isReading` may have changed. */
  readonly onDidChangeReading = this.#readingChanges.event;

  constructor(view: ViewName, { sessions, personal, expansion, clock }: TreeRowsDeps) {
    this.#view = view;
    this.#sessions = sessions;
    this.#personal = personal;
    this.#expansion = expansion;
    this.#rowChanges = new RowChanges({ clock, send: (nodes) => this.#treeDataChanges.fire(nodes) });
    this.#unrequestedChildren = new UnrequestedChildren({
      clock,
      isExpanded: (node) => expansion.isExpanded(node) && this.#tree?.rowOf(node).collapsible === true,
      isReading: () => this.isReading,
      refresh: (node) => {
        if (this.#tree?.hasNode(node)) this.#rowChanges.add(node);
      },
    });
    this.#sessionListener = sessions.onDidChange((session) => this.#onSessionChange(session));
    this.#createTree(sessions.current);
  }

  /** The tree of the current session. Undefined while the user is signed out. */
  get tree(): Tree | undefined {
    return this.#tree;
  }

  /** Called by VS Code when it needs the children of a row, for example because the user has expanded the row. */
  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) {
      this.#expansion.onChildrenRead(node);
      this.#unrequestedChildren.onRequest(node);
    }
    const children = (await this.#read((tree) => tree.loadChildren(node))) ?? [];
    void this.#unrequestedChildren.onRowsSent(children);
    return children;
  }

  /** Loads the list that contains the children of a row; without a row, of the view. */
  async load(node?: Node): Promise<void> {
    await this.#read((tree) => tree.load(node));
  }

  /** Whether rows are being loaded from the server. */
  get isReading(): boolean {
    return this.#readingCount > 0;
  }

  /** Runs work that loads rows. `isReading` is true until the work has ended. */
  async trackReading<T>(work: () => Promise<T>): Promise<T> {
    this.#changeReadingCount(1);
    try {
      return await work();
    } finally {
      this.#changeReadingCount(-1);
    }
  }

  /** Runs work during which VS Code expands rows, and reports changes of rows to VS Code after it. */
  holdChangesDuring(work: () => Promise<void>): Promise<void> {
    return this.#rowChanges.holdDuring(work);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const item = new vscode.TreeItem('');
    const tree = this.#tree;
    if (tree === undefined) return item;
    item.id = nodeId(node);
    const { label, description, icon, tooltip, decoration, collapsible, context, accessibleName } = tree.showRow(node);
    item.label = label;
    if (description !== undefined) item.description = description;
    if (tooltip !== undefined) item.tooltip = tooltip;
    if (icon !== undefined)
      item.iconPath = new vscode.ThemeIcon(
        icon.id,
        icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
      );
    const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
    item.collapsibleState = collapsible ? (this.#expansion.isExpanded(node) ? Expanded : Collapsed) : None;
    item.contextValue = context;
    if (decoration !== undefined) item.resourceUri = decoratedUri(decoration, nodeId(node));
    item.accessibilityInformation = { label: accessibleName };
    const command = rowCommandOf(node, context);
    if (command !== undefined) item.command = { command: clickCommandId(this.#view), title: command.title() };
    return item;
  }

  /** Runs the command of a clicked row. */
  async runCommandOf(node: Node): Promise<void> {
    const command = rowCommandOf(node, this.#tree?.rowOf(node).context ?? '')?.command;
    if (command === undefined) return;
    const args = command === COMMANDS.openWorkItem ? [node, OPEN_IN_PREVIEW_TAB] : [node];
    await vscode.commands.executeCommand(command, ...args);
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    const store = this.#sessions.current?.store;
    const data = this.#tree?.data;
    if (node.kind === 'workItem' && data !== undefined && store?.item(node) !== undefined) {
      item.tooltip = new vscode.MarkdownString(tooltipOf(node, store.identifier(node) ?? '', data), true);
    }
    return item;
  }

  getParent(node: Node): Node | undefined {
    return this.#tree?.parentOf(node);
  }

  dispose(): void {
    this.#sessionListener.dispose();
    this.#unrequestedChildren.dispose();
    this.#rowChanges.dispose();
    this.#tree?.dispose();
    this.#treeDataChanges.dispose();
    this.#readingChanges.dispose();
  }

  /** Reads with the tree of the session. Resolves with undefined if the session has changed since. */
  async #read<T>(read: (tree: Tree) => Promise<T>): Promise<T | undefined> {
    await this.#sessions.restore();
    const tree = this.#tree;
    if (tree === undefined) return undefined;
    const result = await this.trackReading(() => read(tree));
    return tree === this.#tree ? result : undefined;
  }

  #changeReadingCount(difference: number): void {
    this.#readingCount += difference;
    this.#readingChanges.fire();
  }

  #onSessionChange(session: Session | undefined): void {
    this.#createTree(session);
    this.#rowChanges.add(undefined);
  }

  #createTree(session: Session | undefined): void {
    this.#tree?.dispose();
    this.#tree = session === undefined ? undefined : new Tree(this.#view, session.store, this.#personal);
    this.#tree?.onDidChange((node) => this.#rowChanges.add(node));
  }
}

/** Returns the id of the command that every row of a view has. This command runs the command of the selected row. */
export function clickCommandId(view: ViewName): string {
  return `contrail.clickRow.${view}`;
}

interface RowCommand {
  readonly command: CommandId;
  readonly title: () => string;
}

function rowCommandOf(node: Node, contextValue: string): RowCommand | undefined {
  // A click on a record in a folder of a project runs the same command as a click on an epic, which opens the record's
  // page.
  return ROW_COMMANDS[isFolderRow(node) ? 'epic' : (contextValue.split(' ', 1)[0] ?? '')];
}

/**
 * The command that a click on a row runs, by the first word of the row's `contextValue`. Most rows with children have
 * no command, so a click expands them.
 */
const ROW_COMMANDS: Readonly<Record<string, RowCommand | undefined>> = {
  workItem: {
    command: COMMANDS.openWorkItem,
    title: () => l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
  },
  epic: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  initiativeLabel: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  customerRequest: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  customerProperty: { command: COMMANDS.edit, title: () => l10n.t('Edit') },
  more: { command: COMMANDS.loadMore, title: () => l10n.t('Load More') },
  searchMore: { command: COMMANDS.loadMore, title: () => l10n.t('Load More') },
  emptyProject: { command: COMMANDS.createWorkItem, title: () => l10n.t('Create Work Item…') },
  emptyFiltered: { command: COMMANDS.clearFilter, title: () => l10n.t('Clear Filter') },
  failed: { command: COMMANDS.retry, title: () => l10n.t('Retry') },
  'failed.unauthorized': { command: COMMANDS.signInAgain, title: () => l10n.t('Sign In Again…') },
  signIn: { command: COMMANDS.signInAgain, title: () => l10n.t('Sign In Again…') },
};
