// Creates and changes git repositories for tests; ignores the git configuration of the machine.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { templateFolder } from './templateFolder.ts';

/** Ignores the machine's git configuration, and gives each commit the same date. */
const fixedEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_DATE: '2026-11-01T12:00:00Z',
  GIT_COMMITTER_DATE: '2026-11-01T12:00:00Z',
};

export class GitRepository {
  readonly folder: string;

  /** The folder must already contain a repository. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates a repository on the branch `main` and commits all files that are already in the folder. */
  static create(folder: string, message = 'Begin'): GitRepository {
    const repository = GitRepository.createEmpty(folder);
    repository.commit(message);
    return repository;
  }

  /** Creates a repository on the branch `main` with one commit, which contains only `README.md`. */
  static createWithReadme(folder: string): GitRepository {
    const templates = templateFolder();
    if (templates === undefined) return GitRepository.#commitReadme(folder);
    const template = join(templates, 'repository');
    if (!existsSync(template)) {
      // Another process may create the same template at the same time.
      const { folder: newTemplate } = GitRepository.#commitReadme(`${template}-${process.pid}`);
      if (!existsSync(template)) renameSync(newTemplate, template);
    }
    cpSync(template, folder, { recursive: true });
    return new GitRepository(folder);
  }

  static #commitReadme(folder: string): GitRepository {
    const repository = GitRepository.createEmpty(folder);
    repository.write('README.md', 'One.\n');
    repository.commit('Begin');
    return repository;
  }

  /** Creates a repository on the branch `main` without a commit. */
  static createEmpty(folder: string): GitRepository {
    const repository = GitRepository.#init(folder);
    // The settings are in the repository's own configuration, because VS Code also needs them for its commits.
    const settings = '[user]\n\tname = Mara Lind\n\temail = mara@example.com\n[commit]\n\tgpgsign = false\n';
    appendFileSync(join(folder, '.git', 'config'), settings);
    return repository;
  }

  static createBare(folder: string): GitRepository {
    return GitRepository.#init(folder, '--bare');
  }

  static #init(folder: string, ...options: readonly string[]): GitRepository {
    mkdirSync(folder, { recursive: true });
    const repository = new GitRepository(folder);
    repository.run('init', '--quiet', '--initial-branch=main', ...options);
    return repository;
  }

  /** Writes a file; its path is relative to the root of the repository. */
  write(path: string, text: string | Uint8Array): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Commits all files of the folder, and returns the hash of the commit. */
  commit(message: string): string {
    this.run('add', '--all');
    this.run('commit', '--quiet', '--allow-empty', '--message', message);
    return this.head;
  }

  /** Creates a branch at HEAD without a checkout of the branch. */
  createBranch(name: string): void {
    this.run('branch', name);
  }

  checkout(name: string): void {
    this.run('checkout', '--quiet', name);
  }

  /**
   * Makes a branch the current branch without git, which would run the hooks of a hostile repository. The file HEAD is
   * replaced in one step: while HEAD is empty, VS Code finds no repository and closes the open repository.
   */
  setHead(branch: string): void {
    const file = join(this.folder, '.git', 'HEAD');
    writeFileSync(`${file}.new`, `ref: refs/heads/${branch}\n`);
    renameSync(`${file}.new`, file);
  }

  addRemote(name: string, url: string): void {
    this.run('remote', 'add', name, url);
  }

  /**
   * Adds a remote with an SSH address, such as `git@github.com:acme/web.git`. What is pushed to it and fetched from it
   * is in the bare repository.
   */
  addSshRemote(name: string, address: string, bare: GitRepository): void {
    const program = join(bare.folder, 'ssh.sh');
    const commands = `case "$*" in *upload-pack*) exec git upload-pack .;; *) exec git receive-pack .;; esac`;
    writeFileSync(program, `#!/bin/sh\ncd '${bare.folder}' && ${commands}\n`, { mode: 0o755 });
    this.run('config', 'core.sshCommand', program);
    this.addRemote(name, address);
  }

  get head(): string {
    return this.run('rev-parse', 'HEAD');
  }

  /** The name of the branch; '' while HEAD is detached. */
  get currentBranch(): string {
    return this.run('branch', '--show-current');
  }

  /**
   * Returns the trimmed output of git.
   * @throws an error with the message of git if git fails
   */
  run(...args: readonly string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      env: gitEnvironment(),
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }
}

/** Adds commits to `main`, all with the files of its first commit. */
export function importHistory(git: GitRepository, count: number): void {
  const { head } = git;
  const author = 'Mara Lind <mara@example.com> 1761998400 +0000';
  const commits = Array.from(
    { length: count },
    (_, index) => `commit refs/heads/main\ncommitter ${author}\ndata 1\nx\n${index === 0 ? `from ${head}\n` : ''}`,
  );
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: git.folder,
    env: gitEnvironment(),
    input: commits.join(''),
  });
}

/**
 * Returns the environment of this process without the `GIT_*` variables: if the tests run in a git hook, these
 * variables select the repository of the hook.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const inheritedVariables = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(inheritedVariables), ...fixedEnvironment };
}
