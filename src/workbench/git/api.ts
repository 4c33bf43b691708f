// Owns what Contrail uses of VS Code's git extension: the part of its API, version 1, that is called here.
import type { CancellationToken, Event, Uri } from 'vscode';

/** What the extension `vscode.git` exports. `getAPI` throws while `enabled` is false. */
export interface GitExports {
  readonly enabled: boolean;
  readonly onDidChangeEnablement: Event<boolean>;
  getAPI(version: 1): GitApi;
}

export interface GitApi {
  /** `initialized` once the folders of the window have been looked through. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: Event<'uninitialized' | 'initialized'>;
  /** Another object for the same repository at each reading: compare `rootUri`. */
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
  /** The innermost one that the file lies in. */
  getRepository(uri: Uri): GitRepository | null;
  /** The file as it stands at a commit, to be read. */
  toGitUri(uri: Uri, ref: string): Uri;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly inputBox: { value: string };
  readonly state: GitRepositoryState;
  /** Whether it is the one that stands selected in the Source Control view. */
  readonly ui: { readonly selected: boolean };
  readonly onDidCommit: Event<void>;

  getConfig(key: string): Promise<string>;
  getBranches(query: GitRefQuery, token?: CancellationToken): Promise<GitRef[]>;
  log(options?: GitLogOptions, token?: CancellationToken): Promise<GitCommit[]>;
  getCommit(ref: string): Promise<GitCommit>;
  /** `path` is that of the file on disk. */
  show(ref: string, path: string): Promise<string>;
  diffWith(ref: string, path: string): Promise<string>;
  /** What the second changed since both were one. */
  diffBetween(ref: string, other: string): Promise<GitChange[]>;
  createBranch(name: string, checkout: boolean, ref?: string): Promise<void>;
  checkout(treeish: string): Promise<void>;
  setBranchUpstream(name: string, upstream: string): Promise<void>;
  /** Reads the state of the working tree anew. */
  status(): Promise<void>;
}

export interface GitRepositoryState {
  readonly HEAD: GitHead | undefined;
  readonly remotes: readonly GitRemote[];
  readonly mergeChanges: readonly unknown[];
  readonly indexChanges: readonly unknown[];
  readonly workingTreeChanges: readonly unknown[];
  /** After each reading of the working tree, whether something changed or not. */
  readonly onDidChange: Event<void>;
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string;
  readonly pushUrl?: string;
}

/** 0 is a local branch, 1 one of a remote, 2 a tag. */
export interface GitRef {
  readonly type: 0 | 1 | 2;
  /** Of a remote's branch it begins with the remote's name. */
  readonly name?: string;
  readonly commit?: string;
  readonly remote?: string;
}

/** `renameUri` where it has another name since. `status` 1 is added; 2 and 6 are deleted. */
export interface GitChange {
  readonly status: number;
  readonly uri: Uri;
  readonly originalUri: Uri;
  readonly renameUri: Uri | undefined;
}

/** Without a name: detached. Without a commit: nothing has been committed yet. */
export interface GitHead extends GitRef {
  readonly upstream?: { readonly remote: string; readonly name: string };
  readonly ahead?: number;
  readonly behind?: number;
}

export interface GitRefQuery {
  readonly remote?: boolean;
  readonly pattern?: string;
  readonly count?: number;
  /** Only those that hold this commit. */
  readonly contains?: string;
}

export interface GitLogOptions {
  /** 32 when nothing is said. Not kept together with `range`. */
  readonly maxEntries?: number;
  readonly path?: string;
  readonly range?: string;
  /** An extended regular expression that the message must answer to, whatever the case of its letters. */
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
