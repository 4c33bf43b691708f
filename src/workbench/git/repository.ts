// Owns one git repository of the window: what is known of it, what can be read from it, and the few things that are
// done in it.
import { setTimeout as pause } from 'node:timers/promises';
import type { CancellationToken, Uri } from 'vscode';
import type { GitCommit, GitLogOptions, GitRemote, GitRepository } from './api.ts';
import { GitRefusal } from './refusal.ts';

/** Where the working tree stands. */
export interface Head {
  /** Undefined while it is detached. */
  readonly branch: string | undefined;
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  /** A commit is checked out, and no branch. */
  readonly detached: boolean;
  /** `origin/main`; undefined when the branch follows none. */
  readonly upstream: string | undefined;
  /** So many commits are not at the upstream yet; undefined when there is none, or nobody knows. */
  readonly ahead: number | undefined;
}

export interface Branch {
  /** Of a remote's branch it begins with the remote's name. */
  readonly name: string;
  readonly commit: string | undefined;
  readonly remote: boolean;
}

export interface BranchQuery {
  /** The remotes' branches as well. */
  readonly remote?: boolean;
  /** Only those that hold this commit. */
  readonly containing?: string;
}

/** One of both is there: a file that was made has no before, one that was deleted no after. */
export interface FileChange {
  readonly before: Uri | undefined;
  readonly after: Uri | undefined;
}

/** Every method rejects with a GitRefusal that has git's own answer. */
export class Repository {
  readonly #git: GitRepository;

  constructor(git: GitRepository) {
    this.#git = git;
  }

  /** The folder at the top of the working tree. */
  get root(): Uri {
    return this.#git.rootUri;
  }

  /** One text for one repository of this window: the key of maps and of what is remembered. */
  get key(): string {
    return this.root.toString();
  }

  /** The folder's name. */
  get name(): string {
    return this.root.path.split('/').findLast((part) => part !== '') ?? this.root.path;
  }

  /** Undefined while git has not told. */
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
   * How many files have changes that are not committed. Untracked ones count where the Source Control view mixes them
   * in.
   */
  get uncommitted(): number {
    const { mergeChanges, indexChanges, workingTreeChanges } = this.#git.state;
    return mergeChanges.length + indexChanges.length + workingTreeChanges.length;
  }

  /** Whether it is the one that stands selected in the Source Control view. */
  get isSelected(): boolean {
    return this.#git.ui.selected;
  }

  /** What stands in the commit box. */
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

  /** The file as it stands at a commit, a branch or `HEAD`. */
  show(ref: string, file: Uri): Promise<string> {
    return answered(() => this.#git.show(ref, file.fsPath));
  }

  /** From there to the file on disk. */
  diff(ref: string, file: Uri): Promise<string> {
    return answered(() => this.#git.diffWith(ref, file.fsPath));
  }

  /** Which files a commit changed, since its parent. */
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
    // The API's answer to a key without a value is an error.
    return this.#git.getConfig(key).catch(() => '');
  }

  /**
   * Makes the branch from there, or from what is checked out, and checks it out. Uncommitted changes come along, or git
   * refuses.
   */
  createBranch(name: string, base?: string): Promise<void> {
    // By its whole name: git takes what begins with a hyphen for an option, and `-f` throws changes away.
    const from = base?.startsWith('-') === true ? `refs/heads/${base}` : base;
    return answered(() => this.#git.createBranch(name, true, from));
  }

  /** A remote's branch, said without the remote, is made a local one that follows it. */
  async checkout(branch: string): Promise<void> {
    if (branch.startsWith('-'))
      throw new GitRefusal('A branch name that begins with a hyphen would be taken for an option.');
    try {
      await answered(() => this.#git.checkout(branch));
    } catch (error) {
      if (!isLocked(error)) throw error;
      await this.#follow(branch);
      await answered(() => this.#git.checkout(branch));
    }
  }

  /** Git has made the branch, and found its configuration locked when it was to write down what the branch follows. */
  async #follow(branch: string): Promise<void> {
    const remotes = (await this.branches({ remote: true })).filter(({ remote }) => remote);
    const followed = remotes.find(({ name }) => name.slice(name.indexOf('/') + 1) === branch);
    if (followed !== undefined)
      await unlocked(() => answered(() => this.#git.setBranchUpstream(branch, followed.name)));
  }

  /** Reads where the working tree stands anew. */
  refresh(): Promise<void> {
    return answered(() => this.#git.status());
  }
}

/** The git extension writes into the configuration on its own, for a moment now and then. */
function isLocked(error: unknown): boolean {
  return error instanceof GitRefusal && /could not lock config file/.test(error.answer);
}

/** Tries again while the configuration is locked, for some three seconds. */
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
