// Tests which lines of a real repository given commits have changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findChangedLines } from '../../../../src/shell/git/commits.ts';
import { gitCommand } from '../../../../src/shell/git/gitCommand.ts';
import { GitRepository, gitEnvironment } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const run = gitCommand('git', gitEnvironment());
const { signal } = new AbortController();
let folder: string;
let git: GitRepository;

beforeEach(() => {
  folder = temporaryFolder();
  git = GitRepository.createWithReadme(join(folder, 'web'));
  git.write('src/a.ts', 'one\ntwo\nthree\nfour\n');
  git.commit('Add a');
});

async function changedLines(...commits: readonly string[]) {
  return Object.fromEntries(await findChangedLines(run, git.folder, commits, signal));
}

describe('The lines that commits changed', () => {
  it('are those whose last change is one of the commits, where they are at HEAD', async () => {
    git.write('src/a.ts', 'one\nTWO\nTHREE\nfour\nfive\n');
    git.write('src/gone.ts', 'x\n');
    const first = git.commit('WEB-1 Change a');
    git.write('src/a.ts', 'zero\none\nTWO\nthree again\nfour\nfive\n');
    git.run('rm', '--quiet', 'src/gone.ts');
    const second = git.commit('Change it again');
    expect(await changedLines(first)).toEqual({
      'src/a.ts': [
        { first: 3, last: 3 },
        { first: 6, last: 6 },
      ],
    });
    expect(await changedLines(first, second)).toEqual({
      'src/a.ts': [
        { first: 1, last: 1 },
        { first: 3, last: 4 },
        { first: 6, last: 6 },
      ],
    });
  });

  it('include those of a first commit, and of a merged branch', async () => {
    const [root = ''] = git.run('rev-list', '--max-parents=0', 'HEAD').trim().split('\n');
    expect(await changedLines(root)).toEqual({ 'README.md': [{ first: 1, last: 1 }] });
    git.run('checkout', '--quiet', '-b', 'side', 'HEAD~1');
    git.write('src/b.ts', 'b\n');
    const side = git.commit('WEB-1 Add b');
    git.checkout('main');
    git.write('src/c.ts', 'c\n');
    git.commit('Add c');
    git.run('merge', '--quiet', '--no-edit', 'side');
    expect(await changedLines(git.head, side)).toEqual({ 'src/b.ts': [{ first: 1, last: 1 }] });
  });

  it('are unknown at the end of a shallow history, and without commits', async () => {
    expect(await changedLines()).toEqual({});
    const clone = join(folder, 'clone');
    git.run('clone', '--quiet', '--depth=1', `file://${git.folder}`, clone);
    expect([...(await findChangedLines(run, clone, [git.head], signal))]).toEqual([]);
  });

  it('are read without a program that the repository names', async () => {
    const marker = join(folder, 'ran');
    for (const key of ['diff.evil.textconv', 'diff.evil.command', 'filter.evil.clean', 'filter.evil.smudge'])
      git.run('config', key, `touch ${marker}; cat`);
    git.write('src/d.ts', 'd\n');
    const commit = git.commit('WEB-1 Add d');
    git.write('.gitattributes', '*.ts diff=evil filter=evil\n');
    git.write('src/d.ts', 'd\ne\n');
    expect(await changedLines(commit)).toEqual({ 'src/d.ts': [{ first: 1, last: 1 }] });
    expect(existsSync(marker)).toBe(false);
  });
});
