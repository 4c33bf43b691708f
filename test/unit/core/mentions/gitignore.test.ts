// Tests that `.gitignore` files are applied as git applies them.
import { describe, expect, it } from 'vitest';
import { GitignoreRules } from '../../../../src/core/mentions/gitignore.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const GITIGNORE_FILES: ReadonlyMap<string, string> = new Map([
  [
    '.gitignore',
    'dist/\n*.log\n!keep.log\n/only-at-the-top\nnode_modules\nweb/made/*\n!web/made/by-hand.ts\n# a comment\n\n',
  ],
  ['web/.gitignore', '!important.log\n*.tmp\n/cache/**\n'],
  ['dist/.gitignore', '!*\n'],
]);
const PATHS = [
  'a.ts',
  'a.log',
  'keep.log',
  'only-at-the-top',
  'web/only-at-the-top',
  'dist/a.ts',
  'dist/deep/a.ts',
  'web/dist/a.ts',
  'web/important.log',
  'web/deep/important.log',
  'web/other.log',
  'web/a.tmp',
  'a.tmp',
  'web/cache/a/b.ts',
  'web/made/a.ts',
  'web/made/by-hand.ts',
  'web/node_modules/x/index.js',
  'ünïcode/ä.log',
];

describe('The rules of .gitignore files', () => {
  const folder = temporaryFolder();

  it('ignore the same files as git, with nested .gitignore files and negated patterns', () => {
    const repository = GitRepository.create(folder);
    for (const [path, text] of GITIGNORE_FILES) repository.write(path, text);
    for (const path of PATHS) repository.write(path, '');
    const pathsNotIgnoredByGit = repository
      .run('-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard')
      .split('\n');
    const gitignoreRules = new GitignoreRules(GITIGNORE_FILES);
    expect(PATHS.filter((path) => !gitignoreRules.ignores(path)).sort()).toEqual(
      pathsNotIgnoredByGit.filter((path) => PATHS.includes(path)).sort(),
    );
  });

  it('ignore nothing if there is no .gitignore file', () => {
    expect(new GitignoreRules(new Map()).ignores('dist/a.log')).toBe(false);
  });
});
