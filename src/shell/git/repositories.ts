// Provides the git repositories of the window through VS Code's git extension.
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import type { OnBack } from '../prompts/ask.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { GitApi, GitExports, GitRepository } from './api.ts';
import { chooseRepository, type RepositoryChoice } from './chooseRepository.ts';
import { checkoutGitCommand, gitCommand, isTrustedGitPath, type RunGit } from './gitCommand.ts';
import { GitError } from './gitError.ts';
import { type GitUnavailableReason, gitUnavailableText } from './gitUnavailable.ts';
import { RemoteAddressReader } from './remoteAddresses.ts';
import { Repository } from './repository.ts';
import { repositoryRefusal } from './repositoryRefusal.ts';

interface ChooseRepositoryOptions {
  /** The file whose repository is chosen. By default the active file. */
  readonly uri?: vscode.Uri | undefined;
  readonly onBack?: OnBack | undefined;
}

export class Repositories implements Disposable {
  readonly #prompts: Prompts;
  #disposables = new DisposableStore();
  readonly #onDidChangeEmitter = new Emitter<void>();
  readonly #statusEmitter = new Emitter<void>();
  /** The listener and the last value of `headKey` of each repository, by the key of the repository. */
  readonly #watchedRepositories = new Map<string, { readonly listener: Disposable; head: string }>();
  readonly #addresses = new RemoteAddressReader();
  #runGit: RunGit = noGit;
  #runCheckout: RunGit = noGit;
  #api: GitApi | undefined;
  #readyPromise: Promise<GitUnavailableReason | undefined> | undefined;

  /**
   * Fires when a repository is opened or closed, when its HEAD, its upstream or its numbers of commits to push and pull change,
   * when the configuration changes that addresses of remotes depend on, and when git is enabled or disabled.
   */
  readonly onDidChange = this.#onDidChangeEmitter.event;

  /** Fires after every status update of a repository, even if nothing has changed. */
  readonly onDidUpdateStatus = this.#statusEmitter.event;

  constructor(prompts: Prompts) {
    this.#prompts = prompts;
  }

  /**
   * Resolves when git has scanned the folders of the window, and the configuration of git and SSH is read as it is now.
   * Resolves with the reason if git is not available.
   */
  async ready(): Promise<GitUnavailableReason | undefined> {
    this.#readyPromise ??= this.#connect();
    const unavailableReason = await this.#readyPromise;
    await this.#updateAddresses();
    return unavailableReason;
  }

  /**
   * Resolves with the path or name of the program git; undefined if it must be searched for and could then be a program
   * in a folder of the window. Without VS Code's git extension, git is searched for in `PATH`.
   */
  async findGit(): Promise<string | undefined> {
    await this.ready();
    const path = this.#api?.git.path ?? 'git';
    return isTrustedGitPath(path) ? path : undefined;
  }

  /** The repositories that are open in this window. */
  get all(): readonly Repository[] {
    return this.#api?.repositories.map((repository) => this.#wrap(repository)) ?? [];
  }

  #wrap(git: GitRepository): Repository {
    return new Repository(git, this.#runGit, this.#runCheckout, this.#addresses.addressesIn(git.rootUri.fsPath));
  }

  /** Returns the repository that contains the file. */
  of(uri: vscode.Uri): Repository | undefined {
    const gitRepository = this.#api?.getRepository(uri);
    return gitRepository === null || gitRepository === undefined ? undefined : this.#wrap(gitRepository);
  }

  /** Returns a URI with the content of the file at a commit, or undefined if git is not available. */
  uriAtCommit(commit: string, file: vscode.Uri): vscode.Uri | undefined {
    return this.#api?.toGitUri(file, commit);
  }

  /** Returns the repository with this key, or undefined if it is not open in this window. */
  findByKey(key: string): Repository | undefined {
    return this.all.find((repository) => repository.key === key);
  }

  /** The repository of the active file, the only repository, or the repository selected in the Source Control view. */
  get active(): Repository | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const repositoryOfActiveFile = uri === undefined ? undefined : this.of(uri);
    if (repositoryOfActiveFile !== undefined) return repositoryOfActiveFile;
    const { all } = this;
    return all.length === 1 ? all[0] : all.find((repository) => repository.isSelected);
  }

  /**
   * Resolves with the repository of the file (by default the active file), the only repository, or a repository that
   * the user picks.
   */
  async choose(
    title: string,
    { uri = vscode.window.activeTextEditor?.document.uri, onBack }: ChooseRepositoryOptions = {},
  ): Promise<RepositoryChoice> {
    const gitUnavailableReason = await this.ready();
    const { all } = this;
    const candidates = {
      unavailableReason: gitUnavailableReason ?? (all.length === 0 ? await this.#noRepositoryReason() : undefined),
      repositories: all,
      repositoryOfFile: uri === undefined ? undefined : this.of(uri),
      relativePath: (root: vscode.Uri) => vscode.workspace.asRelativePath(root),
    };
    return chooseRepository(this.#prompts, title, candidates, onBack);
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const { listener } of this.#watchedRepositories.values()) listener.dispose();
    this.#watchedRepositories.clear();
    this.#api = undefined;
  }

  async #connect(): Promise<GitUnavailableReason | undefined> {
    const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
    const disposables = this.#disposables;
    if (extension === undefined) {
      // The git extension is missing until the user trusts the folder, or if the user has disabled it.
      disposables.add(vscode.extensions.onDidChange(() => this.#reconnect()));
      return 'noExtension';
    }
    const git = await extension.activate();
    // The user can disable or enable git with the setting `git.enabled`.
    disposables.add(git.onDidChangeEnablement(() => this.#reconnect()));
    if (!git.enabled) return 'off';
    const api = git.getAPI(1);
    await waitUntilInitialized(api);
    if (disposables !== this.#disposables) return undefined;
    if (isTrustedGitPath(api.git.path)) {
      this.#runGit = gitCommand(api.git.path);
      this.#runCheckout = checkoutGitCommand(api.git.path);
    }
    await this.#addresses.update(this.#runGit, localFoldersOf(api));
    this.#api = api;
    disposables.add(
      api.onDidOpenRepository((repository) => {
        void this.#addresses.update(this.#runGit, localFoldersOf(api)).then(() => this.#watch(repository));
      }),
    );
    disposables.add(api.onDidCloseRepository((repository) => this.#unwatch(repository)));
    for (const repository of api.repositories) this.#watch(repository);
    return undefined;
  }

  /** Resolves with the reason why git does not open the repository that contains the file, if it refuses one. */
  async refusalOf(file: vscode.Uri): Promise<string | undefined> {
    if (file.scheme !== 'file' || this.#api === undefined) return undefined;
    return repositoryRefusal(this.#runGit, dirname(file.fsPath));
  }

  /** Resolves with the reason why no repository is open although git is available. */
  async #noRepositoryReason(): Promise<GitUnavailableReason> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (folders.length === 0) return 'noFolder';
    if (folders.every(({ uri }) => uri.scheme !== 'file' && uri.scheme !== 'vscode-remote')) return 'virtual';
    const bareFlags = await Promise.all(folders.map(({ uri }) => isBareRepository(uri)));
    if (bareFlags.includes(true)) return 'bare';
    const localFolders = folders.filter(({ uri }) => uri.scheme === 'file');
    const refusals = await Promise.all(localFolders.map(({ uri }) => repositoryRefusal(this.#runGit, uri.fsPath)));
    const refusal = refusals.find((text) => text !== undefined);
    return refusal === undefined ? 'noRepository' : { refusal };
  }

  async #updateAddresses(): Promise<void> {
    if (this.#api !== undefined && (await this.#addresses.update(this.#runGit, localFoldersOf(this.#api))))
      this.#onDidChangeEmitter.fire();
  }

  #reconnect(): void {
    this.dispose();
    this.#disposables = new DisposableStore();
    this.#readyPromise = undefined;
    void this.ready().then(() => this.#onDidChangeEmitter.fire());
  }

  #watch(git: GitRepository): void {
    const key = git.rootUri.toString();
    this.#watchedRepositories.get(key)?.listener.dispose();
    const listener = git.state.onDidChange(() => {
      const watchedRepository = this.#watchedRepositories.get(key);
      const head = headKey(git);
      if (watchedRepository !== undefined && watchedRepository.head !== head) {
        watchedRepository.head = head;
        this.#onDidChangeEmitter.fire();
      }
      this.#statusEmitter.fire();
      void this.#updateAddresses();
    });
    this.#watchedRepositories.set(key, { listener, head: headKey(git) });
    this.#onDidChangeEmitter.fire();
  }

  #unwatch(git: GitRepository): void {
    const key = git.rootUri.toString();
    this.#watchedRepositories.get(key)?.listener.dispose();
    this.#watchedRepositories.delete(key);
    this.#onDidChangeEmitter.fire();
  }
}

function headKey({ state: { HEAD } }: GitRepository): string {
  return JSON.stringify([HEAD?.name, HEAD?.commit, HEAD?.upstream, HEAD?.ahead, HEAD?.behind]);
}

function localFoldersOf({ repositories }: GitApi): readonly string[] {
  return repositories.flatMap(({ rootUri }) => (rootUri.scheme === 'file' ? [rootUri.fsPath] : []));
}

async function noGit(): Promise<string> {
  throw new GitError(gitUnavailableText('off'));
}

async function waitUntilInitialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  await new Promise<void>((resolve) => {
    const listener = api.onDidChangeState((state) => {
      if (state !== 'initialized') return;
      listener.dispose();
      resolve();
    });
  });
}

/**
 * Returns whether the folder is a bare repository, which VS Code's git extension does not open: it contains the files that
 * are in the `.git` folder of other repositories.
 */
export async function isBareRepository(folder: vscode.Uri): Promise<boolean> {
  const entriesExist = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => exists(vscode.Uri.joinPath(folder, name))),
  );
  return entriesExist.every(Boolean);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
