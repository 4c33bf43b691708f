// Tests what is read of local branches, with real git.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { gitCommand } from '../../../../src/shell/git/gitCommand.ts';
import { readLastPush } from '../../../../src/shell/git/pushes.ts';
import { readLocalBranches } from '../../../../src/shell/git/worktrees.ts';
import { GitRepository, gitEnvironment, importHistory } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

let folder: string;
let git: GitRepository;
const run = gitCommand('git', gitEnvironment());

beforeEach(() => {
  folder = temporaryFolder();
  git = GitRepository.createWithReadme(join(folder, 'web'));
});

function pushTo(bare: GitRepository): void {
  git.addRemote('origin', bare.folder);
  git.run('push', '--quiet', '--set-upstream', 'origin', 'main');
}

describe('readLocalBranches', () => {
  it('counts commits to push and pull, and the changes in other worktrees', async () => {
    pushTo(GitRepository.createBare(join(folder, 'remote.git')));
    git.run('checkout', '--quiet', '-b', 'web-1-one', '--track', 'origin/main');
    git.commit('One');
    git.run('checkout', '--quiet', '-b', 'web-2-two', '--no-track', 'main');
    git.run('worktree', 'add', '--quiet', join(folder, 'two words'), 'web-1-one');
    writeFileSync(join(folder, 'two words', 'new.txt'), 'New');
    git.run(
      'push',
      '--quiet',
      'origin',
      `${git.run('commit-tree', 'HEAD^{tree}', '-p', 'main', '-m', 'x')}:refs/heads/main`,
    );
    const names: string[] = [];
    const branches = await readLocalBranches(run, git.folder, (name) => {
      names.push(name);
      return name.startsWith('web-');
    });
    expect(names.toSorted()).toEqual(['main', 'web-1-one', 'web-2-two']);
    expect(branches).toEqual([
      { name: 'web-1-one', uncommitted: 1, ahead: 1, behind: 1 },
      { name: 'web-2-two', uncommitted: 0, ahead: 0, behind: 0 },
    ]);
  });

  it('runs git once if no branch is wanted, and lists nothing where git fails', async () => {
    const commands: (readonly string[])[] = [];
    const counted = (cwd: string, ...args: readonly string[]) => {
      commands.push(args);
      return run(cwd, ...args);
    };
    expect(await readLocalBranches(counted, git.folder, () => false)).toEqual([]);
    expect(commands).toHaveLength(1);
    expect(await readLocalBranches(run, folder, () => true)).toEqual([]);
  });

  it('reads a repository with a long history, a detached HEAD, or a shallow clone, in few lines', async () => {
    importHistory(git, 1_000);
    const outputs: string[] = [];
    const recorded = async (cwd: string, ...args: readonly string[]) => {
      const output = await run(cwd, ...args);
      outputs.push(...output.split(/[\n\0]/).filter((line) => line !== ''));
      return output;
    };
    git.run('clone', '--quiet', '--bare', git.folder, join(folder, 'remote.git'));
    git.addRemote('origin', join(folder, 'remote.git'));
    git.run('fetch', '--quiet');
    git.run('checkout', '--quiet', '-b', 'web-1-one', '--track', 'origin/main');
    git.commit('One');
    git.run('checkout', '--quiet', '--detach');
    const isItem = (name: string) => name.startsWith('web-');
    expect(await readLocalBranches(recorded, git.folder, isItem)).toEqual([
      { name: 'web-1-one', uncommitted: 0, ahead: 1, behind: 0 },
    ]);
    git.checkout('web-1-one');
    git.run('push', '--quiet', 'origin', 'HEAD:web-1-one');
    const push = await readLastPush(recorded, git.folder, { remote: 'origin', name: 'web-1-one' });
    expect((await push?.readCommits())?.map(({ message }) => message)).toEqual(['One']);
    expect(outputs.length).toBeLessThan(20);
    git.run(
      'clone',
      '--quiet',
      '--depth=1',
      '--branch=web-1-one',
      `file://${join(folder, 'remote.git')}`,
      join(folder, 'shallow'),
    );
    expect(await readLocalBranches(run, join(folder, 'shallow'), isItem)).toEqual([
      { name: 'web-1-one', uncommitted: 0, ahead: 0, behind: 0 },
    ]);
  });

  it('runs nothing that the repository’s configuration, hooks or worktrees name', async () => {
    const marker = join(folder, 'ran');
    const program = join(folder, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    git.createBranch('web-1-one');
    git.run('worktree', 'add', '--quiet', join(folder, 'one'), 'web-1-one');
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'diff.external'])
      git.run('config', key, program);
    mkdirSync(join(git.folder, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
      writeFileSync(join(git.folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    const branches = await readLocalBranches(run, git.folder, (name) => name !== 'main');
    expect(branches.map(({ name }) => name)).toEqual(['web-1-one']);
    writeFileSync(join(folder, 'one', '.git'), `gitdir: ${join(folder, 'elsewhere')}\n`);
    expect(await readLocalBranches(run, git.folder, () => true)).toHaveLength(2);
    expect(existsSync(marker)).toBe(false);
  });
});
