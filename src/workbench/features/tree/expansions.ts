// Owns which rows stand open, view by view, for when the window comes back: VS Code itself forgets that of an extension's trees.
import * as vscode from 'vscode';
import type { Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { type Node, nodeId, VIEW_NAMES, type ViewName } from '../../../tree/node.ts';
import type { Trees } from './view.ts';

/** So many rows of a view at most, those opened last. */
const MOST = 50;

export class Expansions implements Disposable {
  readonly #memory: vscode.Memento;
  readonly #sessions: Sessions;
  readonly #held = new Disposables();

  constructor(memory: vscode.Memento, sessions: Sessions, trees: Trees) {
    this.#memory = memory;
    this.#sessions = sessions;
    for (const view of VIEW_NAMES) {
      this.#held.add(trees[view].onDidExpandElement(({ element }) => void this.#put(view, element, true)));
      this.#held.add(trees[view].onDidCollapseElement(({ element }) => void this.#put(view, element, false)));
    }
  }

  /** How the row stands when it is shown for the first time in this window. */
  stateOf(view: ViewName, node: Node): vscode.TreeItemCollapsibleState {
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    return this.#of(view).includes(nodeId(node)) ? Expanded : Collapsed;
  }

  dispose(): void {
    this.#held.dispose();
  }

  #of(view: ViewName): readonly string[] {
    return this.#memory.get<readonly string[]>(this.#key(view), []);
  }

  async #put(view: ViewName, node: Node, isOpen: boolean): Promise<void> {
    const id = nodeId(node);
    const others = this.#of(view).filter((one) => one !== id);
    await this.#memory.update(this.#key(view), isOpen ? [id, ...others].slice(0, MOST) : others);
  }

  #key(view: ViewName): string {
    return `open rows of ${view} ${this.#sessions.current?.account ?? ''}`;
  }
}
