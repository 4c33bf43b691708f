// The only access to VS Code's git extension: the window's repositories, or why there are none.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import { Emitter } from '../../std/event.ts';
import { escapeCodicons } from '../ui/escape.ts';
import { choose } from '../ui/prompts.ts';
import type { GitApi, GitExports, GitRepository } from './api.ts';
import { isBare } from './bare.ts';
import { type GitUnavailable, gitUnavailableText } from './gitUnavailable.ts';
import { Repository } from './repository.ts';

/** The chosen repository. `left` means that the user closed the picker. */
export type RepositoryChoice =
  | { readonly kind: 'chosen'; readonly repository: Repository }
  | { readonly kind: 'notFound'; readonly sentence: string }
  | { readonly kind: 'left' };

export class Repositories implements Disposable {
  #disposables = new Disposables();
  readonly #changed = new Emitter<void>();
  readonly #read = new Emitter<void>();
  /** By root: the subscription, and the last known HEAD. */
  readonly #watched = new Map<string, { readonly listening: Disposable; head: string }>();
  #api: GitApi | undefined;
  #opening: Promise<GitUnavailable | undefined> | undefined;

  /** Fires when a repository is opened or closed, or checks out another branch or commit. */
  readonly onDidChange = this.#changed.event;

  /** Fires after each git status of a repository, whether something changed or not. */
  readonly onDidRead = this.#read.event;

  /** Resolves when git has scanned the folders of the window, with the reason if git is not available. */
  ready(): Promise<GitUnavailable | undefined> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** The repositories that are open now. */
  get all(): readonly Repository[] {
    return this.#api?.repositories.map((one) => new Repository(one)) ?? [];
  }

  /** Returns the repository that contains the file. */
  of(uri: vscode.Uri): Repository | undefined {
    const found = this.#api?.getRepository(uri);
    return found === null || found === undefined ? undefined : new Repository(found);
  }

  /** Returns a URI to read the file as it was at a commit. Undefined while git is not available. */
  at(commit: string, file: vscode.Uri): vscode.Uri | undefined {
    return this.#api?.toGitUri(file, commit);
  }

  /** Returns the repository with this key, if it is open in this window. */
  keyed(key: string): Repository | undefined {
    return this.all.find((one) => one.key === key);
  }

  /** The repository of the active file, the only one, or the one that is selected in the Source Control view. */
  get active(): Repository | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const own = uri === undefined ? undefined : this.of(uri);
    if (own !== undefined) return own;
    const { all } = this;
    return all.length === 1 ? all[0] : all.find((one) => one.isSelected);
  }

  /**
   * Resolves with the repository of the file (by default the active one), the only repository, or one that the user
   * picks.
   */
  async choose(title: string, uri = vscode.window.activeTextEditor?.document.uri): Promise<RepositoryChoice> {
    const absence = await this.ready();
    if (absence !== undefined) return { kind: 'notFound', sentence: gitUnavailableText(absence) };
    const { all } = this;
    const repository = (uri === undefined ? undefined : this.of(uri)) ?? (all.length === 1 ? all[0] : undefined);
    if (repository !== undefined) return { kind: 'chosen', repository };
    if (all.length === 0) return { kind: 'notFound', sentence: gitUnavailableText(await whyNone()) };
    const rows = all.map((one) => ({
      label: escapeCodicons(one.name),
      description: escapeCodicons(one.head?.branch ?? l10n.t('no branch checked out')),
      detail: vscode.workspace.asRelativePath(one.root),
      repository: one,
    }));
    const picked = await choose(rows, { title, placeHolder: l10n.t('Select a repository'), matchOnDescription: true });
    return picked === undefined ? { kind: 'left' } : { kind: 'chosen', repository: picked.repository };
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const { listening } of this.#watched.values()) listening.dispose();
    this.#watched.clear();
    this.#api = undefined;
  }

  async #open(): Promise<GitUnavailable | undefined> {
    const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
    const disposables = this.#disposables;
    if (extension === undefined) {
      // VS Code does not activate the git extension until the folder is trusted.
      disposables.add(vscode.extensions.onDidChange(() => this.#reopen()));
      return 'noExtension';
    }
    const git = await extension.activate();
    // The user may enable git later.
    disposables.add(git.onDidChangeEnablement(() => this.#reopen()));
    if (!git.enabled) return 'off';
    const api = git.getAPI(1);
    await initialized(api);
    if (disposables !== this.#disposables) return undefined;
    this.#api = api;
    disposables.add(api.onDidOpenRepository((one) => this.#watch(one)));
    disposables.add(api.onDidCloseRepository((one) => this.#forget(one)));
    for (const one of api.repositories) this.#watch(one);
    return undefined;
  }

  #reopen(): void {
    this.dispose();
    this.#disposables = new Disposables();
    this.#opening = undefined;
    void this.ready().then(() => this.#changed.fire());
  }

  #watch(git: GitRepository): void {
    const key = git.rootUri.toString();
    this.#watched.get(key)?.listening.dispose();
    const listening = git.state.onDidChange(() => {
      const watched = this.#watched.get(key);
      const head = headText(git);
      if (watched !== undefined && watched.head !== head) {
        watched.head = head;
        this.#changed.fire();
      }
      this.#read.fire();
    });
    this.#watched.set(key, { listening, head: headText(git) });
    this.#changed.fire();
  }

  #forget(git: GitRepository): void {
    const key = git.rootUri.toString();
    this.#watched.get(key)?.listening.dispose();
    this.#watched.delete(key);
    this.#changed.fire();
  }
}

function headText({ state: { HEAD } }: GitRepository): string {
  return JSON.stringify([HEAD?.name, HEAD?.commit, HEAD?.upstream, HEAD?.ahead]);
}

async function initialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  await new Promise<void>((resolve) => {
    const listening = api.onDidChangeState((state) => {
      if (state !== 'initialized') return;
      listening.dispose();
      resolve();
    });
  });
}

/** Returns why git is available but has no repository. */
async function whyNone(): Promise<GitUnavailable> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return 'noFolder';
  if (folders.every(({ uri }) => uri.scheme !== 'file' && uri.scheme !== 'vscode-remote')) return 'virtual';
  const bare = await Promise.all(folders.map(({ uri }) => isBare(uri)));
  return bare.includes(true) ? 'bare' : 'noRepository';
}
