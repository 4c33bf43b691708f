// Knows which commits of comments are in a clone, so that comments from a fork are shown in other clones as well.
import type { Repository } from '../../shell/git/repository.ts';

/** The parts of a repository that commits are looked up in. */
type CommitSource = Pick<Repository, 'key' | 'findCommits'>;

export class CommitMatches {
  readonly #onDidLoad: () => void;
  /** Whether the clone has the commit, by the key of the repository and the hash; undefined while git is asked. */
  readonly #answers = new Map<string, Map<string, boolean | undefined>>();

  /** `onDidLoad` is called when git has found commits about which it was not asked before. */
  constructor(onDidLoad: () => void) {
    this.#onDidLoad = onDidLoad;
  }

  /** Returns those of the commits that are known to be in the clone. Asks git about the others, once for all. */
  knownCommits(repository: CommitSource, commits: readonly string[]): ReadonlySet<string> {
    const answers = this.#answers.get(repository.key) ?? new Map<string, boolean | undefined>();
    this.#answers.set(repository.key, answers);
    const newCommits = [...new Set(commits)].filter((commit) => !answers.has(commit));
    if (newCommits.length > 0) {
      for (const commit of newCommits) answers.set(commit, undefined);
      void this.#load(repository, newCommits, answers);
    }
    return new Set(commits.filter((commit) => answers.get(commit) === true));
  }

  /** Lets git be asked again about commits that were missing, which a fetch may have brought. */
  forgetMissing(): void {
    for (const answers of this.#answers.values())
      for (const [commit, isKnown] of answers) if (isKnown === false) answers.delete(commit);
  }

  async #load(
    repository: CommitSource,
    commits: readonly string[],
    answers: Map<string, boolean | undefined>,
  ): Promise<void> {
    const found = await repository.findCommits(commits);
    for (const commit of commits) answers.set(commit, found.has(commit));
    if (found.size > 0) this.#onDidLoad();
  }
}
