// Owns the tests of which work item is the current one of a branch.
import { describe, expect, it } from 'vitest';
import {
  decideCurrentWork,
  mentionInBranch,
  type RememberedItem,
  rememberWork,
} from '../../../src/branches/currentWork.ts';
import { Matcher } from '../../../src/mentions/identifiers.ts';

const matcher = new Matcher(['WEB', 'API', 'É2']);
const item: RememberedItem = { project: 'p', id: 'i', identifier: 'API-3', name: 'Throttle' };
const atlas = (branch: string) => ({ repository: 'file:///atlas', branch });

describe('the name of a branch', () => {
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
  ])('%s mentions none', (branch) => {
    expect(mentionInBranch(branch, matcher)).toBeUndefined();
  });
});

describe('the current work item', () => {
  it('is what the branch is named after', () => {
    expect(decideCurrentWork({}, atlas('WEB-28-x'), matcher)).toMatchObject({
      by: 'branch',
      mention: { identifier: 'WEB-28' },
    });
  });

  it('is what was chosen by hand for this branch of this repository, and for no other', () => {
    const kept = rememberWork({}, atlas('WEB-28-x'), item);
    expect(decideCurrentWork(kept, atlas('WEB-28-x'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(kept, atlas('WEB-29-y'), matcher)).toMatchObject({ mention: { identifier: 'WEB-29' } });
    expect(decideCurrentWork(kept, { repository: 'file:///other', branch: 'WEB-28-x' }, matcher)).toMatchObject({
      by: 'branch',
    });
  });

  it('is none where it was given up, whatever the branch is called', () => {
    expect(decideCurrentWork(rememberWork({}, atlas('WEB-28-x'), null), atlas('WEB-28-x'), matcher)).toBeUndefined();
  });

  it('is chosen where there is no branch and no repository too', () => {
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

  it('is forgotten for the branches that were decided about longest ago', () => {
    let kept = rememberWork({}, atlas('first'), item);
    kept = rememberWork(kept, atlas('second'), item);
    kept = rememberWork(kept, atlas('first'), item);
    for (let number = 0; number < 99; number += 1) kept = rememberWork(kept, atlas(`b${number}`), item);
    expect(decideCurrentWork(kept, atlas('first'), matcher)).toEqual({ by: 'choice', item });
    expect(decideCurrentWork(kept, atlas('second'), matcher)).toBeUndefined();
    expect(Object.keys(kept['file:///atlas'] ?? {})).toHaveLength(100);
  });

  it('is kept for a branch with the name of an inherited property', () => {
    expect(decideCurrentWork({}, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideCurrentWork({ 'file:///atlas': {} }, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideCurrentWork(rememberWork({}, atlas('__proto__'), item), atlas('__proto__'), matcher)).toEqual({
      by: 'choice',
      item,
    });
  });
});
