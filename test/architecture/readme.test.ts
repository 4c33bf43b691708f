// Tests that the generated table of the API is current and complete, and that the README stays
// short.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { contractReadme, endpointTable, testedBy } from '../support/endpointTable.ts';
import { root } from '../support/setup/paths.mjs';

const NONE = { contract: [], unit: [], host: [], browser: [] };

describe('The table of endpoints', () => {
  it('in src/contract/README.md is current; if not, run `npm run endpoints`', () => {
    const { is, should } = contractReadme();
    expect(is).toBe(should);
  });

  it('has a line for every operation, each covered by contract tests and unit tests', () => {
    const { should } = contractReadme();
    const lines = should.split('\n').filter((line) => /^\| (?:\d+)? \| /.test(line));
    expect(lines).toHaveLength(Object.keys(operations).length);
    expect(lines.filter((line) => !line.includes('| contract, unit'))).toEqual([]);
    expect(lines.slice(0, 19).map((line) => Number(line.split('|')[1]))).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
  });

  it('lists numbered operations first, shortens paths and escapes column separators', () => {
    const { listProjects, listCustomers } = operations;
    const table = endpointTable(
      [
        ['listProjects', { ...listProjects, summary: 'One | two' }],
        ['listCustomers', listCustomers],
      ],
      NONE,
    );
    expect(table.split('\n').slice(-2)).toEqual([
      '| 10 | List all customers | `GET …/customers/` | `customers:read` | commercial |  |',
      '|  | One \\| two | `GET …/projects/` | `projects:read` | all |  |',
    ]);
  });

  it('lists the kinds of tests that use an operation or iterate over all operations', () => {
    const tests = {
      ...NONE,
      contract: ['describe.each(operationEntries)('],
      unit: ['listProjectsTwice'],
      browser: ['call.listProjects({'],
    };
    expect(testedBy('listProjects', tests)).toEqual(['contract', 'browser']);
  });
});

describe('README.md', () => {
  it('has at most 12 KiB', () => {
    expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(12 * 1024);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'src/README.md', 'test/README.md'])('%s', (document) => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
