// A real git repository behind the API of VS Code's git extension, for unit tests.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Uri } from 'vscode';
import type {
  GitChange,
  GitChangeStats,
  GitCommit,
  GitHead,
  GitLogOptions,
  GitRef,
  GitRefQuery,
  GitRemote,
  GitRepository as GitRepositoryApi,
} from '../../src/shell/git/api.ts';
import { checkoutGitCommand, gitCommand } from '../../src/shell/git/gitCommand.ts';
import { Repository } from '../../src/shell/git/repository.ts';
import { Emitter } from '../../src/std/event.ts';
import { type GitRepository, gitEnvironment } from './gitRepository.ts';

type UsedGitApi = Pick<
  GitRepositoryApi,
  | 'rootUri'
  | 'inputBox'
  | 'state'
  | 'ui'
  | 'show'
  | 'getBranches'
  | 'log'
  | 'diffBetween'
  | 'createBranch'
  | 'checkout'
  | 'deleteBranch'
  | 'push'
  | 'status'
> &
  Pick<GitRepositoryApi, 'diffBetweenWithStats'>;

/** A repository that reads its state from git when `status` is called, and after each checkout. */
export class OpenedRepository implements UsedGitApi {
  readonly git: GitRepository;
  readonly rootUri: Uri;
  readonly inputBox = { value: '' };
  readonly ui = { selected: false };
  readonly #changed = new Emitter<void>();
  #configPath: string | undefined;
  #remotes: { readonly config: string; readonly remotes: readonly GitRemote[] } | undefined;
  #head: GitHead = { type: 0 };
  #changedFiles: readonly string[] = [];

  constructor(git: GitRepository) {
    this.git = git;
    this.rootUri = fileUri(git.folder);
    this.#read();
  }

  /** The repository as the extension sees it. */
  get repository(): Repository {
    const git = this as UsedGitApi as GitRepositoryApi;
    return new Repository(git, gitCommand('git', gitEnvironment()), checkoutGitCommand('git', gitEnvironment()));
  }

  async show(ref: string, path: string): Promise<string> {
    return this.git.run('show', `${ref}:${relative(this.git.folder, path)}`);
  }

  get state(): GitRepositoryApi['state'] {
    const readRemotes = (): readonly GitRemote[] => this.#readRemotes();
    return {
      HEAD: this.#head,
      get remotes(): readonly GitRemote[] {
        return readRemotes();
      },
      mergeChanges: [],
      indexChanges: [],
      workingTreeChanges: this.#changedFiles,
      onDidChange: this.#changed.event,
    };
  }

  /** Asks git only if the configuration has changed: a program is started for each remote. */
  #readRemotes(): readonly GitRemote[] {
    const { git } = this;
    this.#configPath ??= git.run('rev-parse', '--path-format=absolute', '--git-path', 'config').trim();
    const config = readFileSync(this.#configPath, 'utf8');
    if (this.#remotes?.config !== config)
      this.#remotes = {
        config,
        remotes: splitLines(git.run('remote')).map((name) => ({
          name,
          fetchUrl: git.run('remote', 'get-url', name),
          pushUrl: git.run('remote', 'get-url', '--push', name),
        })),
      };
    return this.#remotes.remotes;
  }

  async getBranches({ remote = false }: GitRefQuery): Promise<GitRef[]> {
    const folders = ['refs/heads', ...(remote ? ['refs/remotes'] : [])];
    return splitLines(this.git.run('for-each-ref', '--format=%(refname)', ...folders)).map((ref) => ({
      type: ref.startsWith('refs/heads/') ? 0 : 1,
      name: ref.split('/').slice(2).join('/'),
    }));
  }

  async log({ range = 'HEAD' }: GitLogOptions): Promise<GitCommit[]> {
    const [end, separator] = ['\u0001', '\u0002'];
    return this.git
      .run('log', '--format=%H%x02%B%x01', range)
      .split(end)
      .map((commit) => commit.trim().split(separator))
      .flatMap(([hash = '', message = '']) => (hash === '' ? [] : [{ hash, message, parents: [] }]));
  }

  async diffBetween(ref: string, other: string): Promise<GitChange[]> {
    return splitLines(this.git.run('diff', '--name-only', `${ref}...${other}`)).map((path) => this.#change(path));
  }

  async diffBetweenWithStats(ref: string, other: string): Promise<GitChangeStats[]> {
    return splitLines(this.git.run('diff', '--numstat', `${ref}...${other}`)).map((line) => {
      const [insertions, deletions, path = ''] = line.split('\t');
      return { ...this.#change(path), insertions: Number(insertions), deletions: Number(deletions) };
    });
  }

  #change(path: string): GitChange {
    const uri = fileUri(`${this.git.folder}/${path}`);
    return { status: 0, uri, originalUri: uri, renameUri: undefined };
  }

  async createBranch(name: string, _checkout: boolean, ref = 'HEAD'): Promise<void> {
    this.git.run('checkout', '--quiet', '--no-track', '-b', name, ref);
    this.#update();
  }

  async checkout(treeish: string): Promise<void> {
    this.git.run('checkout', '--quiet', treeish);
    this.#update();
  }

  async deleteBranch(name: string, force: boolean): Promise<void> {
    this.git.run('branch', '--quiet', force ? '-D' : '-d', name);
    this.#update();
  }

  async push(remoteName: string, branchName: string, setUpstream: boolean): Promise<void> {
    this.git.run('push', '--quiet', ...(setUpstream ? ['--set-upstream'] : []), remoteName, branchName);
    this.#update();
  }

  async status(): Promise<void> {
    this.#update();
  }

  #update(): void {
    this.#read();
    this.#changed.fire();
  }

  #read(): void {
    const status = splitLines(this.git.run('status', '--porcelain=v2', '--branch'));
    const header = (name: string): string | undefined =>
      status.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3);
    const [branch, commit] = [header('branch.head'), header('branch.oid')];
    const [remote, ...upstream] = header('branch.upstream')?.split('/') ?? [];
    const ahead = header('branch.ab')?.split(' ')[0];
    this.#head = {
      type: 0,
      ...(branch === undefined || branch === '(detached)' ? {} : { name: branch }),
      ...(commit === undefined || commit === '(initial)' ? {} : { commit }),
      ...(remote === undefined ? {} : { upstream: { remote, name: upstream.join('/') } }),
      ...(ahead === undefined ? {} : { ahead: Number(ahead) }),
    };
    this.#changedFiles = status.filter((line) => !line.startsWith('#'));
  }
}

/** Returns a file URI with only the properties that `Repository` reads. */
function fileUri(path: string): Uri {
  return { scheme: 'file', path, fsPath: path, toString: () => `file://${path}` } as Uri;
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
