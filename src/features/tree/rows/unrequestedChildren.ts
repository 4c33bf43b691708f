// Finds expanded rows whose children VS Code has not requested. If a row changes while VS Code requests the children of
// the rows below it, VS Code no longer knows these rows: it shows them without children and does not request them again.

import { type Node, nodeId } from '../../../shell/tree/node.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Disposable } from '../../../std/disposable.ts';

/** VS Code requests the children of an expanded row some milliseconds after it has received the row. */
const REQUEST_TIMEOUT_MS = 1_000;

export interface UnrequestedChildrenDeps {
  readonly clock: Clock;
  /** Whether VS Code shows the row expanded. */
  readonly isExpanded: (node: Node) => boolean;
  /** Whether children of a row are being loaded. VS Code requests the children of several rows one after the other. */
  readonly isReading: () => boolean;
  /** Makes VS Code read the row again. */
  readonly refresh: (node: Node) => void;
}

export class UnrequestedChildren implements Disposable {
  readonly #deps: UnrequestedChildrenDeps;
  /** The expanded rows that VS Code has received and whose children it has not requested since then, by id. */
  readonly #waitingNodes = new Map<string, Node>();
  readonly #disposeController = new AbortController();

  constructor(deps: UnrequestedChildrenDeps) {
    this.#deps = deps;
  }

  /** Must be called when VS Code requests the children of a row. */
  onRequest(node: Node): void {
    this.#waitingNodes.delete(nodeId(node));
  }

  /**
   * Must be called with the rows that VS Code receives. Rows that are still expanded after one second without a load in
   * progress, and whose children VS Code has not requested, are refreshed once.
   */
  async onRowsSent(nodes: readonly Node[]): Promise<void> {
    const { clock, isExpanded, isReading, refresh } = this.#deps;
    const expandedNodes = nodes.filter(isExpanded);
    if (expandedNodes.length === 0) return;
    for (const node of expandedNodes) this.#waitingNodes.set(nodeId(node), node);
    try {
      do await clock.sleep(REQUEST_TIMEOUT_MS, this.#disposeController.signal);
      while (isReading());
    } catch (error) {
      if (this.#disposeController.signal.aborted) return;
      throw error;
    }
    for (const node of expandedNodes) {
      if (this.#waitingNodes.get(nodeId(node)) !== node) continue;
      this.#waitingNodes.delete(nodeId(node));
      if (isExpanded(node)) refresh(node);
    }
  }

  dispose(): void {
    this.#disposeController.abort();
  }
}
