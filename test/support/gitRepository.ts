// Owns a real git repository, made and driven by git on the command line, that depends on nobody's settings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Nobody's name, no signing, no hooks of the machine, the same moment for each commit. */
const own = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_DATE: '2026-11-01T12:00:00Z',
  GIT_COMMITTER_DATE: '2026-11-01T12:00:00Z',
};

export class GitRepository {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Over a folder with or without files, on the branch `main`, with everything in it committed. */
  static create(folder: string, message = 'Begin'): GitRepository {
    const repository = GitRepository.empty(folder);
    repository.commit(message);
    return repository;
  }

  /** On the branch `main`, with nothing committed yet. */
  static empty(folder: string): GitRepository {
    const repository = GitRepository.#init(folder);
    // In the repository itself: a commit from the workbench must find them as well.
    repository.run('config', 'user.name', 'Mara Lind');
    repository.run('config', 'user.email', 'mara@example.com');
    repository.run('config', 'commit.gpgsign', 'false');
    return repository;
  }

  static bare(folder: string): GitRepository {
    return GitRepository.#init(folder, '--bare');
  }

  static #init(folder: string, ...options: readonly string[]): GitRepository {
    mkdirSync(folder, { recursive: true });
    const repository = new GitRepository(folder);
    repository.run('init', '--quiet', '--initial-branch=main', ...options);
    return repository;
  }

  /** Writes a file; its path is from the top of the repository. */
  write(path: string, text: string | Uint8Array): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Commits everything as it is on disk, and gives the commit's hash. */
  commit(message: string): string {
    this.run('add', '--all');
    this.run('commit', '--quiet', '--allow-empty', '--message', message);
    return this.head;
  }

  /** Makes a branch where HEAD is, without checking it out. */
  branch(name: string): void {
    this.run('branch', name);
  }

  checkout(name: string): void {
    this.run('checkout', '--quiet', name);
  }

  remote(name: string, url: string): void {
    this.run('remote', 'add', name, url);
  }

  get head(): string {
    return this.run('rev-parse', 'HEAD');
  }

  /** '' while it is detached. */
  get currentBranch(): string {
    return this.run('branch', '--show-current');
  }

  /** What git prints, without the space around it. Throws with git's own words when it fails. */
  run(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.folder, env: environment(), encoding: 'utf8', stdio: 'pipe' }).trim();
  }
}

/** Without what an enclosing git, such as a hook, leaves in it: that would lead into its own repository. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(inherited), ...own };
}
