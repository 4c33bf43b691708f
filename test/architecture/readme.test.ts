// Tests that the table of endpoints is current and complete, and what the documents name and link to.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import texts from '../../package.nls.json' with { type: 'json' };
import { operations } from '../../src/contract/operations.ts';
import { contractReadme, endpointTable, testFoldersOf } from '../support/endpointTable.ts';
import { root } from '../support/setup/paths.mjs';

const NO_TESTS = { contract: [], unit: [], host: [], browser: [] };

describe('The table of endpoints', () => {
  it('in src/contract/README.md is current (`npm run endpoints` updates it)', () => {
    const { currentText, expectedText } = contractReadme();
    expect(currentText).toBe(expectedText);
  });

  it('has a line for every operation, and each operation has contract tests and unit tests', () => {
    const { expectedText } = contractReadme();
    const tableLines = expectedText.split('\n').filter((line) => /^\| (?:\d+)? \| /.test(line));
    expect(tableLines).toHaveLength(Object.keys(operations).length);
    expect(tableLines.filter((line) => !line.includes('| contract, unit'))).toEqual([]);
    expect(tableLines.slice(0, 19).map((line) => Number(line.split('|')[1]))).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
  });

  it('lists the numbered operations of the specification before other operations, with short paths and escaped “|”', () => {
    const { listProjects, listCustomers } = operations;
    const table = endpointTable(
      [
        ['listProjects', { ...listProjects, summary: 'One | two' }],
        ['listCustomers', listCustomers],
      ],
      NO_TESTS,
    );
    expect(table.split('\n').slice(-2)).toEqual([
      '| 10 | List all customers | `GET …/customers/` | `customers:read` | commercial |  |',
      '|  | One \\| two | `GET …/projects/` | `projects:read` | all |  |',
    ]);
  });

  it('shows for each operation the kinds of tests that contain its name or run for all operations in a loop', () => {
    const tests = {
      ...NO_TESTS,
      contract: ['describe.each(operationEntries)('],
      unit: ['listProjectsTwice'],
      browser: ['call.listProjects({'],
    };
    expect(testFoldersOf('listProjects', tests)).toEqual(['contract', 'browser']);
  });
});

describe('README.md', () => {
  it('and the form for bug reports name commands by their titles', () => {
    const titles = new Set(Object.values(texts));
    const form = readFileSync(join(root, '.github', 'ISSUE_TEMPLATE', 'bug.yml'), 'utf8');
    expect(form).toContain('`Contrail: Show Connection Report`');
    const text = readFileSync(join(root, 'README.md'), 'utf8') + form;
    const commands = [...text.matchAll(/`Contrail: ([^`]+)`/g)].map(([, title = '']) => title);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((title) => !titles.has(title))).toEqual([]);
  });

  it('has a size of at most 12 KiB', () => {
    expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(12 * 1024);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'src/README.md', 'test/README.md', 'test/PROMISES.md'])(
  'The document %s',
  (document) => {
    it('mentions only files and folders that exist', () => {
      const text = readFileSync(join(root, document), 'utf8');
      const pathsInReadme = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
      expect(pathsInReadme.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    });
  },
);

describe('The documents of the repository', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

  /** Returns the anchors that GitHub gives the headings of a document. */
  const anchorsOf = (document: string): readonly string[] =>
    [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

  it('link only to files and headings that exist', () => {
    const links = documents.flatMap((document) =>
      [...textOf(document).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([, path = '', anchor = '']) => ({
        document,
        target: path === '' ? document : posix.join(posix.dirname(document), path),
        anchor,
      })),
    );
    expect(links.length).toBeGreaterThan(10);
    const exists = ({ target, anchor }: (typeof links)[number]): boolean =>
      existsSync(join(root, target)) && (anchor === '' || anchorsOf(target).includes(anchor));
    expect(links.filter((link) => !exists(link))).toEqual([]);
  });

  it('name only scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = documents.flatMap((document) =>
      [...textOf(document).matchAll(/npm run (?:--\w+ )*(\w+)/g)].map(([, name = '']) => name),
    );
    expect(names).toContain('check');
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
