// The tree views of the sidebar: their rows, grouping and filter, messages, and revealing a record.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Project } from '../../../contract/resources/project.ts';
import { type ItemAddress, type RecordAddress, recordKey } from '../../../core/cache/address.ts';
import { retryList } from '../../../core/cache/lists/loadRemainingPages.ts';
import { isBoundProject } from '../../../core/session/folderBinding.ts';
import { observeSessionRateLimit } from '../../../core/session/rateLimit.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import type { VisibleList } from '../../../core/sync/backgroundRefresh.ts';
import { shortFilterText } from '../../../items/filter/describeFilter.ts';
import { type Filter, isFiltering } from '../../../items/filter/filter.ts';
import {
  choicesText,
  INITIAL_CHOICES,
  orderByParameter,
  parseViewChoices,
  type ViewChoices,
} from '../../../items/grouping/choices.ts';
import { CONTEXT_KEYS, VIEWS } from '../../../shell/commands/contributions.ts';
import {
  createPinnedRecords,
  type PinnedRecords,
  type RememberedItems,
} from '../../../shell/itemPicker/rememberedItems.ts';
import { escapeLinks } from '../../../shell/prompts/escape.ts';
import { folderBinding } from '../../../shell/settings.ts';
import {
  type EndNode,
  type Node,
  nodeAddress,
  nodeId,
  toNode,
  VIEW_NAMES,
  type ViewName,
} from '../../../shell/tree/node.ts';
import type { SavedView } from '../../../shell/tree/savedView.ts';
import { selectedRow } from '../../../shell/tree/selectedRow.ts';
import type { OwnItems, RememberedItem } from '../../../shell/tree/treeData.ts';
import type { TreeViews } from '../../../shell/tree/treeViews.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import { systemClock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Event } from '../../../std/event.ts';
import type { Logger } from '../../../std/logger.ts';
import { childrenOf, viewAndNodeOf } from '../children.ts';
import { findFocusedRows } from '../focusedRows.ts';
import { isInitiallyExpanded } from '../initialExpansion.ts';
import { type ViewStatus, viewMessage } from '../presentation/viewMessage.ts';
import { countMatches, itemFilterOf, itemLoadProgressOf } from '../rows/viewRows.ts';
import { savedViewNodes } from '../savedViews/viewNodes.ts';
import { StaleIndicator } from '../staleIndicator.ts';
import type { PersonalSettings } from '../storeTreeData.ts';
import type { Tree } from '../tree.ts';
import { viewDescription } from '../viewDescription.ts';
import { Expansions } from './expansions.ts';
import type { Trees } from './registerTrees.ts';
import { clickCommandId, TreeRows } from './rows/provider.ts';
import { hideEmptyWorkspace } from './workspaceView.ts';

export interface ViewsDeps {
  readonly sessions: Sessions;
  readonly memory: vscode.Memento;
  /** A memento whose values are stored for the folder of this window. */
  readonly windowMemory: vscode.Memento;
  readonly recents: RememberedItems;
  readonly savedViews: { viewsOf(account: string): readonly SavedView[]; readonly onDidChange: Event<void> };
  readonly trees: Trees;
  readonly logger: Logger;
}

/** Maximum number of requests for a click on the row that loads more assigned work items. */
const MAX_PROJECT_REQUESTS = 20;

export class Views implements TreeViews, Disposable {
  readonly rows: Readonly<Record<ViewName, TreeRows>>;
  readonly pins: PinnedRecords;
  readonly #deps: ViewsDeps;
  readonly #staleIndicator: StaleIndicator;
  readonly #disposables = new DisposableStore();
  /** The views whose requests wait for the rate limit, with the time when they are sent. */
  readonly #waitingUntil = new Map<ViewName, number>();
  #choices: ViewChoices = INITIAL_CHOICES;
  /** The filter that was last stored. Lists are requested for it, and not for a filter that the user still edits. */
  #requestedFilter: Filter = INITIAL_CHOICES.filter;
  #folderBinding = folderBinding();
  #today = todayAt(Date.now());
  #lastSelectedView: ViewName = 'projects';
  #authenticationListener: Disposable | undefined;

  constructor(deps: ViewsDeps) {
    const { sessions, memory, recents } = deps;
    this.#deps = deps;
    this.pins = createPinnedRecords(memory);
    this.#staleIndicator = this.#disposables.add(new StaleIndicator(sessions, systemClock));
    // This listener must be registered before the rows are created, because the rows register listeners that use the
    // choices that this listener updates.
    this.#disposables.add(sessions.onDidChange((session) => this.#followSession(session)));
    const personal: PersonalSettings = {
      choices: () => this.#choices,
      requestedFilter: () => this.#requestedFilter,
      ownItems: () => this.#ownItems(),
      today: () => todayAt(Date.now()),
      isBound: (project) => this.#isBound(project),
      savedViews: () => this.#savedViews(),
    };
    const expansions = this.#disposables.add(
      new Expansions({
        memory: deps.windowMemory,
        sessions,
        trees: deps.trees,
        isInitiallyExpanded: (view, node) => {
          const data = this.rows[view].tree?.data;
          return data !== undefined && isInitiallyExpanded(node, data);
        },
      }),
    );
    const createRows = (view: ViewName): TreeRows =>
      this.#disposables.add(
        new TreeRows(view, {
          sessions,
          personal,
          expansion: {
            isExpanded: (node) => expansions.isExpanded(view, node),
            onChildrenRead: (node) => expansions.onChildrenRead(view, node),
          },
          clock: systemClock,
        }),
      );
    this.rows = {
      myWork: createRows('myWork'),
      projects: createRows('projects'),
      workspace: createRows('workspace'),
    };
    this.#disposables.add(hideEmptyWorkspace(sessions, deps.logger));
    this.#disposables.add(observeSessionRateLimit(sessions, () => this.#updateRateLimitMessages()));
    for (const view of VIEW_NAMES)
      this.#disposables.add(this.rows[view].onDidChangeReading(() => this.#updateRateLimitMessages()));
    this.#disposables.add(this.#staleIndicator.onDidChange((view) => this.#updateMessage(view)));
    this.#disposables.add(this.pins.onDidChange(() => this.#forEachTree((tree) => tree.update())));
    this.#disposables.add(
      deps.savedViews.onDidChange(() => {
        this.rows.myWork.tree?.applyChoices();
        this.rows.projects.tree?.applyChoices();
      }),
    );
    this.#disposables.add(recents.onDidChange(() => this.rows.myWork.tree?.update()));
    for (const view of VIEW_NAMES) {
      this.#disposables.add(vscode.commands.registerCommand(clickCommandId(view), () => this.#onClick(view)));
      this.#disposables.add(
        deps.trees[view].onDidChangeSelection(() => {
          this.#lastSelectedView = view;
        }),
      );
      this.#disposables.add(
        deps.trees[view].onDidExpandElement(({ element }) => this.rows[view].tree?.setExpanded(element, true)),
      );
      this.#disposables.add(
        deps.trees[view].onDidCollapseElement(({ element }) => this.rows[view].tree?.setExpanded(element, false)),
      );
    }
    this.#disposables.add(vscode.window.onDidChangeWindowState(() => this.#updateDay()));
    this.#followSession(sessions.current);
  }

  applyFolderBinding(): void {
    this.#folderBinding = folderBinding();
    this.rows.projects.tree?.update();
  }

  get choices(): ViewChoices {
    return this.#choices;
  }

  showCurrentItem(account: string, item: RememberedItem | undefined): void {
    const previousItem = this.#currentOf(account);
    void this.#deps.windowMemory.update(currentKeyOf(account), item);
    if (previousItem?.id !== item?.id) this.rows.myWork.tree?.update();
  }

  /** Whether one of the views is visible. */
  get isVisible(): boolean {
    return VIEW_NAMES.some((view) => this.#deps.trees[view].visible);
  }

  /** The visible lists of the visible views. */
  get visibleLists(): readonly VisibleList[] {
    return VIEW_NAMES.flatMap((view) =>
      this.#deps.trees[view].visible ? (this.rows[view].tree?.visibleLists ?? []) : [],
    );
  }

  async choose(changes: Partial<ViewChoices>, { isStored = true } = {}): Promise<void> {
    const session = this.#deps.sessions.current;
    this.#choices = { ...this.#choices, ...changes };
    if (isStored) this.#requestedFilter = this.#choices.filter;
    this.#showChoices();
    session?.store.setItemOrder(orderByParameter(this.#choices));
    this.#forEachTree((tree) => tree.applyChoices());
    if (isStored && session !== undefined) await this.#deps.memory.update(keyOf(session.account), this.#choices);
  }

  /** Returns the view that contains the row, or `projects` if no view contains it. */
  viewOf(node: Node | undefined): ViewName {
    return VIEW_NAMES.find((view) => node !== undefined && this.rows[view].tree?.hasNode(node)) ?? 'projects';
  }

  get selection(): readonly Node[] {
    const { visible, selection } = this.#deps.trees[this.#lastSelectedView];
    return visible ? selection : [];
  }

  /** Resolves with the row that has the focus, or with all selected rows of its view if it is one of them. */
  focusedRows(): Promise<readonly Node[]> {
    return findFocusedRows({
      selectedRows: () => VIEW_NAMES.flatMap((view) => this.#deps.trees[view].selection.map((row) => ({ view, row }))),
      toggleSelection: async () => void (await vscode.commands.executeCommand('list.toggleSelection')),
      keyOf: ({ view, row }) => `${view} ${nodeId(row)}`,
    });
  }

  /** Reloads the loaded lists of a view, or of a row and its descendants. Scroll position and expansion remain. */
  async refresh(view: ViewName, node?: Node): Promise<void> {
    await this.#withProgress(view, async () => this.rows[view].tree?.refresh(node));
  }

  /** Loads the next page of a list, and selects the first new row. `node` is the last row of the list. */
  async loadMore(node: EndNode): Promise<void> {
    const { view, tree, list } = this.#listAt(node) ?? {};
    if (view === undefined || tree === undefined || list === undefined) return;
    const previousIds = new Set(childrenOf(view, node.under, tree.data).map(nodeId));
    await this.#withProgress(view, () => list.loadMore());
    const firstNewNode = childrenOf(view, node.under, tree.data).find(
      (candidate) => !previousIds.has(nodeId(candidate)) && !('list' in candidate) && candidate.kind !== 'signIn',
    );
    if (firstNewNode !== undefined && this.#deps.trees[view].visible)
      await this.#revealRow(view, tree.register(firstNewNode), { select: true, focus: true });
  }

  /** Repeats the failed request of a list. Loaded rows remain. */
  async retry(node: EndNode): Promise<void> {
    const { view, list } = this.#listAt(node) ?? {};
    if (view === undefined || list === undefined) return;
    await this.#withProgress(view, () => retryList(list));
  }

  /**
   * Loads the next page of each project whose work items are not completely loaded. If `node` is the last row of a
   * saved view, loads only pages of projects whose work items the view can contain. The user can cancel.
   */
  async loadMoreAssignedItems(node?: Node): Promise<void> {
    const { current } = this.#deps.sessions;
    const treeData = this.rows.myWork.tree?.data;
    if (current === undefined || treeData === undefined) return;
    await current.store.resources.projects.list().read();
    const incompleteProjects = itemLoadProgressOf(node?.under, treeData).incompleteProjects.slice(
      0,
      MAX_PROJECT_REQUESTS,
    );
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Loading work items'),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      for (const [index, project] of incompleteProjects.entries()) {
        if (token.isCancellationRequested) return;
        progress.report({
          message: escapeLinks(
            l10n.t(
              '{0} of {1}: {2}',
              formatCount(index + 1),
              formatCount(incompleteProjects.length),
              treeData.project(project)?.name ?? '',
            ),
          ),
          increment: 100 / incompleteProjects.length,
        });
        await treeData.loadItems(project, itemFilterOf(node?.under, treeData));
      }
    });
  }

  async reveal(address: RecordAddress, { focus = false, expand = false } = {}): Promise<boolean> {
    const treeData = this.rows.projects.tree?.data;
    if (treeData === undefined) return false;
    if (address.within !== '' && address.kind !== 'customerRequest') {
      await this.rows.projects.load();
      await this.rows.projects.load({ kind: 'project', project: address.within, under: undefined });
    }
    const cachedRow = viewAndNodeOf(address, treeData);
    const tree = cachedRow === undefined ? undefined : this.rows[cachedRow.view].tree;
    if (cachedRow === undefined || tree === undefined) return false;
    for (const ancestor of ancestorsOf(cachedRow.node)) await tree.load(ancestor);
    // Loading the ancestors may have moved the record to another row.
    const row = viewAndNodeOf(address, treeData) ?? cachedRow;
    for (const ancestor of ancestorsOf(row.node)) await tree.load(ancestor);
    await this.#revealRow(row.view, tree.register(row.node), { select: true, focus, expand });
    const revealedAddress = nodeAddress(row.node);
    return revealedAddress !== undefined && recordKey(revealedAddress) === recordKey(address);
  }

  followMove(near: unknown, { project, id }: ItemAddress): () => Promise<void> {
    const { tree } = this.rows.projects;
    const node = toNode(near);
    const address: RecordAddress = { kind: 'workItem', within: project, id };
    const rowOf = (): Node | undefined => tree && viewAndNodeOf(address, tree.data)?.node;
    const before = node !== undefined && tree?.hasNode(node) === true ? rowOf() : undefined;
    return async () => {
      const after = rowOf();
      const isMoved = before !== undefined && after?.kind === 'workItem' && nodeId(after) !== nodeId(before);
      if (isMoved && this.#deps.trees.projects.visible) await this.reveal(address);
    };
  }

  countMatches(filter: Filter): number {
    const data = this.rows.myWork.tree?.data;
    return data === undefined ? 0 : countMatches(filter, data, data.sorter);
  }

  async revealSavedView(name: string): Promise<void> {
    await this.rows.myWork.load();
    const { tree } = this.rows.myWork;
    const nodes = tree === undefined ? [] : savedViewNodes(tree.data);
    const node = nodes.find((candidate) => candidate.name === name && candidate.origin === 'account');
    if (tree !== undefined && node !== undefined)
      await this.#revealRow('myWork', tree.register(node), { select: true, focus: false });
  }

  dispose(): void {
    this.#authenticationListener?.dispose();
    this.#disposables.dispose();
  }

  async #revealRow(
    view: ViewName,
    node: Node,
    options: Readonly<{ select: boolean; focus: boolean; expand?: boolean }>,
  ): Promise<void> {
    await this.rows[view].holdChangesDuring(async () => this.#deps.trees[view].reveal(node, options));
  }

  async #onClick(view: ViewName): Promise<void> {
    const node = await selectedRow(this.#deps.trees[view], systemClock);
    if (node !== undefined) await this.rows[view].runCommandOf(node);
  }

  #listAt(node: EndNode) {
    const view = this.viewOf(node);
    const { tree } = this.rows[view];
    const store = this.#deps.sessions.current?.store;
    return tree === undefined || store === undefined ? undefined : { view, tree, list: store.list(node.list) };
  }

  #forEachTree(work: (tree: Tree) => void): void {
    for (const { tree } of Object.values(this.rows)) if (tree !== undefined) work(tree);
  }

  async #withProgress(view: ViewName, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: VIEWS[view] } }, () => this.rows[view].trackReading(work));
  }

  /** Updates the rows that depend on due dates, when the user returns to the window on another day. */
  #updateDay(): void {
    const today = todayAt(Date.now());
    if (today === this.#today) return;
    this.#today = today;
    this.#forEachTree((tree) => {
      tree.update();
      tree.applyChoices();
    });
  }

  #isBound(project: Project): boolean {
    return isBoundProject(this.#folderBinding, this.#deps.sessions.current?.workspace ?? '', project);
  }

  #savedViews(): readonly SavedView[] {
    const session = this.#deps.sessions.current;
    return session === undefined ? [] : this.#deps.savedViews.viewsOf(session.account);
  }

  #ownItems(): OwnItems {
    const session = this.#deps.sessions.current;
    if (session === undefined) return { me: '', recents: [], pinned: [] };
    return {
      me: session.me.id,
      current: this.#currentOf(session.account),
      recents: this.#deps.recents.entriesOf(session.account),
      pinned: this.pins.entriesOf(session.account).toReversed(),
    };
  }

  #currentOf(account: string): RememberedItem | undefined {
    return this.#deps.windowMemory.get<RememberedItem>(currentKeyOf(account));
  }

  #followSession(session: Session | undefined): void {
    this.#choices =
      session === undefined ? INITIAL_CHOICES : parseViewChoices(this.#deps.memory.get(keyOf(session.account)));
    this.#requestedFilter = this.#choices.filter;
    session?.store.setItemOrder(orderByParameter(this.#choices));
    const updateMessages = (): void => VIEW_NAMES.forEach((view) => this.#updateMessage(view));
    this.#authenticationListener?.dispose();
    this.#authenticationListener = session?.store.authentication.onDidChange(updateMessages);
    this.#showChoices();
    updateMessages();
  }

  /** Updates the message above the rows. Only the Projects view has a filter. */
  #updateMessage(view: ViewName): void {
    const { trees, sessions } = this.#deps;
    const status: ViewStatus = {
      isKeyRejected: sessions.current?.store.authentication.rejection !== undefined,
      filter: view === 'projects' ? shortFilterText(this.#choices.filter, (id) => this.#personName(id)) : '',
      unreachableSince: this.#staleIndicator.unreachableSince,
      staleSince: this.#staleIndicator.staleSince(view),
      waitingUntil: this.#waitingUntil.get(view),
    };
    trees[view].message = displayText(viewMessage(status, Date.now()));
  }

  #personName(id: string): string {
    const isMe = id === this.#deps.sessions.current?.me.id;
    return isMe ? l10n.t('me') : (this.rows.projects.tree?.data.userName('', id) ?? id);
  }

  /** Updates the message of each view whose requests begin to wait for the rate limit, or are sent. */
  #updateRateLimitMessages(): void {
    const waitingUntil = this.#deps.sessions.current?.store.rateLimit.waitingUntil;
    for (const view of VIEW_NAMES) {
      const viewWaitsUntil = this.rows[view].isReading ? waitingUntil : undefined;
      if (viewWaitsUntil === this.#waitingUntil.get(view)) continue;
      if (viewWaitsUntil === undefined) this.#waitingUntil.delete(view);
      else this.#waitingUntil.set(view, viewWaitsUntil);
      this.#updateMessage(view);
    }
  }

  /** Updates the description of the Projects view with the user's grouping and order, and its message with the filter. */
  #showChoices(): void {
    const { projects } = this.#deps.trees;
    const choicesDescription = choicesText(this.#choices);
    const session = this.#deps.sessions.current;
    const account = session?.profile.service === 'local' ? 'local' : session;
    projects.description = displayText(viewDescription(account, session === undefined ? '' : choicesDescription));
    this.#updateMessage('projects');
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.filtered, isFiltering(this.#choices.filter));
  }
}

/** Returns the ancestors of the node, starting with the root (`undefined`). */
function ancestorsOf(node: Node): (Node | undefined)[] {
  return node.under === undefined ? [undefined] : [...ancestorsOf(node.under), node.under];
}

function currentKeyOf(account: string): string {
  return `current ${account}`;
}

function keyOf(account: string): string {
  return `work items shown ${account}`;
}
