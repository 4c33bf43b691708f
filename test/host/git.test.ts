// Tests `Repositories` in the extension host, with VS Code's git extension and real repositories.
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, Uri } from 'vscode';
import { GitError } from '../../src/shell/git/gitError.ts';
import { isBareRepository, Repositories } from '../../src/shell/git/repositories.ts';
import type { Repository } from '../../src/shell/git/repository.ts';
import { VscodePrompts } from '../../src/shell/prompts/vscodePrompts.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { eventually } from './eventually.ts';

interface GitExtensionApi {
  openRepository(root: Uri): Promise<unknown>;
}

describe('The class Repositories', () => {
  const home = mkdtempSync(join(tmpdir(), 'contrail-git-'));
  const repositories = new Repositories(new VscodePrompts());
  let count = 0;

  before(() => repositories.ready());

  after(() => {
    repositories.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  /** Opens the repository in VS Code's git extension. */
  async function open(git: GitRepository): Promise<Repository> {
    const api = extensions.getExtension('vscode.git')?.exports.getAPI(1) as GitExtensionApi;
    const root = Uri.file(git.folder);
    await api.openRepository(root);
    await eventually(() => repositories.of(root)?.head !== undefined);
    const repository = repositories.of(root);
    ok(repository);
    return repository;
  }

  function createRepository(): GitRepository {
    count += 1;
    const repository = GitRepository.createEmpty(join(home, `repository-${count}`));
    repository.write('readme.txt', 'one\n');
    repository.commit('Begin');
    return repository;
  }

  it('finds the repository that contains a file, even if several repositories are open', async () => {
    const [firstRepository, otherRepository] = [createRepository(), createRepository()];
    await open(firstRepository);
    await open(otherRepository);
    strictEqual(
      repositories.of(Uri.file(join(otherRepository.folder, 'readme.txt')))?.root.fsPath,
      otherRepository.folder,
    );
    strictEqual(repositories.of(Uri.file(join(home, 'nowhere.txt'))), undefined);
    const selection = await repositories.choose('Which?', {
      uri: Uri.file(join(firstRepository.folder, 'readme.txt')),
    });
    strictEqual(
      selection.kind === 'chosen' ? selection.repository.root.fsPath : selection.kind,
      firstRepository.folder,
    );
  });

  it('lets the user pick a repository if no file determines the repository', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    let isClosed = false;
    const choice = repositories.choose('Which?').finally(() => {
      isClosed = true;
    });
    await eventually(() => {
      void commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isClosed;
    });
    const selection = await choice;
    strictEqual(
      selection.kind === 'chosen' ? selection.repository.root.fsPath : selection.kind,
      repositories.all[0]?.root.fsPath,
    );
  });

  it('creates a branch from HEAD or from another branch, and fires an event on checkout', async () => {
    const git = createRepository();
    git.createBranch('release');
    const releaseCommit = git.head;
    git.write('readme.txt', 'two\n');
    const latestCommit = git.commit('Go on');
    const repository = await open(git);
    await repository.refresh();
    let eventCount = 0;
    const listener = repositories.onDidChange(() => {
      eventCount += 1;
    });
    await repository.createBranch('WEB-1-login');
    await eventually(() => repository.head?.branch === 'WEB-1-login' && eventCount > 0);
    listener.dispose();
    strictEqual(git.head, latestCommit);
    await repository.createBranch('hotfix/WEB-2', 'release');
    strictEqual(git.currentBranch, 'hotfix/WEB-2');
    strictEqual(git.head, releaseCommit);
    const names = (await repository.branches()).map(({ name }) => name);
    deepStrictEqual(names.sort(), ['WEB-1-login', 'hotfix/WEB-2', 'main', 'release']);
  });

  it('checks out a remote branch as a local branch that tracks it', async () => {
    const origin = createRepository();
    origin.createBranch('WEB-3-theirs');
    const git = GitRepository.createEmpty(join(home, 'clone'));
    git.addRemote('origin', origin.folder);
    git.run('fetch', '--quiet', 'origin');
    git.run('checkout', '--quiet', '-b', 'main', 'origin/main');
    const repository = await open(git);
    deepStrictEqual(
      (await repository.branches({ remote: true })).filter(({ remote }) => remote).map(({ name }) => name),
      ['origin/WEB-3-theirs', 'origin/main'],
    );
    deepStrictEqual(
      repository.remotes.map(({ fetchUrl }) => fetchUrl),
      [origin.folder],
    );
    await repository.checkout('WEB-3-theirs');
    strictEqual(git.currentBranch, 'WEB-3-theirs');
    strictEqual(git.run('rev-parse', '--abbrev-ref', '@{upstream}'), 'origin/WEB-3-theirs');
  });

  it('pushes a branch, which then tracks the remote branch', async () => {
    const origin = GitRepository.createBare(join(home, 'pushed.git'));
    const git = createRepository();
    git.addRemote('origin', origin.folder);
    git.run('checkout', '--quiet', '-b', 'WEB-4-pushed');
    const repository = await open(git);
    await repository.push('origin', 'WEB-4-pushed');
    await repository.refresh();
    strictEqual(origin.run('rev-parse', 'WEB-4-pushed'), git.head);
    strictEqual(repository.head?.upstream, 'origin/WEB-4-pushed');
    strictEqual(repository.head?.ahead, 0);
  });

  it('checks out a remote branch even if git’s configuration is locked for a moment', async () => {
    const origin = createRepository();
    origin.createBranch('WEB-4-theirs');
    const git = GitRepository.createEmpty(join(home, 'locked'));
    git.addRemote('origin', origin.folder);
    git.run('fetch', '--quiet', 'origin');
    git.run('checkout', '--quiet', '-b', 'main', 'origin/main');
    const repository = await open(git);
    const lockFile = join(git.folder, '.git', 'config.lock');
    // The git extension may have locked the configuration at this moment.
    await eventually(() => !existsSync(lockFile));
    writeFileSync(lockFile, '', { flag: 'wx' });
    const checkout = repository.checkout('WEB-4-theirs');
    await eventually(() => git.run('branch', '--list', 'WEB-4-theirs') !== '');
    rmSync(lockFile);
    await checkout;
    strictEqual(git.currentBranch, 'WEB-4-theirs');
    strictEqual(git.run('rev-parse', '--abbrev-ref', '@{upstream}'), 'origin/WEB-4-theirs');
  });

  it('rejects with git’s error if uncommitted changes prevent a checkout, and keeps the changes', async () => {
    const git = createRepository();
    git.createBranch('other');
    git.checkout('other');
    git.write('readme.txt', 'other\n');
    git.commit('Otherwise');
    git.checkout('main');
    git.write('readme.txt', 'mine\n');
    const repository = await open(git);
    await repository.refresh();
    strictEqual(repository.uncommittedCount, 1);
    await rejects(repository.checkout('other'), (error: unknown) => {
      ok(error instanceof GitError);
      match(error.output, /would be overwritten by checkout:\s+readme\.txt/);
      return true;
    });
    strictEqual(git.currentBranch, 'main');
    strictEqual(git.run('diff', '--stat').includes('readme.txt'), true);
  });

  it('rejects with git’s error if a branch can’t be created', async () => {
    const repository = await open(createRepository());
    await rejects(repository.createBranch('main'), /git failed|BranchAlreadyExists/);
    await rejects(
      repository.createBranch('x', 'no-such-branch'),
      (error: unknown) => error instanceof GitError && error.output.includes('no-such-branch'),
    );
  });

  it('does not treat a branch name that starts with a hyphen as an option', async () => {
    const git = createRepository();
    git.run('update-ref', 'refs/heads/-f', 'HEAD');
    const repository = await open(git);
    git.write('readme.txt', 'mine\n');
    await repository.createBranch('WEB-7-mine', '-f');
    strictEqual(git.currentBranch, 'WEB-7-mine');
    match(git.run('diff'), /\+mine/);
    await rejects(repository.checkout('-f'), GitError);
    strictEqual(git.currentBranch, 'WEB-7-mine');
    match(git.run('diff'), /\+mine/);
  });

  it('reports a detached HEAD, and creates a branch in a repository without commits', async () => {
    const detachedRepository = createRepository();
    detachedRepository.run('checkout', '--quiet', '--detach');
    const { head } = await open(detachedRepository);
    deepStrictEqual(
      { branch: head?.branch, commit: head?.commit },
      { branch: undefined, commit: detachedRepository.head },
    );
    const emptyRepository = await open(GitRepository.createEmpty(join(home, 'unborn')));
    strictEqual(emptyRepository.head?.commit, undefined);
    await emptyRepository.createBranch('WEB-4-first');
    await eventually(() => emptyRepository.head?.branch === 'WEB-4-first');
  });

  it('finds commits by message, and reads files at a commit', async () => {
    const git = createRepository();
    const firstCommit = git.head;
    git.write('readme.txt', 'two\n');
    git.commit('WEB-5: go on');
    const repository = await open(git);
    deepStrictEqual(
      (await repository.log({ grep: 'WEB-5' })).map(({ message }) => message),
      ['WEB-5: go on'],
    );
    const file = Uri.file(join(git.folder, 'readme.txt'));
    strictEqual(await repository.show(firstCommit, file), 'one\n');
    strictEqual((await repository.readCommit(firstCommit)).message, 'Begin');
    await rejects(repository.show('no-such-commit', file), GitError);
  });

  it('reads and writes the commit message', async () => {
    const git = createRepository();
    const repository = await open(git);
    repository.message = 'WEB-6: ';
    strictEqual(repositories.of(Uri.file(git.folder))?.message, 'WEB-6: ');
  });

  it('recognizes a bare repository, and does not open it', async () => {
    const bareRepository = GitRepository.createBare(join(home, 'bare.git'));
    strictEqual(await isBareRepository(Uri.file(bareRepository.folder)), true);
    strictEqual(await isBareRepository(Uri.file(createRepository().folder)), false);
    strictEqual(repositories.of(Uri.file(bareRepository.folder)), undefined);
  });
});
