// Types of the part of the API of VS Code's git extension (version 1) that Contrail uses.
import type { CancellationToken, Event, Uri } from 'vscode';

/** The exports of the extension `vscode.git`. `getAPI` throws while `enabled` is false. */
export interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** The path of the program git that VS Code uses. */
  readonly git: { readonly path: string };
  /** `initialized` means that git has scanned the folders of the window. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  /** Each access returns new objects, so repositories must be compared by `rootUri`. */
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
  /** Returns the innermost repository that contains the file. */
  getRepository(uri: Uri): GitRepository | null;
  /** Returns a URI to read the file as it was at a commit. */
  toGitUri(uri: Uri, ref: string): Uri;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly inputBox: { value: string };
  readonly state: GitRepositoryState;
  /** `selected` is true for the repository that is selected in the Source Control view. */
  readonly ui: { readonly selected: boolean };

  getBranches(query: GitRefQuery, token?: CancellationToken): Promise<GitRef[]>;
  log(options?: GitLogOptions, token?: CancellationToken): Promise<GitCommit[]>;
  getCommit(ref: string): Promise<GitCommit>;
  /** Resolves with the content of a file at `ref`. `path` is the file's path on disk. */
  show(ref: string, path: string): Promise<string>;
  /** Resolves with the files that changed on `other` since its merge base with `ref`. */
  diffBetween(ref: string, other: string): Promise<GitChange[]>;
  /**
   * Resolves with the same files as `diffBetween`, and with the numbers of added and deleted lines. Missing in older
   * versions of VS Code.
   */
  diffBetweenWithStats?(ref: string, other: string): Promise<GitChangeStats[]>;
  createBranch(name: string, checkout: boolean, ref?: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  deleteBranch(name: string, force: boolean): Promise<void>;
  /** Pushes the branch; with `setUpstream`, the local branch then tracks it. */
  push(remoteName: string, branchName: string, setUpstream: boolean): Promise<void>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
  /** Updates the status of the working tree. */
  status(): Promise<void>;
}

export interface GitRepositoryState {
  readonly HEAD: GitHead | undefined;
  readonly remotes: readonly GitRemote[];
  readonly mergeChanges: readonly unknown[];
  readonly indexChanges: readonly unknown[];
  readonly workingTreeChanges: readonly unknown[];
  /** Fires after every status update, even if nothing has changed. */
  readonly onDidChange: Event<void>;
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

/** A branch or tag. `type` is 0 for a local branch, 1 for a remote branch, and 2 for a tag. */
export interface GitRef {
  readonly type: 0 | 1 | 2;
  /** The name of a remote branch starts with the name of the remote. */
  readonly name?: string;
  readonly commit?: string;
}

/** `renameUri` is set if the file was renamed. `status` is 1 for an added file, and 2 or 6 for a deleted file. */
export interface GitChange {
  readonly status: number;
  readonly uri: Uri;
  readonly originalUri: Uri;
  readonly renameUri: Uri | undefined;
}

export interface GitChangeStats extends GitChange {
  readonly insertions: number;
  readonly deletions: number;
}

/** HEAD is detached if `name` is undefined. The repository is empty if `commit` is undefined. */
export interface GitHead extends GitRef {
  readonly upstream?: { readonly remote: string; readonly name: string };
  readonly ahead?: number;
  readonly behind?: number;
}

export interface GitRefQuery {
  /** Whether remote branches are included. */
  readonly remote?: boolean;
}

export interface GitLogOptions {
  /** Maximum number of commits; by default 32. Ignored if `range` is set. */
  readonly maxEntries?: number;
  readonly range?: string;
  /** A case-insensitive, extended regular expression that the commit message must match. */
  readonly grep?: string;
  readonly refNames?: readonly string[];
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly authorDate?: Date;
  readonly authorName?: string;
  readonly commitDate?: Date;
}
