// Tests branch names created from templates, and compares the rules for branch names with git.
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };
import { branchNameFor, branchProblem } from '../../../../src/core/branches/branchName.ts';
import type { BranchTemplateValues } from '../../../../src/core/branches/template.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';
import { GitRepository } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

const item: BranchTemplateValues = {
  identifier: 'WEB-28',
  number: '28',
  project: 'WEB',
  title: 'Größe der Seite: 50% zu klein?',
  type: 'Bug',
  priority: 'high',
  user: 'Mara Lind',
  date: '2026-11-21',
};

const repositoryFolder = temporaryFolder();

/** Whether git accepts the branch name. Must run in a repository, because git treats `@` differently elsewhere. */
function gitAccepts(name: string): boolean {
  return spawnSync('git', ['check-ref-format', '--branch', name], { cwd: repositoryFolder }).status === 0;
}

beforeAll(() => void GitRepository.create(repositoryFolder));

describe('A branch name', () => {
  it.each([
    ['${identifier}-${slug}', 'WEB-28-grosse-der-seite-50-zu-klein'],
    ['${type}/${identifier:lower}_${slug:2}', 'bug/web-28_grosse-der'],
    ['${user}/${number}-${slug:1:upper}', 'mara-lind/28-GROSSE'],
    ['${user:1}/${project}/${date}', 'mara/WEB/2026-11-21'],
    ['${priority}-${title}', 'high-grosse-der-seite-50-zu-klein'],
    ['  feature/${identifier}  ', 'feature/WEB-28'],
    ['price-$5-{x}', 'price-$5-{x}'],
  ])('is created from the template %s', (template, name) => {
    expect(branchNameFor(template, item)).toEqual({ name });
  });

  it.each([
    ['${type}/${identifier}', 'WEB-28'],
    ['${identifier}-${type}-${number}', 'WEB-28-28'],
    ['${identifier}-${type}', 'WEB-28'],
    ['${type}-${priority}-${identifier}', 'WEB-28'],
    ['${type}${priority}/${identifier}', 'WEB-28'],
  ])('from %s has no extra hyphen or slash for an empty value', (template, name) => {
    expect(branchNameFor(template, { ...item, type: '', priority: '' })).toEqual({ name });
  });

  it('with an unknown variable is rejected with a list of the variables', () => {
    const branchName = branchNameFor('${identifer}-${slug}', item);
    expect(branchName).toEqual({
      problem: expect.stringMatching(
        /^“\$\{identifer\}” is not a variable\. Available variables: \$\{identifier\}, .* and \$\{date\}\.$/,
      ),
    });
    expect(branchNameFor('${slug:}', item)).toHaveProperty('problem');
    expect(branchNameFor('${slug:0}', item)).toHaveProperty('problem');
  });

  it.each([
    ['', 'Enter a branch name.'],
    ['${slug}', 'Enter a branch name.'],
    ['my ${identifier}', "A branch name can't contain spaces or line breaks."],
    ['${identifier}:${slug}', "A branch name can't contain “:”."],
    ['${identifier}..x', "A branch name can't contain “..”."],
    ['-${identifier}', "A branch name can't start with a hyphen."],
    ['work/.${identifier}', 'No part of a branch name can start with a period.'],
    ['${identifier}.lock', 'No part of a branch name can end with “.lock”.'],
    ['${identifier}/', "A branch name can't start or end with a slash."],
    ['${identifier}\u0007', "A branch name can't contain control characters."],
    ['x'.repeat(251), 'This branch name is too long. Each part between slashes can have up to 250 bytes.'],
    [`fix/${'é'.repeat(126)}`, 'This branch name is too long. Each part between slashes can have up to 250 bytes.'],
    [`${'x'.repeat(200)}/`.repeat(5).slice(0, -1), 'This branch name is too long. It can have up to 1,000 bytes.'],
  ])('is rejected with an explanation for the template %j', (template, problem) => {
    expect(branchNameFor(template, { ...item, title: '🎉' })).toMatchObject({ problem });
  });

  it('is valid in git for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 300 }), (title) => {
        const branchName = branchNameFor('${identifier}-${slug}', { ...item, title });
        expect(branchName).toHaveProperty('name');
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
        const branchName = branchNameFor('${type}/${user}/${slug}-${identifier}', {
          ...item,
          title,
          type: title,
          user: title,
        });
        expect('name' in branchName && gitAccepts(branchName.name)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

const nameParts = [
  'a',
  'B',
  '7',
  '-',
  '.',
  '/',
  '@',
  '{',
  '}',
  '..',
  '//',
  '.lock',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  '\\',
  ' ',
  '\t',
  '\u007f',
  'é',
  '漢',
  'HEAD',
];

describe('The rules for branch names', () => {
  it.each([
    'a',
    'HEAD',
    'HEAD/x',
    'a@',
    '@a',
    'a@b',
    '@{',
    'a.lock',
    'a.lock/b',
    'a.lockb',
    '-',
    'a-',
    '.a',
    'a.',
    'a/.b',
    'a//b',
    '/a',
    'a/',
    '{',
    'refs/heads/a',
  ])('agree with git about the name %s', (name) => {
    expect(branchProblem(name) === undefined).toBe(gitAccepts(name));
  });

  it('agree with git about any combination of name parts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...nameParts), { minLength: 1, maxLength: 6 }), (parts) => {
        const name = parts.join('');
        fc.pre(name !== '@');
        expect(branchProblem(name) === undefined, name).toBe(gitAccepts(name));
      }),
      // Each run starts git.
      { numRuns: 100 },
    );
  }, 60_000);

  it('reject “@”, which git accepts but interprets as HEAD', () => {
    expect(branchProblem('@')).toBe("“@” has a special meaning in Git and can't be a branch name.");
  });

  it('are checked in linear time on very long names', () => {
    for (const part of ['/', '.', '-', 'a', '@{', '.lock/']) expect(branchProblem(part.repeat(200_000))).toBeDefined();
  });
});

const setting = z.object({ 'contrail.work.branchTemplate': z.object({ pattern: z.string(), default: z.string() }) });

describe('The pattern of contrail.work.branchTemplate', () => {
  const settingGroup = manifest.contributes.configuration.find(
    ({ properties }) => 'contrail.work.branchTemplate' in properties,
  );
  const { pattern, default: defaultTemplate } = setting.parse(settingGroup?.properties)['contrail.work.branchTemplate'];
  const matchesPattern = (template: string): boolean => new RegExp(pattern, 'u').test(template);

  it('accepts templates that create a valid branch name', () => {
    const templates = [
      defaultTemplate,
      '${type}/${identifier:lower}_${slug:2}',
      '${slug:4:upper}',
      'a.b',
      'price-$5',
      'v1.lock2/x',
      'é/漢',
    ];
    expect(templates.filter((template) => !matchesPattern(template))).toEqual([]);
  });

  it('rejects templates that create an invalid branch name', () => {
    const templates = [
      '',
      'my ${identifier}',
      '${identifier}..${slug}',
      '-x',
      '/x',
      'x/',
      'x.',
      '.x',
      'a/.b',
      'a//b',
      'x:y',
      'a~',
      'a\\b',
      '@{x}',
      '${}',
      '${slug:}',
      'x.lock',
    ];
    expect(templates.filter(matchesPattern)).toEqual([]);
  });

  it('accepts every valid branch name as a template', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...nameParts), { minLength: 1, maxLength: 6 }), (parts) => {
        const name = parts.join('');
        expect(matchesPattern(name) || branchProblem(name) !== undefined, name).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
