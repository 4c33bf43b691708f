// Tests the top-level entries of the repository, and that the lock file covers every platform.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/setup/paths.mjs';

const allowedEntries = `
  package.json package-lock.json tsconfig.json esbuild.mjs src media test README.md .vscodeignore
  CONTRIBUTING.md SECURITY.md .ci .github .editorconfig .gitignore .npmrc .oxlintrc.json .vscode CHANGELOG.md LICENSE biome.json knip.json vitest.config.ts
`.split(/\s+/);

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

describe('The repository', () => {
  it('contains only the allowed files and folders at its top level', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
    const entries = new Set(files.map((file) => file.split('/')[0] ?? ''));
    const translations = /^package\.nls(?:\.[\w-]+)?\.json$/;
    expect([...entries].filter((entry) => !allowedEntries.includes(entry) && !translations.test(entry))).toEqual([]);
  });

  it('has a package-lock.json with the optional packages of every platform, which npm ci requires', () => {
    const { packages }: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const missingPackages = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined && packages[`${at}/node_modules/${name}`] === undefined,
      ),
    );
    expect(missingPackages).toEqual([]);
  });
});

/** The rights of jobs, by workflow. No job that builds or tests has any. */
const JOB_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  'release.yml': [
    'attest: id-token: write',
    'attest: attestations: write',
    'publish: contents: read',
    'publish: id-token: write',
    'github: contents: write',
  ],
};

/** Returns the lines below `permissions:` of each job, after the job's name. */
function jobPermissions(workflow: string): string[] {
  const [, jobs = ''] = workflow.split(/^jobs:\n/m);
  return jobs.split(/^(?= {2}[\w-]+:\n)/m).flatMap((job) => {
    const [, lines = ''] = /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(job) ?? [];
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => `${job.trim().split('\n')[0]} ${line.trim()}`);
  });
}

const workflowsFolder = join(root, '.github', 'workflows');

describe.each(readdirSync(workflowsFolder))('The workflow %s', (file) => {
  const text = readFileSync(join(workflowsFolder, file), 'utf8');

  it('pins each action to a commit hash, with the version in a comment', () => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has only read access to the repository, and stores no credentials in the checkout', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text.match(/persist-credentials: false/g)?.length).toBe(text.match(/actions\/checkout@/g)?.length);
  });

  it('gives a job further rights only if they are listed here', () => {
    expect(jobPermissions(text)).toEqual(JOB_PERMISSIONS[file] ?? []);
  });

  it('puts no text that others choose into a command: a title, a branch, a name', () => {
    const commands = text.split('\n').filter((line) => /^ +(?:- )?run:|^ {10}(?!\w+:)/.test(line));
    expect(commands.join('\n')).not.toMatch(/\$\{\{[^}]*\bgithub\./);
  });
});
