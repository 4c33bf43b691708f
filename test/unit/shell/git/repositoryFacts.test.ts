// Tests what is read from real git repositories: published commits, worktrees, rules for addresses, and refusals.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { repositoryIdentity } from '../../../../src/core/code/remote.ts';
import { sshHostName } from '../../../../src/core/code/sshConfig.ts';
import { gitCommand, isTrustedGitPath, type RunGit } from '../../../../src/shell/git/gitCommand.ts';
import { applyAddressRules, readAddressRules } from '../../../../src/shell/git/insteadOf.ts';
import { readMergeState } from '../../../../src/shell/git/merges.ts';
import { findCommits } from '../../../../src/shell/git/publishedCommit.ts';
import { readLastPush } from '../../../../src/shell/git/pushes.ts';
import { readCommitTemplate } from '../../../../src/shell/git/readCommitTemplate.ts';
import { readSshConfig } from '../../../../src/shell/git/readSshConfig.ts';
import { RemoteAddressReader } from '../../../../src/shell/git/remoteAddresses.ts';
import { repositoryRefusal } from '../../../../src/shell/git/repositoryRefusal.ts';
import { GitRepository, gitEnvironment } from '../../../support/gitRepository.ts';
import { OpenedRepository } from '../../../support/openedRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const run = gitCommand('git', gitEnvironment());
let folder: string;
let server: GitRepository;

beforeEach(() => {
  folder = temporaryFolder();
  server = GitRepository.createWithReadme(join(folder, 'server'));
});

/** Clones the server's repository over a protocol that supports shallow and partial clones. */
function cloneServer(...options: readonly string[]): GitRepository {
  server.run('config', 'uploadpack.allowFilter', 'true');
  const target = join(folder, 'clone');
  server.run('-c', 'advice.detachedHead=false', 'clone', '--quiet', ...options, `file://${server.folder}`, target);
  return new GitRepository(target);
}

/** Commits on a branch that no clone fetches, and lets a ref of the server point to the commit. */
function commitOutsideOfBranches(ref: string): string {
  server.run('checkout', '--quiet', '--detach');
  const commit = server.commit('Aside');
  server.run('update-ref', ref, commit);
  server.checkout('main');
  return commit;
}

async function publishedHead(clone: GitRepository) {
  return new OpenedRepository(clone).repository.published(clone.head);
}

describe('The program git', () => {
  it.each([
    ['/usr/bin/git', 'linux', true],
    ['git', 'linux', true],
    ['git', 'darwin', true],
    ['git', 'win32', false],
    ['./git', 'linux', false],
    ['tools/git', 'darwin', false],
    ['', 'linux', false],
  ] as const)('%j is run on %s: %s', (path, platform, isRun) => {
    expect(isTrustedGitPath(path, platform)).toBe(isRun);
  });

  it('is not searched for in the folder of the repository', async () => {
    const { PATH = '', ...environment } = gitEnvironment();
    server.write('git', '#!/bin/sh\necho from the folder\n');
    chmodSync(join(server.folder, 'git'), 0o755);
    const runHere = gitCommand('git', { ...environment, PATH: `.:${PATH}` });
    expect(await runHere(server.folder, 'rev-parse', '--is-bare-repository')).toBe('false\n');
  });
});

describe('A commit', () => {
  it.each<readonly [name: string, prepare: () => GitRepository, isPublished: boolean]>([
    ['of a clone', () => cloneServer(), true],
    ['of a partial clone', () => cloneServer('--filter=tree:0', '--no-checkout'), true],
    ['of a shallow clone', () => cloneServer('--depth=1'), true],
    [
      'of a shallow clone of a tag',
      () => {
        commitOutsideOfBranches('refs/tags/v1');
        return cloneServer('--depth=1', '--branch=v1');
      },
      true,
    ],
    [
      'of a shallow clone of a tag, on a new branch',
      () => {
        commitOutsideOfBranches('refs/tags/v1');
        const clone = cloneServer('--depth=1', '--branch=v1');
        clone.run('checkout', '--quiet', '-b', 'fix');
        return clone;
      },
      true,
    ],
    [
      'of a tag that no branch contains',
      () => {
        commitOutsideOfBranches('refs/tags/v1');
        return cloneServer('--branch=v1');
      },
      true,
    ],
    [
      'of a pull request that was fetched',
      () => {
        commitOutsideOfBranches('refs/pull/7/head');
        const clone = cloneServer();
        clone.run('fetch', '--quiet', 'origin', 'refs/pull/7/head:pr-7');
        clone.checkout('pr-7');
        return clone;
      },
      true,
    ],
    [
      'of FETCH_HEAD, checked out without a branch',
      () => {
        commitOutsideOfBranches('refs/merge-requests/7/head');
        const clone = cloneServer();
        clone.run('fetch', '--quiet', `file://${server.folder}`, 'refs/merge-requests/7/head');
        clone.run('checkout', '--quiet', 'FETCH_HEAD');
        return clone;
      },
      true,
    ],
    [
      'of refs of pull requests that each fetch brings',
      () => {
        const commit = commitOutsideOfBranches('refs/pull/7/head');
        const clone = cloneServer();
        clone.run('fetch', '--quiet', 'origin', '+refs/pull/*:refs/pull/*');
        clone.run('fetch', '--quiet', 'origin', 'main');
        clone.run('checkout', '--quiet', commit);
        return clone;
      },
      true,
    ],
    [
      'of a worktree in which a pull request was fetched',
      () => {
        commitOutsideOfBranches('refs/pull/7/head');
        const clone = cloneServer();
        clone.run('worktree', 'add', '--quiet', '--detach', join(folder, 'worktree'));
        const worktree = new GitRepository(join(folder, 'worktree'));
        worktree.run('fetch', '--quiet', 'origin', 'refs/pull/7/head');
        worktree.run('checkout', '--quiet', 'FETCH_HEAD');
        return worktree;
      },
      true,
    ],
    [
      'of a submodule',
      () => {
        const outer = GitRepository.createWithReadme(join(folder, 'outer'));
        outer.run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${server.folder}`, 'sub');
        return new GitRepository(join(outer.folder, 'sub'));
      },
      true,
    ],
    [
      'that was only made here',
      () => {
        const clone = cloneServer();
        clone.run(
          '-c',
          'user.name=M',
          '-c',
          'user.email=m@example.com',
          'commit',
          '--quiet',
          '--allow-empty',
          '-m',
          'Own',
        );
        return clone;
      },
      false,
    ],
    [
      'that was only made here, with a tag',
      () => {
        const clone = cloneServer('--depth=1');
        clone.run(
          '-c',
          'user.name=M',
          '-c',
          'user.email=m@example.com',
          'commit',
          '--quiet',
          '--allow-empty',
          '-m',
          'Own',
        );
        clone.run('tag', 'v2');
        return clone;
      },
      false,
    ],
  ])('%s is known to be published or not', async (_, prepare, isPublished) => {
    expect((await publishedHead(prepare())).isFetched).toBe(isPublished);
  });

  it('of a fetched pull request has the address of the fetch', async () => {
    commitOutsideOfBranches('refs/pull/7/head');
    const clone = cloneServer();
    clone.run('fetch', '--quiet', `file://${server.folder}`, 'refs/pull/7/head');
    clone.run('checkout', '--quiet', 'FETCH_HEAD');
    expect((await publishedHead(clone)).addresses).toEqual([`file://${server.folder}`]);
  });

  it('is found in a clone without a download', async () => {
    const clone = cloneServer('--filter=tree:0', '--no-checkout');
    rmSync(server.folder, { recursive: true });
    const missing = '0123456789abcdef0123456789abcdef01234567';
    expect([...(await findCommits(run, clone.folder, [clone.head, missing]))]).toEqual([clone.head]);
  });
});

describe('The address of a remote', () => {
  it('is replaced as git does it, by the rule with the longest start', async () => {
    server.run('config', 'url.https://github.com/.insteadOf', 'gh:');
    server.run('config', '--add', 'url.https://github.com/.insteadOf', 'hub:');
    server.run('config', 'url.git@gitlab.com:acme/.insteadOf', 'gh:acme/');
    server.addRemote('origin', 'gh:acme/app');
    const { value: rules } = await readAddressRules(run, server.folder, folder);
    for (const address of ['gh:acme/app', 'gh:other/app', 'hub:acme/app', 'https://example.com/a/b'])
      expect(applyAddressRules(address, rules)).toBe(server.run('ls-remote', '--get-url', address));
  });

  it('is unchanged in a repository without rules', async () => {
    expect((await readAddressRules(run, server.folder, folder)).value).toEqual([]);
    server.addRemote('origin', 'git@github.com:acme/app.git');
    const { repository } = new OpenedRepository(server);
    const remote = repository.parseRemote('git@github.com:acme/app.git');
    expect(remote && repositoryIdentity(remote)).toBe('github.com/acme/app');
  });
});

describe('The configuration of SSH', () => {
  const CONFIG = `
# HostName wrong.example.com
Host github.com-work  "quoted host" other-??
    HostName github.com
    User git
host=GitLab-*  !GitLab-no
  hostname = gitlab.com
Include config.d/*.conf
Host below
  Include nested
Match host matched,also-* user mara
  HostName not.example.com
Match originalhost=also-this
  HostName also.example.com
Host 'single quoted' 'quoted' "par"tly
  HostName 'quoted.example.com'
Match host="inline"
  HostName inline.example.com
Match host = UPPER
  "HostName" upper.example.com
Match exec "touch ran"
  HostName ran.example.com
Host *.corp
  HostName %h.example.com
Host strange
  HostName "a b;c"
Host first
  HostName one.example.com
Host first
  HostName two.example.com
`;

  it.each([
    'github.com-work',
    'other-ab',
    'other-abc',
    'gitlab-home',
    'gitlab-no',
    'GitLab-home',
    'GitLab-no',
    'included',
    'nested',
    'below',
    'also-this',
    'quoted',
    'partly',
    'inline',
    'upper',
    'Upper',
    'git.corp',
    'first',
    'unknown.example.com',
  ])('leads from %s to the host that ssh goes to', async (name) => {
    const ssh = join(folder, '.ssh');
    mkdirSync(join(ssh, 'config.d'), { recursive: true });
    writeFileSync(join(ssh, 'config'), CONFIG);
    writeFileSync(join(ssh, 'config.d', 'a.conf'), 'Host included\n  HostName included.example.com\n');
    writeFileSync(join(ssh, 'nested'), 'HostName below.example.com\nHost nested\n  HostName nested.example.com\n');
    const { value: config } = await readSshConfig({ home: folder, system: join(folder, 'none') });
    // The program of SSH reads relative paths from the home folder of the password file, so they are absolute here.
    const absolute = CONFIG.replace('config.d', join(ssh, 'config.d')).replace('nested', join(ssh, 'nested'));
    const harmless = absolute.replace('touch ran', 'false');
    writeFileSync(join(folder, 'absolute'), harmless);
    const output = execFileSync('ssh', ['-G', '-F', join(folder, 'absolute'), name], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(sshHostName(name, config).toLowerCase()).toBe(/^hostname (.*)$/m.exec(output)?.[1]);
  });

  it('is ignored if its host name is not one, and if it does not exist', async () => {
    mkdirSync(join(folder, '.ssh'));
    writeFileSync(join(folder, '.ssh', 'config'), CONFIG);
    const { value: config } = await readSshConfig({ home: folder, system: join(folder, 'none') });
    expect(sshHostName('strange', config)).toBe('strange');
    const { value: missing } = await readSshConfig({ home: join(folder, 'none'), system: join(folder, 'none') });
    expect(sshHostName('github.com-work', missing)).toBe('github.com-work');
  });
});

describe('The configuration that addresses of remotes depend on', () => {
  /** Counts the calls of git. */
  function openReader() {
    const calls: string[][] = [];
    const runForUser = gitCommand('git', { ...gitEnvironment(), HOME: folder, GIT_CONFIG_GLOBAL: undefined });
    const runCounted: RunGit = (at, ...args) => {
      calls.push([...args]);
      return runForUser(at, ...args);
    };
    const reader = new RemoteAddressReader(folder, join(folder, 'none'));
    const update = () => reader.update(runCounted, [server.folder]);
    const hostOf = (name: string): string => sshHostName(name, reader.addressesIn(server.folder).sshConfig);
    const addressOf = (text: string): string => applyAddressRules(text, reader.addressesIn(server.folder).rules);
    return { update, hostOf, addressOf, calls };
  }

  it('is read again only after one of its files has changed', async () => {
    const { update, calls } = openReader();
    expect(await update()).toBe(true);
    expect([await update(), await update()]).toEqual([false, false]);
    expect(calls).toHaveLength(1);
    server.write('README.md', 'Changed');
    expect(await update()).toBe(false);
    server.run('config', 'user.name', 'Mara');
    expect([await update(), await update()]).toEqual([true, false]);
    expect(calls).toHaveLength(2);
  });

  it('follows the files of SSH: a new one, a changed one, and one that a wildcard now includes', async () => {
    const { update, hostOf } = openReader();
    await update();
    expect(hostOf('work')).toBe('work');
    const ssh = join(folder, '.ssh');
    mkdirSync(join(ssh, 'config.d'), { recursive: true });
    writeFileSync(join(ssh, 'config'), 'Host work\n  HostName one.example.com\n');
    expect([await update(), hostOf('work')]).toEqual([true, 'one.example.com']);
    writeFileSync(join(ssh, 'config'), 'Include config.d/*\nHost work\n  HostName second.example.com\n');
    expect([await update(), hostOf('work')]).toEqual([true, 'second.example.com']);
    writeFileSync(join(ssh, 'config.d', 'work'), 'Host work\n  HostName third.example.com\n');
    expect([await update(), hostOf('work')]).toEqual([true, 'third.example.com']);
    rmSync(join(ssh, 'config.d', 'work'));
    expect([await update(), hostOf('work')]).toEqual([true, 'second.example.com']);
  });

  it('follows the files of git: of the repository, of the user, and a file that one includes', async () => {
    const { update, addressOf } = openReader();
    await update();
    expect(addressOf('gh:acme/app')).toBe('gh:acme/app');
    server.run('config', 'url.https://github.com/.insteadOf', 'gh:');
    expect([await update(), addressOf('gh:acme/app')]).toEqual([true, 'https://github.com/acme/app']);
    const included = join(folder, 'included');
    writeFileSync(included, '[user]\n\tname = Mara\n');
    writeFileSync(join(folder, '.gitconfig'), `[include]\n\tpath = ${included}\n`);
    expect(await update()).toBe(true);
    writeFileSync(included, '[url "https://gitlab.com/"]\n\tinsteadOf = gl:\n');
    expect([await update(), addressOf('gl:acme/app')]).toEqual([true, 'https://gitlab.com/acme/app']);
  });
});

describe('A folder whose repository git refuses', () => {
  it.each<readonly [name: string, prepare: () => void, reason: RegExp]>([
    [
      'needs a newer version',
      () => server.run('config', 'core.repositoryFormatVersion', '99'),
      /needs a newer version of Git\. Git reports: .*99/,
    ],
    [
      'has an unknown extension',
      () => {
        server.run('config', 'core.repositoryFormatVersion', '1');
        server.run('config', 'extensions.strange', 'true');
      },
      /needs a newer version of Git\. Git reports: .*strange/,
    ],
    [
      'has a broken configuration',
      () => appendFileSync(join(server.folder, '.git', 'config'), '[broken\n'),
      /can't open the repository in .*\. Git reports: .*bad config/,
    ],
    [
      'points to a missing folder',
      () => {
        rmSync(join(server.folder, '.git'), { recursive: true });
        writeFileSync(join(server.folder, '.git'), 'gitdir: /does/not/exist\n');
      },
      /can't open the repository in .*\. Git reports: .*does\/not\/exist/,
    ],
  ])('gets the reason in words if it %s', async (_, prepare, reason) => {
    prepare();
    expect(await repositoryRefusal(run, server.folder)).toMatch(reason);
  });

  it('gets the advice of git if it belongs to another user', async () => {
    const asOther = gitCommand('git', { ...gitEnvironment(), GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    mkdirSync(join(server.folder, 'sub'));
    expect(await repositoryRefusal(asOther, join(server.folder, 'sub'))).toMatch(
      /belongs to another user\. If you trust it, run this in a terminal: git config --global --add safe\.directory .*server$/,
    );
  });

  it('has no reason without a repository and in a usable one, and another one without git', async () => {
    mkdirSync(join(folder, 'plain'));
    expect(await repositoryRefusal(run, join(folder, 'plain'))).toBeUndefined();
    expect(await repositoryRefusal(run, server.folder)).toBeUndefined();
    const withoutGit = gitCommand(join(folder, 'no-git'), gitEnvironment());
    expect(await repositoryRefusal(withoutGit, server.folder)).toMatch(/not installed/);
  });
});

describe('A hostile configuration', () => {
  it('runs nothing when the facts of its repository are read', async () => {
    const proof = join(folder, 'ran');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch '${proof}'\n`, { mode: 0o755 });
    const keys =
      'core.fsmonitor core.sshCommand core.pager core.editor core.askPass credential.helper gpg.program ' +
      'diff.external diff.evil.command diff.evil.textconv pager.log pager.diff';
    for (const key of keys.split(' ')) server.run('config', key, program);
    server.write('.gitattributes', '* diff=evil\n');
    server.run('-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', 'add', '--all');
    const tree = server.run('-c', 'core.fsmonitor=false', 'write-tree');
    const commit = server.run('commit-tree', '-p', 'HEAD', '-m', 'Attributes', tree);
    server.run('-c', 'core.hooksPath=/dev/null', 'update-ref', 'refs/heads/evil', commit);
    server.run('config', 'log.showSignature', 'true');
    server.run('config', 'core.hooksPath', folder);
    server.run('config', 'alias.for-each-ref', `!${program}`);
    server.addRemote('origin', `ext::${program}`);
    const { repository } = new OpenedRepository(server);
    rmSync(proof, { force: true });
    await repository.published(server.head);
    await repository.findCommits([server.head]);
    await repository.otherWorktrees();
    await repository.mainWorktree();
    await repository.stashCount('main');
    await repository.hiddenFiles();
    await repository.isUnfinished();
    await repository.lastPush();
    await repository.mergeState(commit, server.head);
    await repository.branchCreation('main');
    await repository.localBranches(() => true);
    await repository.ownCommits(0);
    await repository.changedLines([commit], new AbortController().signal);
    await repository.commitTemplate();
    await readAddressRules(run, server.folder, folder);
    await repositoryRefusal(run, server.folder);
    expect(existsSync(proof)).toBe(false);
  });
});

describe('A program that checks signatures', () => {
  it('is not run when pushes, merges and stashes are read', async () => {
    const proof = join(folder, 'ran');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch '${proof}'\n`, { mode: 0o755 });
    server.run('checkout', '--quiet', '-b', 'side');
    server.write('signed.txt', 'Signed.');
    server.run('add', '--all');
    const signature = ['gpgsig -----BEGIN PGP SIGNATURE-----', ' ', ' x', ' -----END PGP SIGNATURE-----'].join('\n');
    const person = 'Mara Lind <mara@example.com> 1761998400 +0000';
    const file = server.write(
      '../commit',
      `tree ${server.run('write-tree')}\nparent ${server.head}\nauthor ${person}\ncommitter ${person}\n${signature}\n\nSigned\n`,
    );
    const commit = server.run('hash-object', '-t', 'commit', '-w', file);
    server.run('reset', '--quiet', '--hard', commit);
    server.run('update-ref', '--create-reflog', '-m', 'update by push', 'refs/remotes/origin/side', commit);
    server.run('config', 'log.showSignature', 'true');
    server.run('config', 'gpg.program', program);
    const push = await readLastPush(run, server.folder, { remote: 'origin', name: 'side' });
    expect(push?.commit).toBe(commit);
    expect((await push?.readCommits())?.[0]).toEqual({ hash: commit, message: 'Signed' });
    expect(await readMergeState(run, server.folder, commit, commit)).toMatchObject({ at: 1_761_998_400_000 });
    expect(existsSync(proof)).toBe(false);
  });
});

describe('The commit template', () => {
  it('is read from a file of the repository, and from no file outside that the repository names', async () => {
    server.write('.gitmessage', 'area: summary');
    writeFileSync(join(folder, 'outside'), 'secret');
    const { repository } = new OpenedRepository(server);
    expect(await repository.commitTemplate()).toBeUndefined();
    for (const [path, text] of [
      ['.gitmessage', 'area: summary'],
      ['missing', undefined],
      ['../outside', undefined],
      [join(folder, 'outside'), undefined],
    ] as const) {
      server.run('config', 'commit.template', path);
      expect(await repository.commitTemplate()).toBe(text);
    }
  });

  it('is read from the file that the user has configured for all repositories', async () => {
    writeFileSync(join(folder, 'outside'), 'Why?');
    writeFileSync(join(folder, 'gitconfig'), `[commit]\n\ttemplate = ${join(folder, 'outside')}\n`);
    const asUser = gitCommand('git', { ...gitEnvironment(), GIT_CONFIG_GLOBAL: join(folder, 'gitconfig') });
    expect(await readCommitTemplate(asUser, server.folder)).toBe('Why?');
  });
});

describe('Other worktrees', () => {
  it('are listed with their branches, without those whose folder is missing', async () => {
    server.run('worktree', 'add', '--quiet', '-b', 'one', join(folder, 'one'));
    server.run('worktree', 'add', '--quiet', '-b', 'gone', join(folder, 'gone'));
    server.run('worktree', 'add', '--quiet', '--detach', join(folder, 'detached'));
    rmSync(join(folder, 'gone'), { recursive: true });
    expect([...(await new OpenedRepository(server).repository.otherWorktrees())]).toEqual([
      ['one', join(folder, 'one')],
    ]);
    const one = new OpenedRepository(new GitRepository(join(folder, 'one')));
    expect([...(await one.repository.otherWorktrees())]).toEqual([['main', server.folder]]);
  });
});
