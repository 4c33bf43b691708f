// Stores which rows of each tree view are expanded, and restores them after a reload of the window.
// VS Code does not store expanded rows of views that extensions provide.
import type * as vscode from 'vscode';
import type { Sessions } from '../../../core/session/session.ts';
import { RememberedList } from '../../../shell/rememberedList.ts';
import { type Node, nodeId, VIEW_NAMES, type ViewName } from '../../../shell/tree/node.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Trees } from './registerTrees.ts';

export interface ExpansionDeps {
  /** A memento whose values are stored for this window. */
  readonly memory: vscode.Memento;
  readonly sessions: Pick<Sessions, 'current'>;
  readonly trees: {
    readonly [View in ViewName]: Pick<Trees[View], 'onDidExpandElement' | 'onDidCollapseElement'>;
  };
  /** Whether a row is expanded by default, that is, until the user expands or collapses it. */
  readonly isInitiallyExpanded: (view: ViewName, node: Node) => boolean;
}

/** The rows that differ from their initial state, for each view and account. */
export class Expansions implements Disposable {
  readonly #deps: ExpansionDeps;
  readonly #expandedRows: RememberedList<string>;
  readonly #collapsedRows: RememberedList<string>;
  readonly #disposables = new DisposableStore();

  constructor(deps: ExpansionDeps) {
    this.#deps = deps;
    const { memory, trees } = deps;
    const createRowList = (name: string) =>
      new RememberedList<string>(memory, { name, maxEntries: 50, idOf: (id) => id });
    this.#expandedRows = createRowList('open rows of');
    this.#collapsedRows = createRowList('closed rows of');
    for (const view of VIEW_NAMES) {
      this.#disposables.add(trees[view].onDidExpandElement(({ element }) => void this.#store(view, element, true)));
      this.#disposables.add(trees[view].onDidCollapseElement(({ element }) => void this.#store(view, element, false)));
    }
  }

  /** Whether a row is expanded. This is the state in which the user left the row, or else its default state. */
  isExpanded(view: ViewName, node: Node): boolean {
    const owner = this.#ownerOf(view);
    const id = nodeId(node);
    return this.#deps.isInitiallyExpanded(view, node)
      ? !this.#collapsedRows.entriesOf(owner).includes(id)
      : this.#expandedRows.entriesOf(owner).includes(id);
  }

  /**
   * Must be called when VS Code reads the children of a row, which means that the row is expanded. VS Code reports no
   * expansion of a row while it reads the ancestors of the row again.
   */
  onChildrenRead(view: ViewName, node: Node): void {
    if (!this.isExpanded(view, node)) void this.#store(view, node, true);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #store(view: ViewName, node: Node, isNowExpanded: boolean): Promise<void> {
    const isInitial = this.#deps.isInitiallyExpanded(view, node) === isNowExpanded;
    const owner = this.#ownerOf(view);
    const id = nodeId(node);
    const [rows, oppositeRows] = isNowExpanded
      ? [this.#expandedRows, this.#collapsedRows]
      : [this.#collapsedRows, this.#expandedRows];
    await oppositeRows.remove(owner, [id]);
    if (!isInitial) await rows.add(owner, id);
  }

  #ownerOf(view: ViewName): string {
    return `${view} ${this.#deps.sessions.current?.account ?? ''}`;
  }
}
