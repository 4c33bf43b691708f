// Tests which work item is the current work item of a branch.
import { describe, expect, it } from 'vitest';
import {
  decideCurrentWork,
  mentionInBranch,
  pastedIdentifier,
  type StoredCurrentItem,
  withCurrentItem,
} from '../../../../src/core/branches/currentWork.ts';
import { IdentifierMatcher } from '../../../../src/core/mentions/identifiers.ts';

const matcher = new IdentifierMatcher(['WEB', 'API', 'É2']);
const item: StoredCurrentItem = { project: 'p', id: 'i', identifier: 'API-3', name: 'Throttle' };
const branchOfAtlas = (branch: string) => ({ repository: 'file:///atlas', branch });

describe('The branch name', () => {
  it.each([
    ['WEB-28-fix-login', 'WEB-28'],
    ['feature/WEB-28', 'WEB-28'],
    ['WEB-28_fix_login', 'WEB-28'],
    ['mara_WEB-28', 'WEB-28'],
    ['fix-API-3-and-WEB-28', 'API-3'],
    ['web-28-fix-login', 'WEB-28'],
    ['mara/web-28_fix', 'WEB-28'],
    ['É2-7', 'É2-7'],
    ['fix/é2-7', 'É2-7'],
  ])('%s mentions %s', (branch, identifier) => {
    expect(mentionInBranch(branch, matcher)?.identifier).toBe(identifier);
  });

  it.each([
    'main',
    'utf-8-names',
    'UTF-8',
    'release/2026-11',
    'three-web-2-columns',
    'WEB-0',
    'WEB-28x',
    'cobWEB-28',
    'web',
  ])('%s mentions no work item', (branch) => {
    expect(mentionInBranch(branch, matcher)).toBeUndefined();
  });
});

describe('A text', () => {
  it.each([
    ['WEB-28-fix-login', 'WEB-28'],
    ['origin/feature/web-28_fix', 'WEB-28'],
    ['refs/heads/API-3', 'API-3'],
    ['* feature/WEB-28', 'WEB-28'],
    ['#WEB-28', 'WEB-28'],
    ['WEB-28:', 'WEB-28'],
    ['WEB-28 fix login', 'WEB-28'],
    ['WEB\u201128', 'WEB-28'],
    ['WEB–28 fix login', 'WEB-28'],
    ['ＷＥＢ－２８', 'WEB-28'],
  ])('%s is the name of the branch, or a text that starts with the identifier, of %s', (text, identifier) => {
    expect(pastedIdentifier(text, matcher)).toBe(identifier);
  });

  it.each([
    'WEB-28',
    'web-28',
    'web-2-columns layout',
    'Follow-up of WEB-28',
    'https://plane.example.com/acme/browse/WEB-28/',
    'main',
    'UTF-8-x',
    '10–12',
  ])('%s is no branch name of a work item', (text) => {
    expect(pastedIdentifier(text, matcher)).toBeUndefined();
  });
});

describe('The current work item', () => {
  it('is the work item that the branch name mentions', () => {
    expect(decideCurrentWork({}, branchOfAtlas('WEB-28-x'), matcher)).toMatchObject({
      by: 'branch',
      mention: { identifier: 'WEB-28' },
    });
  });

  it('is the work item that the user has chosen for this branch of this repository', () => {
    const stored = withCurrentItem({}, branchOfAtlas('WEB-28-x'), item);
    expect(decideCurrentWork(stored, branchOfAtlas('WEB-28-x'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(stored, branchOfAtlas('WEB-29-y'), matcher)).toMatchObject({
      mention: { identifier: 'WEB-29' },
    });
    expect(decideCurrentWork(stored, { repository: 'file:///other', branch: 'WEB-28-x' }, matcher)).toMatchObject({
      by: 'branch',
    });
  });

  it('does not exist after the user has cleared it, even if the branch name mentions a work item', () => {
    expect(
      decideCurrentWork(withCurrentItem({}, branchOfAtlas('WEB-28-x'), null), branchOfAtlas('WEB-28-x'), matcher),
    ).toBeUndefined();
  });

  it('can be chosen in a repository without a branch, and without a repository', () => {
    expect(decideCurrentWork(withCurrentItem({}, branchOfAtlas(''), item), branchOfAtlas(''), matcher)).toEqual({
      by: 'choice',
      item,
    });
    expect(
      decideCurrentWork(
        withCurrentItem({}, { repository: '', branch: '' }, item),
        { repository: '', branch: '' },
        matcher,
      ),
    ).toEqual({
      by: 'choice',
      item,
    });
    expect(decideCurrentWork({}, branchOfAtlas(''), matcher)).toBeUndefined();
  });

  it('is stored for at most 100 branches of a repository: the oldest choices are removed', () => {
    let stored = withCurrentItem({}, branchOfAtlas('first'), item);
    stored = withCurrentItem(stored, branchOfAtlas('second'), item);
    stored = withCurrentItem(stored, branchOfAtlas('first'), item);
    for (let number = 0; number < 99; number += 1) stored = withCurrentItem(stored, branchOfAtlas(`b${number}`), item);
    expect(decideCurrentWork(stored, branchOfAtlas('first'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(stored, branchOfAtlas('second'), matcher)).toBeUndefined();
    expect(Object.keys(stored['file:///atlas'] ?? {})).toHaveLength(100);
  });

  it('can be stored for a branch that is named like a property of Object.prototype', () => {
    expect(decideCurrentWork({}, branchOfAtlas('constructor'), matcher)).toBeUndefined();
    expect(decideCurrentWork({ 'file:///atlas': {} }, branchOfAtlas('constructor'), matcher)).toBeUndefined();
    expect(
      decideCurrentWork(withCurrentItem({}, branchOfAtlas('__proto__'), item), branchOfAtlas('__proto__'), matcher),
    ).toEqual({
      by: 'choice',
      item,
    });
  });
});
