// Stores which rows of each tree view are expanded, and restores them after a reload of the window.
// VS Code does not store expanded rows of views that extensions provide.
import * as vscode from 'vscode';
import type { Sessions } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { type Node, nodeId, VIEW_NAMES, type ViewName } from '../../../tree/node.ts';
import { RememberedList } from '../../rememberedList.ts';
import type { Trees } from './view.ts';

export class Expansions implements Disposable {
  readonly #expandedRows: RememberedList<string>;
  readonly #sessions: Sessions;
  readonly #disposables = new DisposableStore();

  constructor(memory: vscode.Memento, sessions: Sessions, trees: Trees) {
    this.#expandedRows = new RememberedList(memory, { name: 'open rows of', maxEntries: 50, idOf: (id) => id });
    this.#sessions = sessions;
    for (const view of VIEW_NAMES) {
      this.#disposables.add(trees[view].onDidExpandElement(({ element }) => void this.#store(view, element, true)));
      this.#disposables.add(trees[view].onDidCollapseElement(({ element }) => void this.#store(view, element, false)));
    }
  }

  /** Returns whether a row is initially expanded or collapsed in this window. */
  stateOf(view: ViewName, node: Node): vscode.TreeItemCollapsibleState {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    return this.#expandedRows.of(this.#ownerOf(view)).includes(nodeId(node)) ? Expanded : Collapsed;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #store(view: ViewName, node: Node, isOpen: boolean): Promise<void> {
    const id = nodeId(node);
    const owner = this.#ownerOf(view);
    await (isOpen ? this.#expandedRows.add(owner, id) : this.#expandedRows.remove(owner, [id]));
  }

  #ownerOf(view: ViewName): string {
    return `${view} ${this.#sessions.current?.account ?? ''}`;
  }
}
