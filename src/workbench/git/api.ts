// The part of the API of VS Code's git extension, version 1, that Contrail uses.
import type { CancellationToken, Event, Uri } from 'vscode';

/** The exports of the extension `vscode.git`. `getAPI` throws while `enabled` is false. */
export interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** `initialized` after the folders of the window are scanned. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  /** Each access returns another object for the same repository: compare `rootUri`. */
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
  /** Whether it is selected in the Source Control view. */
  readonly ui: { readonly selected: boolean };
  readonly onDidCommit: Event<void>;

  getConfig(key: string): Promise<string>;
  getBranches(query: GitRefQuery, token?: CancellationToken): Promise<GitRef[]>;
  log(options?: GitLogOptions, token?: CancellationToken): Promise<GitCommit[]>;
  getCommit(ref: string): Promise<GitCommit>;
  /** `path` is that of the file on disk. */
  show(ref: string, path: string): Promise<string>;
  diffWith(ref: string, path: string): Promise<string>;
  /** Resolves with the changes of the second ref since the merge base of both. */
  diffBetween(ref: string, other: string): Promise<GitChange[]>;
  createBranch(name: string, checkout: boolean, ref?: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
  /** Reads the status of the working tree again. */
  status(): Promise<void>;
}

export interface GitRepositoryState {
  readonly HEAD: GitHead | undefined;
  readonly remotes: readonly GitRemote[];
  readonly mergeChanges: readonly unknown[];
  readonly indexChanges: readonly unknown[];
  readonly workingTreeChanges: readonly unknown[];
  /** Fires after each status of the working tree, whether something changed or not. */
  readonly onDidChange: Event<void>;
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

/** 0 is a local branch, 1 a remote branch, 2 a tag. */
export interface GitRef {
  readonly type: 0 | 1 | 2;
  /** The name of a remote branch starts with the remote's name. */
  readonly name?: string;
  readonly commit?: string;
  readonly remote?: string;
}

/** `renameUri` is set if the file was renamed. `status` 1 is added; 2 and 6 are deleted. */
export interface GitChange {
  readonly status: number;
  readonly uri: Uri;
  readonly originalUri: Uri;
  readonly renameUri: Uri | undefined;
}

/** Detached if it has no name. Without a commit, the repository has no commits. */
export interface GitHead extends GitRef {
  readonly upstream?: { readonly remote: string; readonly name: string };
  readonly ahead?: number;
  readonly behind?: number;
}

export interface GitRefQuery {
  readonly remote?: boolean;
  readonly pattern?: string;
  readonly count?: number;
  /** Only branches that contain this commit. */
  readonly contains?: string;
}

export interface GitLogOptions {
  /** 32 by default. Ignored together with `range`. */
  readonly maxEntries?: number;
  readonly path?: string;
  readonly range?: string;
  /** An extended regular expression, ignoring case, that the message must match. */
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
