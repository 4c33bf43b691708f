// One git repository of the window: its state, what can be read from it, and a few operations.

import { setTimeout as pause } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { CancellationToken, Uri } from 'vscode';
import type { GitCommit, GitLogOptions, GitRemote, GitRepository } from './api.ts';
import { GitRefusal } from './refusal.ts';

/** The checked-out branch or commit. */
export interface Head {
  /** Undefined if detached. */
  readonly branch: string | undefined;
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  /** Whether a commit is checked out instead of a branch. */
  readonly detached: boolean;
  /** For example `origin/main`. Undefined if the branch has no upstream. */
  readonly upstream: string | undefined;
  /**
   * Number of commits that are not pushed to the upstream. Undefined if there is no upstream, or the number is unknown.
   */
  readonly ahead: number | undefined;
}

export interface Branch {
  /** The name of a remote branch starts with the remote's name. */
  readonly name: string;
  readonly commit: string | undefined;
  readonly remote: boolean;
}

export interface BranchQuery {
  /** Includes remote branches. */
  readonly remote?: boolean;
  /** Only branches that contain this commit. */
  readonly containing?: string;
}

/** At least one of both is set: an added file has no `before`, a deleted file no `after`. */
export interface FileChange {
  readonly before: Uri | undefined;
  readonly after: Uri | undefined;
}

/** Every method rejects with a GitRefusal that contains git's own message. */
export class Repository {
  readonly #git: GitRepository;

  constructor(git: GitRepository) {
    this.#git = git;
  }

  /** The root folder of the working tree. */
  get root(): Uri {
    return this.#git.rootUri;
  }

  /** A unique string for each repository, used as the key of maps and mementos. */
  get key(): string {
    return this.root.toString();
  }

  /** The folder's name. */
  get name(): string {
    return this.root.path.split('/').findLast((part) => part !== '') ?? this.root.path;
  }

  /** Undefined until git has reported it. */
  get head(): Head | undefined {
    const { HEAD } = this.#git.state;
    if (HEAD === undefined) return undefined;
    const { name, commit, upstream, ahead } = HEAD;
    return {
      branch: name,
      commit,
      detached: name === undefined && commit !== undefined,
      upstream: upstream === undefined ? undefined : `${upstream.remote}/${upstream.name}`,
      ahead,
    };
  }

  get remotes(): readonly GitRemote[] {
    return this.#git.state.remotes;
  }

  /**
   * Number of files with uncommitted changes. Untracked files count if the Source Control view mixes them with changes.
   */
  get uncommitted(): number {
    const { mergeChanges, indexChanges, workingTreeChanges } = this.#git.state;
    return mergeChanges.length + indexChanges.length + workingTreeChanges.length;
  }

  /** Whether it is selected in the Source Control view. */
  get isSelected(): boolean {
    return this.#git.ui.selected;
  }

  /** The text of the commit box. */
  get message(): string {
    return this.#git.inputBox.value;
  }

  set message(text: string) {
    this.#git.inputBox.value = text;
  }

  branches({ remote = false, containing }: BranchQuery = {}, token?: CancellationToken): Promise<Branch[]> {
    const query = { remote, ...(containing === undefined ? {} : { contains: containing }) };
    return answered(async () =>
      (await this.#git.getBranches(query, token)).flatMap(({ type, name, commit }) =>
        name === undefined ? [] : [{ name, commit, remote: type === 1 }],
      ),
    );
  }

  log(options: GitLogOptions, token?: CancellationToken): Promise<GitCommit[]> {
    return answered(() => this.#git.log(options, token));
  }

  commit(ref: string): Promise<GitCommit> {
    return answered(() => this.#git.getCommit(ref));
  }

  /** Reads the file as it was at a commit, a branch or `HEAD`. */
  show(ref: string, file: Uri): Promise<string> {
    return answered(() => this.#git.show(ref, file.fsPath));
  }

  /** The changes from `ref` to the file on disk. */
  diff(ref: string, file: Uri): Promise<string> {
    return answered(() => this.#git.diffWith(ref, file.fsPath));
  }

  /** The files that a commit changed since its parent. */
  changes(parent: string, commit: string): Promise<FileChange[]> {
    return answered(async () =>
      (await this.#git.diffBetween(parent, commit)).map(({ status, uri, originalUri, renameUri }) => ({
        before: status === 1 ? undefined : originalUri,
        after: status === 2 || status === 6 ? undefined : (renameUri ?? uri),
      })),
    );
  }

  /** '' for a key that is not set. */
  async config(key: string): Promise<string> {
    // The API rejects for a key without a value.
    return this.#git.getConfig(key).catch(() => '');
  }

  /**
   * Creates the branch from `base`, or from what is checked out, and checks it out. Uncommitted changes are kept; if
   * that is not possible, git rejects it.
   */
  createBranch(name: string, base?: string): Promise<void> {
    // The full ref name, because git parses a name that starts with a hyphen as an option, and `-f` discards changes.
    const from = base?.startsWith('-') === true ? `refs/heads/${base}` : base;
    return answered(() => this.#git.createBranch(name, true, from));
  }

  /** Checks out a branch. For the name of a remote branch without the remote, creates a local branch that tracks it. */
  async checkout(branch: string): Promise<void> {
    if (branch.startsWith('-')) throw new GitRefusal(l10n.t("A branch name can't start with a hyphen."));
    try {
      await answered(() => this.#git.checkout(branch));
    } catch (error) {
      if (!isLocked(error)) throw error;
      await this.#follow(branch);
      await answered(() => this.#git.checkout(branch));
    }
  }

  /** Sets the upstream after git created the branch but found its configuration locked. */
  async #follow(branch: string): Promise<void> {
    const remotes = (await this.branches({ remote: true })).filter(({ remote }) => remote);
    const followed = remotes.find(({ name }) => name.slice(name.indexOf('/') + 1) === branch);
    if (followed !== undefined)
      await unlocked(() => answered(() => this.#git.setBranchUpstream(branch, followed.name)));
  }

  /** Reads the status of the working tree again. */
  refresh(): Promise<void> {
    return answered(() => this.#git.status());
  }
}

/** The git extension locks the configuration for a moment when it writes to it. */
function isLocked(error: unknown): boolean {
  return error instanceof GitRefusal && /could not lock config file/.test(error.answer);
}

/** Retries for about three seconds while the configuration is locked. */
async function unlocked(work: () => Promise<void>, tries = 1): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLocked(error) || tries > 5) throw error;
    await pause(50 * tries ** 2);
    await unlocked(work, tries + 1);
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw GitRefusal.from(error);
  }
}
