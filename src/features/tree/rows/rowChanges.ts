// Collects the changes of a view's rows, and reports the changes of one task to VS Code together. If VS Code is told to
// read a row again while it still reads a row above it, it can log "Tree element not found" and ignore the change.

import type { Node } from '../../../shell/tree/node.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Disposable } from '../../../std/disposable.ts';

/** Maximum duration for which changes are held back, in case VS Code does not finish an operation. */
const MAX_HOLD_MS = 5_000;

export interface RowChangesDeps {
  readonly clock: Clock;
  /** Makes VS Code read these rows and the rows below them again; undefined is the whole view. */
  readonly send: (nodes: Node[] | undefined) => void;
}

export class RowChanges implements Disposable {
  readonly #deps: RowChangesDeps;
  readonly #changedNodes = new Set<Node | undefined>();
  readonly #disposeController = new AbortController();
  /** The number of operations during which changes are held back. */
  #holdCount = 0;

  constructor(deps: RowChangesDeps) {
    this.#deps = deps;
  }

  /** Adds a row that has changed; undefined is the whole view. */
  add(node: Node | undefined): void {
    this.#changedNodes.add(node);
    if (this.#changedNodes.size === 1) queueMicrotask(() => this.#sendUnlessHeld());
  }

  /** Reports the earlier changes, and holds back the changes that occur during `work`, for five seconds at most. */
  async holdDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#sendUnlessHeld();
    this.#holdCount += 1;
    const workController = new AbortController();
    const signal = AbortSignal.any([workController.signal, this.#disposeController.signal]);
    const release = (): void => {
      this.#holdCount -= 1;
      this.#sendUnlessHeld();
    };
    void this.#deps.clock.sleep(MAX_HOLD_MS, signal).then(release, release);
    try {
      return await work();
    } finally {
      workController.abort();
    }
  }

  dispose(): void {
    this.#changedNodes.clear();
    this.#disposeController.abort();
  }

  #sendUnlessHeld(): void {
    if (this.#holdCount > 0 || this.#changedNodes.size === 0) return;
    const nodes = [...this.#changedNodes].filter((node) => node !== undefined);
    const isWholeView = nodes.length < this.#changedNodes.size;
    this.#changedNodes.clear();
    this.#deps.send(isWholeView ? undefined : nodes);
  }
}
