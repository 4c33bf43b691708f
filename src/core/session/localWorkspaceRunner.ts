// Starts the local workspace of a window on the first use, and stops it.
import type { LocalWorkspace } from './localWorkspace.ts';

export class LocalWorkspaceRunner {
  readonly #start: () => Promise<LocalWorkspace>;
  #localWorkspace: Promise<LocalWorkspace> | undefined;
  /** Number of open clients of the local workspace that do not belong to this window's session. */
  #retainCount = 0;

  constructor(start: () => Promise<LocalWorkspace>) {
    this.#start = start;
  }

  /**
   * Starts the local workspace unless it is running. Rejects with a LocalWorkspaceError; the next call then tries
   * again.
   */
  get(): Promise<LocalWorkspace> {
    this.#localWorkspace ??= this.#start().catch((error: unknown) => {
      this.#localWorkspace = undefined;
      throw error;
    });
    return this.#localWorkspace;
  }

  /** Keeps the local workspace running until the returned function is called. */
  retain(): () => void {
    this.#retainCount += 1;
    return () => {
      this.#retainCount -= 1;
    };
  }

  /** Stops the local workspace if every function that `retain` returned has been called. */
  async stopUnlessRetained(): Promise<void> {
    if (this.#retainCount === 0) await this.stop();
  }

  async stop(): Promise<void> {
    const localWorkspace = this.#localWorkspace;
    this.#localWorkspace = undefined;
    await (await localWorkspace)?.stop();
  }
}
