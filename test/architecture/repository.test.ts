// Tests the top-level entries of the repository, the content of the package, and that the lock file
// covers every platform.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';
import { packaged } from './packaged.ts';

const allowed = `
  package.json package-lock.json tsconfig.json esbuild.mjs src media test README.md .vscodeignore
  CONTRIBUTING.md SECURITY.md .ci .editorconfig .gitignore .npmrc .oxlintrc.json .vscode CHANGELOG.md LICENSE biome.json knip.json vitest.config.ts
`.split(/\s+/);

interface Locked {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

describe('The repository', () => {
  it('has only allowed top-level entries', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const entries = new Set(files.map((file) => file.split('/')[0] ?? ''));
    const translations = /^package\.nls(?:\.[\w-]+)?\.json$/;
    expect([...entries].filter((entry) => !allowed.includes(entry) && !translations.test(entry))).toEqual([]);
  });

  it('locks the optional packages of every platform, which npm ci requires', () => {
    const { packages }: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined && packages[`${at}/node_modules/${name}`] === undefined,
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('The package', () => {
  it('contains only allowed files', () => {
    const files = execFileSync(
      process.execPath,
      [join(root, 'node_modules', '@vscode', 'vsce', 'vsce'), 'ls', '--no-dependencies'],
      {
        cwd: root,
        encoding: 'utf8',
        env: childEnvironment(),
      },
    );
    expect(
      files
        .trim()
        .split('\n')
        .filter((file) => !packaged.test(file)),
    ).toEqual([]);
  }, 30_000);
});
