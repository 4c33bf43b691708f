// The sidebar's views: their rows, the user's choices for them, and revealing a record.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type RecordAddress, recordKey } from '../../../cache/address.ts';
import type { Project } from '../../../contract/resources/project.ts';
import { isBound } from '../../../session/folderBinding.ts';
import { followSessionRateLimit, rateLimitMessage } from '../../../session/rateLimit.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import type { VisibleList } from '../../../sync/backgroundRefresh.ts';
import { childrenOf, treeItemOf } from '../../../tree/children.ts';
import {
  choicesText,
  DEFAULT_CHOICES,
  filterText,
  groupedByText,
  isFiltering,
  parseViewChoices,
  sortOf,
  type ViewChoices,
} from '../../../tree/grouping/choices.ts';
import { searchedProjects } from '../../../tree/mine.ts';
import { type EndNode, type Node, nodeAddress, nodeId, VIEW_NAMES, type ViewName } from '../../../tree/node.ts';
import { ageText } from '../../../tree/presentation/age.ts';
import type { Personal } from '../../../tree/storeTreeData.ts';
import type { Tree } from '../../../tree/tree.ts';
import type { OwnItems } from '../../../tree/treeData.ts';
import { CONTEXT_KEYS, VIEWS } from '../../contributions.ts';
import { folderBinding } from '../../settings.ts';
import { escapeLinks } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { createPinnedItems, type RememberedItems } from '../workItems/rememberedItems.ts';
import { Expansions } from './expansions.ts';
import { TreeRows } from './provider.ts';
import { StaleIndicator } from './staleIndicator.ts';
import { hideUnsupportedViews } from './unsupportedViews.ts';
import type { Trees } from './view.ts';

export interface ViewsDeps {
  readonly sessions: Sessions;
  readonly memory: vscode.Memento;
  /** The memento of this window's folder only. */
  readonly windowMemory: vscode.Memento;
  readonly recents: RememberedItems;
  readonly trees: Trees;
}

/** Maximum number of requests for one click on the row that loads more assigned work items. */
const MOST_LOOKED = 20;

export class Views implements Disposable {
  readonly rows: Readonly<Record<ViewName, TreeRows>>;
  readonly pins: RememberedItems;
  readonly #deps: ViewsDeps;
  readonly #ages: StaleIndicator;
  readonly #disposables = new Disposables();
  /** The message about the rate limit above the rows of a view. */
  readonly #waits = new Map<ViewName, string>();
  #choices: ViewChoices = DEFAULT_CHOICES;
  #binding = folderBinding();
  #selectedIn: ViewName = 'projects';
  #authenticating: Disposable | undefined;

  constructor(deps: ViewsDeps) {
    const { sessions, memory, recents } = deps;
    this.#deps = deps;
    this.pins = createPinnedItems(memory);
    this.#ages = this.#disposables.add(new StaleIndicator(sessions));
    // Must come before the rows are created, because they use the choices.
    this.#disposables.add(sessions.onDidChange((session) => this.#follow(session)));
    const personal: Personal = {
      choices: () => this.#choices,
      mine: () => this.#mine(),
      isBound: (project) => this.#isBound(project),
    };
    const expansions = this.#disposables.add(new Expansions(deps.windowMemory, sessions, deps.trees));
    const rowsOf = (view: ViewName): TreeRows =>
      this.#disposables.add(new TreeRows(view, sessions, personal, (node) => expansions.stateOf(view, node)));
    this.rows = {
      myWork: rowsOf('myWork'),
      projects: rowsOf('projects'),
      initiatives: rowsOf('initiatives'),
      teamspaces: rowsOf('teamspaces'),
      customers: rowsOf('customers'),
    };
    this.#disposables.add(hideUnsupportedViews(sessions));
    this.#disposables.add(followSessionRateLimit(sessions, () => this.#updateWaits()));
    for (const view of VIEW_NAMES) this.#disposables.add(this.rows[view].onDidChangeReading(() => this.#updateWaits()));
    this.#disposables.add(this.#ages.onDidChange((view) => this.#updateAge(view)));
    this.#disposables.add(
      this.pins.onDidChange((items) =>
        this.#eachOutline((outline) => items.forEach((item) => outline.ownChanged(item))),
      ),
    );
    this.#disposables.add(recents.onDidChange(() => this.rows.myWork.outline?.ownChanged()));
    for (const view of VIEW_NAMES) {
      this.#disposables.add(
        deps.trees[view].onDidChangeSelection(() => {
          this.#selectedIn = view;
        }),
      );
      this.#disposables.add(
        deps.trees[view].onDidExpandElement(({ element }) => this.rows[view].outline?.turn(element, true)),
      );
      this.#disposables.add(
        deps.trees[view].onDidCollapseElement(({ element }) => this.rows[view].outline?.turn(element, false)),
      );
    }
    this.#follow(sessions.current);
  }

  /** Reads the folder's settings again. */
  rebind(): void {
    this.#binding = folderBinding();
    this.rows.projects.outline?.rechoose();
  }

  get choices(): ViewChoices {
    return this.#choices;
  }

  /** The visible lists of the views that are shown. */
  get visible(): readonly VisibleList[] {
    return VIEW_NAMES.flatMap((view) =>
      this.#deps.trees[view].visible ? (this.rows[view].outline?.visible ?? []) : [],
    );
  }

  /** Changes how work items are shown in every view. `kept` stores the choices for this account. */
  async choose(changes: Partial<ViewChoices>, { kept = true } = {}): Promise<void> {
    const session = this.#deps.sessions.current;
    this.#choices = { ...this.#choices, ...changes };
    this.#updateMessages();
    session?.store.orderItems(sortOf(this.#choices));
    this.#eachOutline((outline) => outline.rechoose());
    if (kept && session !== undefined) await this.#deps.memory.update(keyOf(session.account), this.#choices);
  }

  /** Returns the view that contains this row, or Projects if the argument is not a row. */
  viewOf(node: Node | undefined): ViewName {
    return VIEW_NAMES.find((view) => node !== undefined && this.rows[view].outline?.holds(node)) ?? 'projects';
  }

  /** The selection of the view that was used last, while it is visible. */
  get selection(): readonly Node[] {
    const { visible, selection } = this.#deps.trees[this.#selectedIn];
    return visible ? selection : [];
  }

  /** Reloads what was loaded of a view, or at and below one of its rows. Scroll position and expansion remain. */
  async refresh(view: ViewName, node?: Node): Promise<void> {
    await this.#working(view, async () => this.rows[view].outline?.refresh(node));
  }

  /** Loads the next page of the list that this row ends, and selects the first new row. */
  async loadMore(node: EndNode): Promise<void> {
    const { view, outline, list } = this.#at(node) ?? {};
    if (view === undefined || outline === undefined || list === undefined) return;
    const before = new Set(childrenOf(view, node.under, outline.known).map(nodeId));
    await this.#working(view, () => list.loadMore());
    const first = childrenOf(view, node.under, outline.known).find(
      (one) => !before.has(nodeId(one)) && !('list' in one) && one.kind !== 'signIn',
    );
    const tree = this.#deps.trees[view];
    if (first !== undefined && tree.visible) await tree.reveal(outline.keep(first), { select: true, focus: true });
  }

  /** Keeps what was loaded, and repeats the failed request. */
  async retry(node: EndNode): Promise<void> {
    const { view, list } = this.#at(node) ?? {};
    if (view === undefined || list === undefined) return;
    await this.#working(view, () => (list.state.status === 'ready' ? list.loadMore() : list.reload()));
  }

  /** Loads the next page of each project that is not completely loaded, one after the other, until the user cancels. */
  async lookThrough(): Promise<void> {
    const { current } = this.#deps.sessions;
    const known = this.rows.myWork.outline?.known;
    if (current === undefined || known === undefined) return;
    await current.store.resources.projects.list().read();
    const left = searchedProjects(known).left.slice(0, MOST_LOOKED);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Loading work items'),
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (progress, token) => {
      for (const [index, project] of left.entries()) {
        if (token.isCancellationRequested) return;
        progress.report({
          message: escapeLinks(
            l10n.t(
              '{0} of {1}: {2}',
              formatCount(index + 1),
              formatCount(left.length),
              known.project(project)?.name ?? '',
            ),
          ),
          increment: 100 / left.length,
        });
        const list = current.store.list({ of: 'items', owner: project });
        await (list.state.status === 'ready' ? list.loadMore() : list.read());
      }
    });
  }

  /**
   * Reveals a record's row in its view, and selects it. Loads the rows above it. If its own row is filtered out or on a
   * page that is not loaded, reveals its project's row. Resolves with false if its own row is not shown.
   */
  async reveal(address: RecordAddress, { focus = false } = {}): Promise<boolean> {
    const known = this.rows.projects.outline?.known;
    if (known === undefined) return false;
    if (address.within !== '' && address.kind !== 'customerRequest') {
      await this.rows.projects.getChildren();
      await this.rows.projects.getChildren({ kind: 'project', project: address.within, under: undefined });
    }
    const likely = treeItemOf(address, known);
    const outline = likely === undefined ? undefined : this.rows[likely.view].outline;
    if (likely === undefined || outline === undefined) return false;
    for (const above of waysTo(likely.node)) await outline.open(above);
    // The rows loaded on the way may have changed where the record's row is.
    const row = treeItemOf(address, known) ?? likely;
    for (const above of waysTo(row.node)) await outline.open(above);
    await this.#deps.trees[row.view].reveal(outline.keep(row.node), { select: true, focus });
    const shown = nodeAddress(row.node);
    return shown !== undefined && recordKey(shown) === recordKey(address);
  }

  dispose(): void {
    this.#authenticating?.dispose();
    this.#disposables.dispose();
  }

  #at(node: EndNode) {
    const view = this.viewOf(node);
    const { outline } = this.rows[view];
    const store = this.#deps.sessions.current?.store;
    return outline === undefined || store === undefined ? undefined : { view, outline, list: store.list(node.list) };
  }

  #eachOutline(work: (outline: Tree) => void): void {
    for (const { outline } of Object.values(this.rows)) if (outline !== undefined) work(outline);
  }

  async #working(view: ViewName, work: () => Promise<void>): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: VIEWS[view] } }, () => this.rows[view].whileReading(work));
  }

  #isBound(project: Project): boolean {
    return isBound(this.#binding, this.#deps.sessions.current?.workspace ?? '', project);
  }

  #mine(): OwnItems {
    const session = this.#deps.sessions.current;
    if (session === undefined) return { me: '', recents: [], pinned: [] };
    return {
      me: session.me.id,
      recents: this.#deps.recents.of(session.account),
      pinned: this.pins.of(session.account),
    };
  }

  #follow(session: Session | undefined): void {
    this.#choices =
      session === undefined ? DEFAULT_CHOICES : parseViewChoices(this.#deps.memory.get(keyOf(session.account)));
    session?.store.orderItems(sortOf(this.#choices));
    const updateMessages = (): void => VIEW_NAMES.forEach((view) => this.#updateAge(view));
    this.#authenticating?.dispose();
    this.#authenticating = session?.store.authentication.onDidChange(updateMessages);
    updateMessages();
  }

  /**
   * Shows a message above the rows: the server rejects the key, or the rows are from an earlier run and not reloaded
   * yet.
   */
  #updateAge(view: ViewName): void {
    if (view === 'projects') this.#updateMessages();
    else this.#deps.trees[view].message = [this.#rejection(), this.#ageOf(view)].join(' ').trim();
  }

  #rejection(): string {
    const rejection = this.#deps.sessions.current?.store.authentication.rejection;
    return rejection === undefined ? '' : formatError(rejection);
  }

  #ageOf(view: ViewName): string {
    const asOf = this.#ages.of(view);
    const age = asOf === undefined ? '' : ageText(asOf, Date.now());
    return [age, this.#waits.get(view) ?? ''].join(' ').trim();
  }

  /** Shows a message above the rows of each view that waits for the rate limit. */
  #updateWaits(): void {
    const until = this.#deps.sessions.current?.store.rateLimit.waitingUntil;
    for (const view of VIEW_NAMES) {
      const message = until !== undefined && this.rows[view].isReading ? rateLimitMessage(until) : '';
      if (message === (this.#waits.get(view) ?? '')) continue;
      this.#waits.set(view, message);
      this.#updateAge(view);
    }
  }

  /** Shows the choices beside the view's name, and a message above its rows if a filter hides some of them. */
  #updateMessages(): void {
    const person = (id: string): string =>
      id === this.#deps.sessions.current?.me.id
        ? l10n.t('me')
        : (this.rows.projects.outline?.known.personName('', id) ?? id);
    const { projects, initiatives } = this.#deps.trees;
    initiatives.description = this.#choices.initiativesBy === 'none' ? '' : groupedByText(this.#choices.initiativesBy);
    const { filter } = this.#choices;
    const words = choicesText(this.#choices, person);
    projects.description = displayText(words);
    const filtered = isFiltering(filter)
      ? l10n.t('Only work items that match {0} are shown.', filterText(filter, person))
      : '';
    projects.message = displayText([this.#rejection(), filtered, this.#ageOf('projects')].join(' ').trim());
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.filtered, isFiltering(filter));
  }
}

/** Returns the root and every node above this one, from the top. */
function waysTo(node: Node): (Node | undefined)[] {
  return node.under === undefined ? [undefined] : [...waysTo(node.under), node.under];
}

function keyOf(account: string): string {
  return `work items shown ${account}`;
}
