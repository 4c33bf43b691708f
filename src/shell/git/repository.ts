// A git repository of the window: its state, its branches, commits and files, and checkouts.

import { setTimeout as pause } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { CancellationToken, Uri } from 'vscode';
import type { LocalBranch } from '../../core/cache/itemCode.ts';
import type { LineRange } from '../../core/code/permalink.ts';
import { parseRemote, type Remote } from '../../core/code/remote.ts';
import { type SshDirective, sshHostName } from '../../core/code/sshConfig.ts';
import type {
  GitChange,
  GitChangeStats,
  GitCommit,
  GitLogOptions,
  GitRefQuery,
  GitRemote,
  GitRepository,
} from './api.ts';
import { findChangedLines, readOwnCommits } from './commits.ts';
import type { RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';
import { type AddressRule, applyAddressRules } from './insteadOf.ts';
import { type MergeState, readBranchCreation, readMergeState, readRemoteCommit } from './merges.ts';
import { findCommits, findPublishedCommit, type PublishedCommit } from './publishedCommit.ts';
import { type Push, readLastPush } from './pushes.ts';
import { readCommitTemplate } from './readCommitTemplate.ts';
import {
  addWorktree,
  countStashes,
  readHiddenFiles,
  readIsUnfinished,
  readLocalBranches,
  readMainWorktree,
  readOtherWorktrees,
  removeWorktree,
  type WorktreeStart,
} from './worktrees.ts';

/** The checked-out branch or commit. */
export interface Head {
  /** The name of the checked-out branch. Undefined if HEAD is detached. */
  readonly branch: string | undefined;
  /** The hash of the checked-out commit. Undefined in a repository without commits. */
  readonly commit: string | undefined;
  /** The upstream of the branch, for example `origin/main`. Undefined if the branch has no upstream. */
  readonly upstream: string | undefined;
  /**
   * Number of commits that are not pushed to the upstream. Undefined if the branch has no upstream or git has not
   * reported the number.
   */
  readonly ahead: number | undefined;
  /** Number of commits of the upstream that the branch lacks. Undefined as `ahead`. */
  readonly behind: number | undefined;
}

export interface Branch {
  /** The name of a remote branch starts with the name of the remote. */
  readonly name: string;
  readonly commit: string | undefined;
  readonly remote: boolean;
}

/** A changed file. `before` is undefined for an added file, `after` for a deleted file. */
export interface FileChange {
  readonly before: Uri | undefined;
  readonly after: Uri | undefined;
}

/** A file that changed on a branch. The numbers of lines are undefined in versions of VS Code that do not count them. */
export interface ChangedFile {
  /** The path of the file relative to the root folder of the repository. */
  readonly path: string;
  readonly insertions: number | undefined;
  readonly deletions: number | undefined;
}

/** What changes the addresses of remotes before a connection is made. */
export interface RemoteAddresses {
  readonly rules: readonly AddressRule[];
  readonly sshConfig: readonly SshDirective[];
}

const UNCHANGED_ADDRESSES: RemoteAddresses = { rules: [], sshConfig: [] };

/** Wraps a repository of the git extension. Its methods reject with a GitError that contains the output of git. */
export class Repository {
  readonly #git: GitRepository;
  readonly #run: RunGit;
  readonly #runCheckout: RunGit;
  readonly #addresses: RemoteAddresses;

  /** @param runCheckout runs git for commands that check out files; see `checkoutGitCommand` */
  constructor(git: GitRepository, run: RunGit, runCheckout: RunGit, addresses: RemoteAddresses = UNCHANGED_ADDRESSES) {
    this.#git = git;
    this.#run = run;
    this.#runCheckout = runCheckout;
    this.#addresses = addresses;
  }

  /** The root folder of the working tree. */
  get root(): Uri {
    return this.#git.rootUri;
  }

  /** Identifies the repository in maps and mementos. */
  get key(): string {
    return this.root.toString();
  }

  /** The name of the root folder. */
  get name(): string {
    return this.root.path.split('/').findLast((part) => part !== '') ?? this.root.path;
  }

  /** The checked-out branch or commit. Undefined until git has reported the state of the repository. */
  get head(): Head | undefined {
    const { HEAD } = this.#git.state;
    if (HEAD === undefined) return undefined;
    const { name, commit, upstream, ahead, behind } = HEAD;
    return {
      branch: name,
      commit,
      upstream: upstream === undefined ? undefined : `${upstream.remote}/${upstream.name}`,
      ahead,
      behind,
    };
  }

  get remotes(): readonly GitRemote[] {
    return this.#git.state.remotes;
  }

  /** Parses the address of a remote as git and SSH understand it. */
  parseRemote(address: string): Remote | undefined {
    const { rules, sshConfig } = this.#addresses;
    return parseRemote(applyAddressRules(address, rules), (name) => sshHostName(name, sshConfig));
  }

  /** Resolves with the local branches that `isWanted` returns true for. */
  localBranches(isWanted: (name: string) => boolean): Promise<readonly LocalBranch[]> {
    return readLocalBranches(this.#run, this.root.fsPath, isWanted);
  }

  /** Resolves with the remotes that are known to have the commit. */
  published(commit: string): Promise<PublishedCommit> {
    const names = this.remotes.map(({ name }) => name);
    return findPublishedCommit(this.#run, this.root.fsPath, commit, names);
  }

  /** Resolves with those of the commits that the clone has. */
  findCommits(commits: readonly string[]): Promise<ReadonlySet<string>> {
    return findCommits(this.#run, this.root.fsPath, commits);
  }

  /** Resolves with the last update of the branch's upstream if it was a push from this clone. */
  lastPush(): Promise<Push | undefined> {
    const upstream = this.#git.state.HEAD?.upstream;
    return upstream === undefined ? Promise.resolve(undefined) : readLastPush(this.#run, this.root.fsPath, upstream);
  }

  /** Resolves with the commit of the first of the remote's branches that exists. */
  remoteCommit(remote: string, names: readonly string[]): Promise<string | undefined> {
    return readRemoteCommit(this.#run, this.root.fsPath, remote, names);
  }

  /** Resolves with whether a base branch at the commit `base` has the changes of `commit`. */
  mergeState(commit: string, base: string): Promise<MergeState> {
    return readMergeState(this.#run, this.root.fsPath, commit, base);
  }

  /** Resolves with when the local branch was created here, in seconds since the epoch; undefined if it is older. */
  branchCreation(branch: string): Promise<number | undefined> {
    return readBranchCreation(this.#run, this.root.fsPath, branch);
  }

  /** Resolves with the lines at HEAD that the commits changed, by path; see `findChangedLines`. */
  changedLines(commits: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly LineRange[]>> {
    return findChangedLines(this.#run, this.root.fsPath, commits, signal);
  }

  /** Resolves with the subjects of the user's commits on local branches; see `readOwnCommits`. */
  ownCommits(since: number): Promise<readonly string[]> {
    return readOwnCommits(this.#run, this.root.fsPath, since);
  }

  /** Resolves with the text of the file that `commit.template` names. */
  commitTemplate(): Promise<string | undefined> {
    return readCommitTemplate(this.#run, this.root.fsPath);
  }

  /** Resolves with the branches that are checked out in other folders, and these folders. */
  otherWorktrees(): Promise<ReadonlyMap<string, string>> {
    return readOtherWorktrees(this.#run, this.root.fsPath);
  }

  /** Resolves with the folder of the repository if this is another worktree of it; else with undefined. */
  mainWorktree(): Promise<string | undefined> {
    return readMainWorktree(this.#run, this.root.fsPath);
  }

  /** Resolves with the number of stashes that were made on the branch. */
  stashCount(branch: string): Promise<number> {
    return countStashes(this.#run, this.root.fsPath, branch);
  }

  /** Resolves with what is lost with this worktree although git lists no change of it; see `readHiddenFiles`. */
  hiddenFiles(): Promise<readonly string[] | undefined> {
    return readHiddenFiles(this.#run, this.root.fsPath);
  }

  /** Resolves with whether a merge, rebase, cherry-pick, revert or bisect is in progress. */
  isUnfinished(): Promise<boolean> {
    return readIsUnfinished(this.#run, this.root.fsPath);
  }

  /** Checks out the branch in a new folder. The checkout in this folder stays as it is. */
  addWorktree(folder: string, start: WorktreeStart): Promise<void> {
    return addWorktree(this.#runCheckout, this.root.fsPath, folder, start);
  }

  /**
   * Removes the folder of this worktree without force: git refuses if it has files that are neither committed nor
   * in `hiddenFiles`.
   */
  removeWorktree(mainFolder: string): Promise<void> {
    return removeWorktree(this.#runCheckout, mainFolder, this.root.fsPath);
  }

  /** Deletes the branch of a removed worktree, as `deleteBranch` does. */
  async deleteBranchIn(mainFolder: string, branch: string): Promise<void> {
    await this.#runCheckout(mainFolder, 'branch', '-d', '--', branch);
  }

  /**
   * Number of files with uncommitted changes. Includes untracked files if the Source Control view lists them among the
   * changes.
   */
  get uncommittedCount(): number {
    const { mergeChanges, indexChanges, workingTreeChanges } = this.#git.state;
    return mergeChanges.length + indexChanges.length + workingTreeChanges.length;
  }

  /** Whether the repository is selected in the Source Control view. */
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

  branches({ remote = false }: GitRefQuery = {}, token?: CancellationToken): Promise<Branch[]> {
    return withGitError(async () =>
      (await this.#git.getBranches({ remote }, token)).flatMap(({ type, name, commit }) =>
        name === undefined ? [] : [{ name, commit, remote: type === 1 }],
      ),
    );
  }

  log(options: GitLogOptions, token?: CancellationToken): Promise<GitCommit[]> {
    return withGitError(() => this.#git.log(options, token));
  }

  readCommit(ref: string): Promise<GitCommit> {
    return withGitError(() => this.#git.getCommit(ref));
  }

  /** Resolves with the content of the file at a commit, a branch or `HEAD`. */
  show(ref: string, file: Uri): Promise<string> {
    return withGitError(() => this.#git.show(ref, file.fsPath));
  }

  /** Resolves with the files that changed between a commit and its parent. */
  changes(parent: string, commit: string): Promise<FileChange[]> {
    return withGitError(async () =>
      (await this.#git.diffBetween(parent, commit)).map(({ status, uri, originalUri, renameUri }) => ({
        before: status === 1 ? undefined : originalUri,
        after: status === 2 || status === 6 ? undefined : (renameUri ?? uri),
      })),
    );
  }

  /** Resolves with the commits of `commit` that are not on the branch `base`, the latest first. */
  commitsSince(base: string, commit = 'HEAD'): Promise<GitCommit[]> {
    return this.log({ range: `${optionSafeRef(base)}..${commit}` });
  }

  /** Resolves with the files that changed since `commit` diverged from the branch `base`. */
  filesSince(base: string, commit = 'HEAD'): Promise<ChangedFile[]> {
    return withGitError(async () => {
      const ref = optionSafeRef(base);
      const changes: readonly (GitChange & Partial<GitChangeStats>)[] =
        (await this.#git.diffBetweenWithStats?.(ref, commit)) ?? (await this.#git.diffBetween(ref, commit));
      return changes.map(({ uri, renameUri, insertions, deletions }) => ({
        path: (renameUri ?? uri).path.slice(this.root.path.length + 1),
        insertions,
        deletions,
      }));
    });
  }

  /**
   * Creates the branch at `base`, by default at HEAD, and checks it out. Git keeps uncommitted changes, and fails if
   * the changes conflict with the branch.
   */
  async createBranch(name: string, base?: string): Promise<void> {
    await this.#refuseUnfinished();
    const startPoint = base === undefined ? undefined : optionSafeRef(base);
    await withGitError(() => this.#git.createBranch(name, true, startPoint));
  }

  /** Rejects with a GitError during a merge or rebase: a checkout would make its commit one without its parents. */
  async #refuseUnfinished(): Promise<void> {
    if (await this.isUnfinished()) throw new GitError(unfinishedText());
  }

  /** Checks out a branch. If only a remote has a branch of this name, creates a local branch that tracks it. */
  async checkout(branch: string): Promise<void> {
    if (branch.startsWith('-')) throw new GitError(l10n.t("A branch name can't start with a hyphen."));
    await this.#refuseUnfinished();
    try {
      await withGitError(() => this.#git.checkout(branch));
    } catch (error) {
      if (!isLocked(error)) throw error;
      await this.#setUpstream(branch);
      await withGitError(() => this.#git.checkout(branch));
    }
  }

  /**
   * Sets the upstream of a branch that has no upstream because the configuration was locked when git created the
   * branch.
   */
  async #setUpstream(branch: string): Promise<void> {
    const remoteBranches = (await this.branches({ remote: true })).filter(({ remote }) => remote);
    const upstreamBranch = remoteBranches.find(({ name }) => name.slice(name.indexOf('/') + 1) === branch);
    if (upstreamBranch !== undefined)
      await retryWhileLocked(() => withGitError(() => this.#git.setBranchUpstream(branch, upstreamBranch.name)));
  }

  /** Pushes the local branch to the remote, and makes it track the remote's branch. */
  push(remote: string, branch: string): Promise<void> {
    return withGitError(() => this.#git.push(remote, branch, true));
  }

  /** Whether every commit of the branch is on the branch `base`, too. */
  async isMerged(branch: string, base: string): Promise<boolean> {
    const range = `${optionSafeRef(base)}..${optionSafeRef(branch)}`;
    return (await this.log({ range })).length === 0;
  }

  /**
   * Deletes the local branch. Git refuses if its commits are neither on its upstream nor, without an upstream, on HEAD.
   */
  async deleteBranch(branch: string): Promise<void> {
    if (branch.startsWith('-')) throw new GitError(l10n.t("A branch name can't start with a hyphen."));
    await withGitError(() => this.#git.deleteBranch(branch, false));
  }

  /** Updates the status of the working tree. */
  refresh(): Promise<void> {
    return withGitError(() => this.#git.status());
  }
}

/** The reason why nothing else is checked out during a merge or rebase. */
export function unfinishedText(): string {
  return l10n.t('A merge, rebase, cherry-pick or bisect is in progress. Finish or abort it first.');
}

/**
 * Returns a full ref name for a name that starts with a hyphen, because git would parse the name as an option (`-f`
 * discards changes).
 */
function optionSafeRef(branch: string): string {
  return branch.startsWith('-') ? `refs/heads/${branch}` : branch;
}

/** Returns whether git failed because the git extension was writing to the configuration, which locks it briefly. */
function isLocked(error: unknown): boolean {
  return error instanceof GitError && /could not lock config file/.test(error.output);
}

/** Repeats `work` while the configuration is locked, for about three seconds. */
async function retryWhileLocked(work: () => Promise<void>, attempt = 1): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isLocked(error) || attempt > 5) throw error;
    await pause(50 * attempt ** 2);
    await retryWhileLocked(work, attempt + 1);
  }
}

async function withGitError<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw GitError.from(error);
  }
}
