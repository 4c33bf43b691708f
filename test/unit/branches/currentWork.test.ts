// Owns the tests of which work item is the current one of a branch.
import { describe, expect, it } from 'vitest';
import { decideWork, type KeptItem, keepWork, mentionInBranch } from '../../../src/branches/currentWork.ts';
import { Matcher } from '../../../src/mentions/identifiers.ts';

const matcher = new Matcher(['WEB', 'API', 'É2']);
const item: KeptItem = { project: 'p', id: 'i', identifier: 'API-3', name: 'Throttle' };
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

  it.each(['main', 'utf-8-names', 'UTF-8', 'release/2026-11', 'three-web-2-columns', 'WEB-0', 'WEB-28x', 'cobWEB-28', 'web'])(
    '%s mentions none',
    (branch) => {
      expect(mentionInBranch(branch, matcher)).toBeUndefined();
    },
  );
});

describe('the current work item', () => {
  it('is what the branch is named after', () => {
    expect(decideWork({}, atlas('WEB-28-x'), matcher)).toMatchObject({ by: 'branch', mention: { identifier: 'WEB-28' } });
  });

  it('is what was chosen by hand for this branch of this repository, and for no other', () => {
    const kept = keepWork({}, atlas('WEB-28-x'), item);
    expect(decideWork(kept, atlas('WEB-28-x'), matcher)).toEqual({ by: 'choice', item });
    expect(decideWork(kept, atlas('WEB-29-y'), matcher)).toMatchObject({ mention: { identifier: 'WEB-29' } });
    expect(decideWork(kept, { repository: 'file:///other', branch: 'WEB-28-x' }, matcher)).toMatchObject({ by: 'branch' });
  });

  it('is none where it was given up, whatever the branch is called', () => {
    expect(decideWork(keepWork({}, atlas('WEB-28-x'), null), atlas('WEB-28-x'), matcher)).toBeUndefined();
  });

  it('is chosen where there is no branch and no repository too', () => {
    expect(decideWork(keepWork({}, atlas(''), item), atlas(''), matcher)).toEqual({ by: 'choice', item });
    expect(decideWork(keepWork({}, { repository: '', branch: '' }, item), { repository: '', branch: '' }, matcher)).toEqual({
      by: 'choice',
      item,
    });
    expect(decideWork({}, atlas(''), matcher)).toBeUndefined();
  });

  it('is forgotten for the branches that were decided about longest ago', () => {
    let kept = keepWork({}, atlas('first'), item);
    kept = keepWork(kept, atlas('second'), item);
    kept = keepWork(kept, atlas('first'), item);
    for (let number = 0; number < 99; number += 1) kept = keepWork(kept, atlas(`b${number}`), item);
    expect(decideWork(kept, atlas('first'), matcher)).toEqual({ by: 'choice', item });
    expect(decideWork(kept, atlas('second'), matcher)).toBeUndefined();
    expect(Object.keys(kept['file:///atlas'] ?? {})).toHaveLength(100);
  });

  it('is kept for a branch with the name of an inherited property', () => {
    expect(decideWork({}, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideWork({ 'file:///atlas': {} }, atlas('constructor'), matcher)).toBeUndefined();
    expect(decideWork(keepWork({}, atlas('__proto__'), item), atlas('__proto__'), matcher)).toEqual({ by: 'choice', item });
  });
});
