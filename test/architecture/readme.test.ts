// The generated table of the API is current and complete, and the README stays short.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { contractReadme, endpointTable, testedBy } from '../support/endpointTable.ts';
import { root } from '../support/setup/paths.mjs';

const NONE = { contract: [], unit: [], host: [], browser: [] };

describe('the table of endpoints', () => {
  it('in src/contract/README.md is current; if not, run `npm run endpoints`', () => {
    const { is, should } = contractReadme();
    expect(is).toBe(should);
  });

  it('has a line for every row, and each is held by the contract tests and by those of the client', () => {
    const { should } = contractReadme();
    const lines = should.split('\n').filter((line) => /^\| (?:\d+)? \| /.test(line));
    expect(lines).toHaveLength(Object.keys(operations).length);
    expect(lines.filter((line) => !line.includes('| contract, unit'))).toEqual([]);
    expect(lines.slice(0, 19).map((line) => Number(line.split('|')[1]))).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
  });

  it('puts the numbered rows first, shortens paths and keeps the columns whole', () => {
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

  it('names the kinds of tests that name a row, or go through them all', () => {
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
  it('has at most 12 kB', () => {
    expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(12 * 1024);
  });
});
