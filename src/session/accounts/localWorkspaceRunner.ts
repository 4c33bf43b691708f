// Starts the local workspace of a window on the first use, and stops it.
import type { LocalWorkspace } from '../localWorkspace.ts';

export class LocalWorkspaceRunner {
  readonly #start: () => Promise<LocalWorkspace>;
  #localWorkspace: Promise<LocalWorkspace> | undefined;
  /** Number of clients that were opened for another account's window and are not closed. */
  #retainCount = 0;

  constructor(start: () => Promise<LocalWorkspace>) {
    this.#start = start;
  }

  /** Rejects with a LocalWorkspaceError. After that, the next call starts the local workspace again. */
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

  /** Does nothing while the local workspace is retained. */
  async stopUnlessRetained(): Promise<void> {
    if (this.#retainCount === 0) await this.stop();
  }

  async stop(): Promise<void> {
    const localWorkspace = this.#localWorkspace;
    this.#localWorkspace = undefined;
    await (await localWorkspace)?.stop();
  }
}
