// Tests the names of the folders of worktrees.
import { describe, expect, it } from 'vitest';
import { worktreeFolder } from '../../../../src/core/branches/worktreeFolder.ts';

const names = { repository: 'atlas', branch: 'feature/WEB-12', identifier: 'WEB-12' };

describe('The folder of a worktree', () => {
  it.each([
    ['../${repository}-${branch}', '../atlas-feature-WEB-12'],
    ['', '../atlas-feature-WEB-12'],
    ['/srv/${identifier}', '/srv/WEB-12'],
    ['../${other}', '../${other}'],
  ])('of the pattern %j is %j', (pattern, folder) => {
    expect(worktreeFolder(pattern, names)).toBe(folder);
  });

  it.each([
    ['../../etc', '../atlas--..-etc'],
    ['a\\b:c*d.', '../atlas-a-b-c-d'],
  ])('does not leave the pattern with a branch like %j', (branch, folder) => {
    expect(worktreeFolder('../${repository}-${branch}', { ...names, branch })).toBe(folder);
  });
});
