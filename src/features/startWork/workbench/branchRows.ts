// Keeps what the rows of work items show of their local branches.
import { keyOf } from '../../../core/cache/address.ts';
import type { LocalBranch } from '../../../core/cache/itemCode.ts';
import type { Session } from '../../../core/session/session.ts';
import { checkoutOf } from '../../../shell/code/branchText.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { CurrentItems } from './currentItems.ts';

export interface BranchRowsDeps {
  readonly repositories: Pick<Repositories, 'all' | 'onDidChange' | 'onDidUpdateStatus'>;
  readonly currentItems: Pick<CurrentItems, 'itemOfBranch' | 'onDidChange'>;
  /** Whether git may be run: the folder is trusted, and the window has the focus. */
  readonly mayRead: () => boolean;
  readonly clock: Clock;
}

/** VS Code updates the status of a repository several times in a row, in milliseconds. */
const DEBOUNCE_MS = 2_000;
/** How often the branches that are not checked out here are read, in milliseconds. */
const READ_INTERVAL_MS = 30_000;

interface ReadBranches {
  readonly at: number;
  readonly branches: readonly LocalBranch[];
}

export class BranchRows implements Disposable {
  readonly #deps: BranchRowsDeps;
  readonly #session: Session;
  readonly #disposables = new DisposableStore();
  readonly #disposal = new AbortController();
  readonly #read = new Map<string, ReadBranches>();
  #isUpdatePending = false;

  constructor(deps: BranchRowsDeps, session: Session) {
    this.#deps = deps;
    this.#session = session;
    const { repositories, currentItems } = deps;
    for (const onDidChange of [repositories.onDidChange, repositories.onDidUpdateStatus, currentItems.onDidChange])
      this.#disposables.add(onDidChange(() => void this.#updateSoon()));
    void this.#updateSoon();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposal.abort();
  }

  async #updateSoon(): Promise<void> {
    if (this.#isUpdatePending) return;
    this.#isUpdatePending = true;
    const { signal } = this.#disposal;
    try {
      await this.#deps.clock.sleep(DEBOUNCE_MS, signal);
    } catch (reason) {
      if (!signal.aborted) throw reason;
      return;
    } finally {
      this.#isUpdatePending = false;
    }
    await this.update();
  }

  /** Reads the branches of all repositories. A branch that is checked out here takes precedence over others. */
  async update(): Promise<void> {
    const { repositories, currentItems } = this.#deps;
    const branches = new Map<string, LocalBranch>();
    for (const repository of repositories.all) {
      const { head } = repository;
      const others = (await this.#branchesOf(repository)).filter(({ name }) => name !== head?.branch);
      const checkedOut = head?.branch === undefined ? [] : [{ name: head.branch, ...checkoutOf(repository) }];
      for (const branch of [...others.toReversed(), ...checkedOut]) {
        const item = currentItems.itemOfBranch(repository, branch.name);
        if (item !== undefined) branches.set(keyOf(item), branch);
      }
    }
    if (!this.#disposal.signal.aborted) this.#session.store.code.setBranches(branches);
  }

  async #branchesOf(repository: Repository): Promise<readonly LocalBranch[]> {
    const { clock, mayRead, currentItems } = this.#deps;
    const read = this.#read.get(repository.key);
    if (!mayRead() || (read !== undefined && clock.now() - read.at < READ_INTERVAL_MS)) return read?.branches ?? [];
    const branches = await repository.localBranches(
      (name) => currentItems.itemOfBranch(repository, name) !== undefined,
    );
    this.#read.set(repository.key, { at: clock.now(), branches });
    return branches;
  }
}
