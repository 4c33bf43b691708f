// Tests the sample folder with real git: its history, its files and its tests, and machines on which git is unusual.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mentionInBranch } from '../../../../src/core/branches/currentWork.ts';
import { linkedRemote } from '../../../../src/core/code/permalink.ts';
import { parseRemote } from '../../../../src/core/code/remote.ts';
import { todoAt } from '../../../../src/core/code/todo.ts';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';
import { createSampleFolder } from '../../../../src/features/sampleFolder/createSampleFolder.ts';
import {
  CODE_TO_COMMENT,
  CODE_WITH_TODO,
  SAMPLE_COMMITS,
  SAMPLE_REMOTE,
} from '../../../../src/features/sampleFolder/sampleCommits.ts';
import { CALLER, PEOPLE } from '../../../../src/server/sample/people.ts';
import { GitRepository, gitEnvironment } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The folder that tests which only read it share. */
let sharedHome: string;
let shared: GitRepository;
beforeAll(async () => {
  sharedHome = temporaryFolder();
  shared = new GitRepository(join(sharedHome, 'sample', 'atlas-web'));
  await createSampleFolder(shared.folder, { git: 'git', now: NOW });
}, 30_000);

let home: string;
let folder: string;
beforeEach(() => {
  home = temporaryFolder();
  folder = join(home, 'sample', 'atlas-web');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const create = (now = NOW) => createSampleFolder(folder, { git: 'git', now });

function readText(path: string, root = folder): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Writes a program for the shell, and returns its path. */
function writeProgram(name: string, script: string): string {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('The sample folder', { timeout: 30_000 }, () => {
  it('has a history by users of the sample workspace, with dates relative to now, on two branches', () => {
    expect(shared.currentBranch).toBe('main');
    expect(shared.run('branch', '--format=%(refname:short)').split('\n')).toEqual([
      'main',
      'web-7-keep-the-keys-of-cards',
    ]);
    expect(shared.run('status', '--porcelain')).toBe('');
    expect(shared.run('log', '--format=%an %aI', 'main').split('\n')).toEqual([
      'Bruno Keller 2026-11-18T08:00:00+00:00',
      'Ada Park 2026-11-13T10:00:00+00:00',
      'Elif Aydin 2026-11-07T14:00:00+00:00',
      'Ada Park 2026-01-12T09:30:00+00:00',
    ]);
    const people = [CALLER, ...PEOPLE].map(
      ({ key, firstName, lastName }) => `${firstName} ${lastName} <${key}@contrail.example>`,
    );
    const authors = shared.run('log', '--all', '--format=%an <%ae>%n%cn <%ce>').split('\n');
    expect(authors.filter((author) => !people.includes(author))).toEqual([]);
    expect(new Set(authors).size).toBe(4);
  });

  it('has a branch that names WEB-7, whose commit only keeps the keys of cards', () => {
    const matcher = new IdentifierMatcher(['WEB']);
    expect(mentionInBranch('web-7-keep-the-keys-of-cards', matcher)?.identifier).toBe('WEB-7');
    const diff = shared.run('diff', 'main', 'web-7-keep-the-keys-of-cards');
    expect(diff.split('\n').filter((line) => /^[+-] /.test(line))).toEqual([
      `-  const key = \`\${card.id}-\${Math.random()}\`;`,
      '+  const key = card.id;',
    ]);
  });

  it('has a remote on a reserved domain, to whose pages no link is written', () => {
    expect(shared.run('remote', 'get-url', 'origin')).toBe(SAMPLE_REMOTE);
    const remote = parseRemote(SAMPLE_REMOTE);
    expect(remote?.host).toMatch(/\.example\.com$/);
    expect(remote && linkedRemote(remote)).toBeUndefined();
    expect(readText('.vscode/settings.json', shared.folder)).not.toContain('hosts');
  });

  it('has one test that fails, for the reason that WEB-23 describes', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], {
      cwd: shared.folder,
      encoding: 'utf8',
      env: { ...gitEnvironment(), NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined },
    });
    expect(status).toBe(1);
    expect(stdout.match(/^\s*not ok \d+ - a due date is the same day in Denver$/m)).not.toBeNull();
    expect(stdout).toContain('# pass 3');
    expect(stdout).toContain('# fail 1');
    expect(stdout).toContain("'Apr 30' !== 'May 1'");
  });

  it('has a TODO with an identifier, one without, and WEB-7 in a comment', () => {
    const todosOf = (path: string) => {
      const lines = readText(path, shared.folder).split('\n');
      return lines.flatMap((_, line) => todoAt(lines, line, 'javascript', ['TODO', 'FIXME']) ?? []);
    };
    expect(todosOf('src/board.js').map(({ owner }) => owner)).toEqual(['WEB-5']);
    expect(todosOf('src/dates.js').map(({ owner, textLines }) => [owner, textLines.length])).toEqual([['', 2]]);
    expect(readText('src/board.js', shared.folder)).toMatch(/^\/\/ WEB-7: /m);
  });

  it.each([CODE_TO_COMMENT, CODE_WITH_TODO])('has once the code that a step shows: $path', ({ path, text }) => {
    expect(readText(path, shared.folder).split(text)).toHaveLength(2);
  });

  it('is not changed if it exists', async () => {
    await create();
    writeFileSync(join(folder, 'README.md'), 'Mine\n');
    rmSync(join(folder, 'src'), { recursive: true });
    const { head } = new GitRepository(folder);
    expect(await create(NOW + 1e9)).toBe('existing');
    expect([readText('README.md'), existsSync(join(folder, 'src')), new GitRepository(folder).head]).toEqual([
      'Mine\n',
      false,
      head,
    ]);
  });

  it('is complete if two windows create it at the same time', async () => {
    const outcomes = await Promise.allSettled([create(), createSampleFolder(folder, { git: undefined, now: NOW })]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(readdirSync(join(home, 'sample'))).toEqual(['atlas-web']);
  });
});

describe('On a machine whose git configuration is unusual, the sample folder', { timeout: 30_000 }, () => {
  /** Writes a configuration in which git signs with a program that fails, runs hooks that fail, and ignores code. */
  function writeConfiguration(): void {
    const hooks = join(home, 'hooks');
    const templates = join(home, 'templates');
    mkdirSync(hooks);
    mkdirSync(join(templates, 'hooks'), { recursive: true });
    for (const hookFolder of [hooks, join(templates, 'hooks')])
      for (const hook of ['pre-commit', 'commit-msg', 'post-checkout'])
        writeProgram(join(hookFolder, hook).slice(home.length), `touch ${join(home, 'hook-ran')}; exit 1`);
    const attributes = join(home, 'attributes');
    const ignored = join(home, 'ignored');
    writeFileSync(attributes, '*.js filter=broken\n');
    writeFileSync(ignored, '*.js\n.vscode\n');
    mkdirSync(join(home, 'git'));
    writeFileSync(join(home, 'git', 'ignore'), '*.js\n');
    writeFileSync(join(home, 'git', 'attributes'), '*.css filter=broken\n');
    writeFileSync(
      join(home, '.gitconfig'),
      `[user]\n\tname = Other\n\tuseConfigOnly = true\n[commit]\n\tgpgSign = true\n\ttemplate = ${ignored}\n[gpg]\n\tprogram = false\n[init]\n\tdefaultBranch = trunk\n\ttemplateDir = ${templates}\n[core]\n\thooksPath = ${hooks}\n\texcludesFile = ${ignored}\n\tattributesFile = ${attributes}\n\tautocrlf = true\n[filter "broken"]\n\tclean = false\n\trequired = true\n`,
    );
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', home);
  }

  it('has the same commits and files, and no hook', async () => {
    writeConfiguration();
    expect(await create()).toBe('created');
    const repository = new GitRepository(folder);
    const allCommits = ['log', '--all', '--format=%H'];
    expect(repository.run(...allCommits)).toBe(shared.run(...allCommits));
    expect(repository.run('ls-files').split('\n')).toContain('src/board.js');
    expect([repository.currentBranch, existsSync(join(folder, '.git', 'hooks'))]).toEqual(['main', false]);
    expect(existsSync(join(home, 'hook-ran'))).toBe(false);
  });

  it('is its own repository although VS Code was started by a hook, whose variables name another repository', async () => {
    const other = GitRepository.createWithReadme(join(home, 'other'));
    const { head } = other;
    for (const [name, value] of Object.entries({
      GIT_DIR: join(other.folder, '.git'),
      GIT_WORK_TREE: other.folder,
      GIT_INDEX_FILE: join(other.folder, '.git', 'index'),
      GIT_AUTHOR_NAME: 'Hook',
      GIT_TEMPLATE_DIR: other.folder,
      GIT_DEFAULT_HASH: 'sha256',
    }))
      vi.stubEnv(name, value);
    expect(await create()).toBe('created');
    expect(other.head).toBe(head);
    expect(new GitRepository(folder).run('log', '--all', '--format=%an')).not.toContain('Hook');
  });
});

describe('Without a usable git, the sample folder', { timeout: 30_000 }, () => {
  const programs: readonly (readonly [name: string, git: () => string | undefined])[] = [
    ['is unknown', () => undefined],
    ['does not exist', () => join(home, 'no-git')],
    ['fails at a commit', () => writeProgram('git', 'case "$*" in *"--message WEB-23"*) exit 1;; esac; exec git "$@"')],
  ];

  it.each(programs)('has the files of main and no repository, if git %s', async (_, git) => {
    expect(await createSampleFolder(folder, { git: git(), now: NOW })).toBe('withoutGit');
    expect(existsSync(join(folder, '.git'))).toBe(false);
    expect(readText('test/dates.test.js')).toContain('Denver');
    // The branch of WEB-7 has `card.id` only.
    expect(readText('src/board.js')).toContain('Math.random()');
    expect(readText('src/board.js')).toContain('aria-label');
  });
});

it('An edit of a commit replaces a text that the file has once', () => {
  const files = new Map<string, string>();
  for (const { files: newFiles = {}, edits = {} } of SAMPLE_COMMITS) {
    for (const [path, text] of Object.entries(newFiles)) files.set(path, text);
    for (const [path, [text, replacement]] of Object.entries(edits)) {
      const parts = (files.get(path) ?? '').split(text);
      expect(parts, path).toHaveLength(2);
      files.set(path, parts.join(replacement));
    }
  }
});
