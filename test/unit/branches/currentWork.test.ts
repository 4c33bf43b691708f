// Tests which work item is the current one of a branch.
import { describe, expect, it } from 'vitest';
import {
  decideCurrentWork,
  mentionInBranch,
  type RememberedCurrentItem,
  rememberWork,
} from '../../../src/branches/currentWork.ts';
import { Matcher } from '../../../src/mentions/identifiers.ts';

const matcher = new Matcher(['WEB', 'API', 'É2']);
const item: RememberedCurrentItem = { project: 'p', id: 'i', identifier: 'API-3', name: 'Throttle' };
const atlas = (branch: string) => ({ repository: 'file:///atlas', branch });

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

describe('The current work item', () => {
  it('is the one that the branch name mentions', () => {
    expect(decideCurrentWork({}, atlas('WEB-28-x'), matcher)).toMatchObject({
      by: 'branch',
      mention: { identifier: 'WEB-28' },
    });
  });

  it('is the one chosen for this branch of this repository only', () => {
    const kept = rememberWork({}, atlas('WEB-28-x'), item);
    expect(decideCurrentWork(kept, atlas('WEB-28-x'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(kept, atlas('WEB-29-y'), matcher)).toMatchObject({ mention: { identifier: 'WEB-29' } });
    expect(decideCurrentWork(kept, { repository: 'file:///other', branch: 'WEB-28-x' }, matcher)).toMatchObject({
      by: 'branch',
    });
  });

  it('is none if the user cleared it, for any branch name', () => {
    expect(decideCurrentWork(rememberWork({}, atlas('WEB-28-x'), null), atlas('WEB-28-x'), matcher)).toBeUndefined();
  });

  it('can be chosen without a branch and without a repository', () => {
    expect(decideCurrentWork(rememberWork({}, atlas(''), item), atlas(''), matcher)).toEqual({ by: 'choice', item });
    expect(
      decideCurrentWork(
        rememberWork({}, { repository: '', branch: '' }, item),
        { repository: '', branch: '' },
        matcher,
      ),
    ).toEqual({
      by: 'choice',
      item,
    });
    expect(decideCurrentWork({}, atlas(''), matcher)).toBeUndefined();
  });

  it('is forgotten for the oldest choices beyond 100 branches', () => {
    let kept = rememberWork({}, atlas('first'), item);
    kept = rememberWork(kept, atlas('second'), item);
    kept = rememberWork(kept, atlas('first'), item);
    for (let number = 0; number < 99; number += 1) kept = rememberWork(kept, atlas(`b${number}`), item);
    expect(decideCurrentWork(kept, atlas('first'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(kept, atlas('second'), matcher)).toBeUndefined();
    expect(Object.keys(kept['file:///atlas'] ?? {})).toHaveLength(100);
  });

  it('is stored for a branch with the name of an inherited property', () => {
    expect(decideCurrentWork({}, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideCurrentWork({ 'file:///atlas': {} }, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideCurrentWork(rememberWork({}, atlas('__proto__'), item), atlas('__proto__'), matcher)).toEqual({
      by: 'choice',
      item,
    });
  });
});
