// Tests that comments on code are found in every clone of a repository: by its remotes or by the commit.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommitMatches } from '../../../../src/features/comments/commitMatches.ts';
import { findOrigin, findRepositories } from '../../../../src/shell/code/origin.ts';
import type { SelectedSource } from '../../../../src/shell/code/source.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import { OpenedRepository } from '../../../support/openedRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';
import { until } from '../../../support/until.ts';

const MISSING = '0123456789abcdef0123456789abcdef01234567';
let folder: string;
let main: GitRepository;

beforeEach(() => {
  folder = temporaryFolder();
  main = GitRepository.createWithReadme(join(folder, 'main'));
  main.addRemote('origin', 'git@github.com:acme/app.git');
});

describe('A comment on code', () => {
  it.each<readonly [name: string, repository: string, commit: 'known' | 'missing', isFound: boolean]>([
    ['of this repository', 'github.com/acme/app', 'missing', true],
    ['of a fork with a shared commit', 'github.com/mara/app', 'known', true],
    ['of a repository under a former name with a shared commit', 'github.com/acme/old-name', 'known', true],
    ['of a clone without a remote, with a shared commit', 'local:elsewhere', 'known', true],
    ['of a fork with a commit that was not fetched', 'github.com/mara/app', 'missing', false],
  ])('%s is found or not', async (_, repository, commit, isFound) => {
    const candidates = [new OpenedRepository(main).repository];
    const place = { repository, commit: commit === 'known' ? main.head : MISSING };
    expect((await findRepositories(place, candidates, new Map())).length).toBe(isFound ? 1 : 0);
  });

  it('has one repository in clones by a name for SSH and by the configured web address of this name', async () => {
    const clone = GitRepository.createWithReadme(join(folder, 'work'));
    clone.addRemote('origin', 'git@git-work:acme/app.git');
    const { repository } = new OpenedRepository(clone);
    const hosts = new Map([['git-work', { kind: 'gitea', url: new URL('https://git.example.com') } as const]]);
    const source = { repository, commit: clone.head, path: 'none.ts', lines: { first: 1, last: 1 }, text: 'a' };
    const { place } = await findOrigin(source as unknown as SelectedSource, hosts);
    expect(place.repository).toBe('git.example.com/acme/app');
    for (const name of ['git.example.com/acme/app', 'git-work/acme/app'])
      expect(await findRepositories({ repository: name, commit: MISSING }, [repository], hosts)).toHaveLength(1);
  });

  it('made in the clone of a fork names the repository that the remote upstream has', async () => {
    const fork = GitRepository.createWithReadme(join(folder, 'fork'));
    fork.addRemote('origin', 'git@github.com:mara/app.git');
    fork.addRemote('upstream', 'https://github.com/acme/app');
    const { repository } = new OpenedRepository(fork);
    const source = { repository, commit: fork.head, path: 'none.ts', lines: { first: 1, last: 1 }, text: 'a' };
    const { place } = await findOrigin(source as unknown as SelectedSource, new Map());
    expect(place.repository).toBe('github.com/acme/app');
  });
});

describe('The link to a commit that is on no branch of a remote', () => {
  const PAGE = 'https://github.com/acme/app/blob';

  /** Clones `main` with these options, as if from GitHub. */
  function cloneOf(name: string, ...options: readonly string[]): GitRepository {
    main.run('clone', '--quiet', ...options, `file://${main.folder}`, join(folder, name));
    const clone = new GitRepository(join(folder, name));
    clone.run('remote', 'set-url', 'origin', 'git@github.com:acme/app.git');
    return clone;
  }

  async function linkIn(clone: GitRepository): Promise<unknown> {
    const { repository } = new OpenedRepository(clone);
    const uri = { fsPath: join(clone.folder, 'README.md') };
    const source = {
      repository,
      commit: clone.head,
      uri,
      path: 'README.md',
      lines: { first: 1, last: 1 },
      text: 'One.\n',
    };
    const { origin } = await findOrigin(source as unknown as SelectedSource, new Map());
    return origin.link ?? origin.noLinkReason;
  }

  it('is written in a shallow clone of a tag', async () => {
    main.run('tag', 'v1');
    const clone = cloneOf('tag', '--depth=1', '--branch=v1');
    expect(await linkIn(clone)).toBe(`${PAGE}/${clone.head}/README.md?plain=1#L1`);
  });

  it('is written for the fetched head of a pull request', async () => {
    const clone = cloneOf('pull');
    main.run('checkout', '--quiet', '--detach');
    const head = main.commit('Change');
    main.run('update-ref', 'refs/pull/7/head', head);
    clone.run('fetch', '--quiet', `file://${main.folder}`, 'refs/pull/7/head');
    clone.run('checkout', '--quiet', 'FETCH_HEAD');
    expect(await linkIn(clone)).toBe(`${PAGE}/${head}/README.md?plain=1#L1`);
  });

  it('leads to the fork from which the commit was fetched', async () => {
    const clone = cloneOf('fork-head');
    clone.run('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '--message', 'Fork');
    clone.write('.git/FETCH_HEAD', `${clone.head}\t\tbranch 'fix' of https://github.com/mara/app\n`);
    expect(await linkIn(clone)).toBe(`https://github.com/mara/app/blob/${clone.head}/README.md?plain=1#L1`);
  });

  it('is not written for a commit of this clone', async () => {
    const clone = cloneOf('local');
    clone.run(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.c',
      'commit',
      '--quiet',
      '--allow-empty',
      '--message',
      'Local',
    );
    expect(await linkIn(clone)).toBe('notPushed');
  });
});

describe('Code in a cell of a notebook', () => {
  const CELL = 'a = 1\nprint(a)\n';

  it.each([
    ['print(a)', 'no'],
    ['a = 1\nprint(a)', 'no'],
    ['print(b)', 'lines'],
  ] as const)('%j has changed since the commit: %s, and gets a link to the file', async (code, changed) => {
    const file = main.write('b.ipynb', JSON.stringify({ cells: [{ source: ['x = 0'] }, { source: CELL }] }));
    main.commit('Add a notebook');
    main.run('update-ref', 'refs/remotes/origin/main', main.head);
    const { repository } = new OpenedRepository(main);
    const lines = { first: 1, last: code.split('\n').length };
    const source = {
      repository,
      commit: main.head,
      uri: { fsPath: file },
      cell: 2,
      path: 'b.ipynb',
      lines,
      code,
      text: code,
    };
    const { origin, place } = await findOrigin(source as unknown as SelectedSource, new Map());
    expect(origin).toEqual({
      path: 'b.ipynb',
      cell: 2,
      lines,
      commit: main.head,
      changed,
      // The lines of the file are those of its JSON, so the link has none.
      link: `https://github.com/acme/app/blob/${main.head}/b.ipynb`,
    });
    expect([place.path, place.lines, place.changed]).toEqual(['b.ipynb', lines, changed === 'lines']);
  });
});

describe('The commits of comments', () => {
  it('are looked up once in the clone, and missing ones again after a change of the repository', async () => {
    const { repository } = new OpenedRepository(main);
    const askedFor: (readonly string[])[] = [];
    let loadCount = 0;
    const matches = new CommitMatches(() => {
      loadCount += 1;
    });
    const source = {
      key: repository.key,
      findCommits: (commits: readonly string[]) => {
        askedFor.push(commits);
        return repository.findCommits(commits);
      },
    };
    const { head } = main;
    expect(matches.knownCommits(source, [head, MISSING, head]).size).toBe(0);
    await until('git has answered', () => loadCount === 1);
    expect([...matches.knownCommits(source, [head, MISSING])]).toEqual([head]);
    matches.forgetMissing();
    expect([...matches.knownCommits(source, [head, MISSING])]).toEqual([head]);
    expect(askedFor).toEqual([[head, MISSING], [MISSING]]);
  });
});
