// Tests which branches and commits contain the identifier of a work item.
import { describe, expect, it } from 'vitest';
import { branchesOf, commitPattern, isBranchOf, isCommitOf } from '../../../../src/core/branches/history.ts';

describe('A branch', () => {
  it.each([
    'WEB-12',
    'web-12',
    'feature/web-12-sign-in',
    'mara/WEB-12',
    'web-12_sign_in',
    'fix_WEB-12',
    'origin/feature/web-12',
  ])('with the name %s belongs to the work item WEB-12', (name) => {
    expect(isBranchOf('WEB-12', name)).toBe(true);
  });

  it.each(['main', 'web-123', 'web-1', 'cobweb-12', 'web12', 'feature/web-120-sign-in'])(
    'with the name %s does not belong to the work item WEB-12',
    (name) => {
      expect(isBranchOf('WEB-12', name)).toBe(false);
    },
  );

  it('that exists in the repository and on a remote is returned once for its work item', () => {
    const branches = [
      { name: 'feature/web-12', remote: false },
      { name: 'origin/feature/web-12', remote: true },
      { name: 'origin/web-12-old', remote: true },
      { name: 'origin/HEAD', remote: true },
      { name: 'main', remote: false },
    ];
    expect(branchesOf('WEB-12', branches).map(({ name }) => name)).toEqual(['feature/web-12', 'origin/web-12-old']);
  });
});

describe('A commit of a work item', () => {
  it('is recognized by the identifier in its message', () => {
    expect(isCommitOf('WEB-12', 'Close the socket\n\nFixes WEB-12.')).toBe(true);
    expect(isCommitOf('WEB-12', "Merge branch 'feature/web-12-sign-in'")).toBe(true);
    expect(isCommitOf('WEB-12', 'WEB-120: close the socket')).toBe(false);
    expect(isCommitOf('WEB-12', 'Close the socket')).toBe(false);
  });

  it('is found in git by a regular expression in which the identifier is escaped', () => {
    const pattern = commitPattern('A.B-1');
    expect(new RegExp(pattern).test('A.B-1')).toBe(true);
    expect(new RegExp(pattern).test('AxB-1')).toBe(false);
    expect(new RegExp(pattern).test('A.B-12')).toBe(false);
  });
});
