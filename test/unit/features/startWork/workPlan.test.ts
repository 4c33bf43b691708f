// Tests which branch and which states are suggested for starting and ending work.
import { describe, expect, it } from 'vitest';
import {
  branchOf,
  branchStep,
  branchText,
  firstStateOf,
  headText,
  nextStates,
  type RepositoryState,
} from '../../../../src/features/startWork/plan.ts';

const localBranch = (name: string) => ({ name, commit: 'c', remote: false });
const remoteBranch = (name: string) => ({ name, commit: 'c', remote: true });
const mainHead = {
  branch: 'main',
  commit: 'c0ffee00c0ffee',
  upstream: undefined,
  ahead: undefined,
  behind: undefined,
};
const repository: RepositoryState = {
  name: 'atlas',
  head: mainHead,
  branches: [
    localBranch('main'),
    localBranch('WEB-1-old'),
    localBranch('docs'),
    remoteBranch('origin/main'),
    remoteBranch('origin/WEB-2-theirs'),
    remoteBranch('team/eu/WEB-3'),
  ],
  remotes: ['origin', 'team/eu'],
  uncommittedCount: 0,
  otherWorktrees: new Map(),
};

describe('The branch step of Start Work', () => {
  it.each([
    ['WEB-9-new', { kind: 'create', name: 'WEB-9-new', base: undefined }],
    ['  WEB-9-new ', { kind: 'create', name: 'WEB-9-new', base: undefined }],
    ['WEB-1-old', { kind: 'checkout', name: 'WEB-1-old' }],
    ['main', { kind: 'stay', name: 'main' }],
    ['WEB-2-theirs', { kind: 'checkout', name: 'WEB-2-theirs', trackedBranch: 'origin/WEB-2-theirs' }],
    ['WEB-3', { kind: 'checkout', name: 'WEB-3', trackedBranch: 'team/eu/WEB-3' }],
    [
      'docs/WEB-9',
      { kind: 'invalid', problem: "The branch “docs” exists, so Git can't create a branch “docs/WEB-9”." },
    ],
    ['', { kind: 'invalid', problem: 'Enter a branch name.' }],
    ['WEB 9', { kind: 'invalid', problem: "A branch name can't contain spaces or line breaks." }],
  ])('creates, checks out or rejects a branch for the typed name “%s”', (name, step) => {
    expect(branchStep(name, repository, undefined)).toEqual(step);
  });

  it('creates the branch from the base branch that the user picks', () => {
    expect(branchStep('WEB-9', repository, 'origin/main')).toEqual({
      kind: 'create',
      name: 'WEB-9',
      base: 'origin/main',
    });
  });

  it('suggests the existing branch whose name contains the identifier of the work item', () => {
    const identifierIn = (name: string) => /WEB-\d/.exec(name)?.[0];
    expect(branchOf('WEB-1', repository, identifierIn)).toBe('WEB-1-old');
    expect(branchOf('WEB-2', repository, identifierIn)).toBe('WEB-2-theirs');
    expect(branchOf('WEB-3', repository, identifierIn)).toBe('WEB-3');
    expect(branchOf('WEB-4', repository, identifierIn)).toBeUndefined();
    const repositoryWithSecondBranch = {
      ...repository,
      head: { ...mainHead, branch: 'WEB-1-here' },
      branches: [...repository.branches, localBranch('WEB-1-here')],
    };
    expect(branchOf('WEB-1', repositoryWithSecondBranch, identifierIn)).toBe('WEB-1-here');
  });

  it.each([
    [{ kind: 'create', name: 'x', base: undefined }, 'Create this branch', 'from main · in atlas'],
    [{ kind: 'create', name: 'x', base: 'origin/main' }, 'Create this branch', 'from origin/main · in atlas'],
    [
      { kind: 'checkout', name: 'x', trackedBranch: 'origin/x' },
      'Check out this branch',
      'exists as origin/x · in atlas',
    ],
    [{ kind: 'stay', name: 'x' }, 'Stay on this branch', 'checked out · in atlas'],
    [{ kind: 'invalid', problem: 'No.' }, 'No.', 'change the name above'],
  ] as const)('has a label and a description for the step %j', (step, label, description) => {
    expect(branchText(step, repository)).toEqual({ label, description });
  });

  it('has a description with the number of uncommitted changes', () => {
    const { description } = branchText(
      { kind: 'create', name: 'x', base: undefined },
      { ...repository, uncommittedCount: 3 },
    );
    expect(description).toBe('from main · in atlas · 3 uncommitted changes are kept');
  });

  it('has a description that names the base branch in the settings if that branch does not exist', () => {
    const repositoryWithoutBase = { ...repository, missingBaseBranch: 'develop' };
    expect(branchText({ kind: 'create', name: 'x', base: undefined }, repositoryWithoutBase).description).toBe(
      'from main (the branch “develop” does not exist) · in atlas',
    );
    expect(branchText({ kind: 'create', name: 'x', base: 'docs' }, repositoryWithoutBase).description).toBe(
      'from docs · in atlas',
    );
  });

  it('shows the commit as base if HEAD is detached, and HEAD in a repository without commits', () => {
    expect(headText({ ...mainHead, branch: undefined })).toBe('commit c0ffee00');
    expect(headText({ ...mainHead, branch: undefined, commit: undefined })).toBe('HEAD');
    expect(headText(undefined)).toBe('HEAD');
  });
});

describe('The new state of a work item', () => {
  const states = [
    { id: 'd', name: 'Done', group: 'completed', sequence: 5 },
    { id: 'r', name: 'In Review', group: 'started', sequence: 4 },
    { id: 'p', name: 'In Progress', group: 'started', sequence: 3 },
    { id: 't', name: 'Todo', group: 'unstarted', sequence: 2 },
    { id: 'b', name: 'Backlog', group: 'backlog', sequence: 1 },
    { id: 'o', name: 'Odd', group: 'triage', sequence: 0 },
  ];

  it('is the first started state of the project when the user starts work', () => {
    expect(firstStateOf(states, 'started')?.name).toBe('In Progress');
    expect(firstStateOf([], 'started')).toBeUndefined();
  });

  it('is picked from a list that starts with the most likely state when the user ends work', () => {
    const names = (ending: 'stop' | 'finish') => nextStates(states, 'p', ending).map(({ name }) => name);
    expect(names('finish')).toEqual(['Done', 'In Review', 'Todo', 'Backlog', 'Odd']);
    expect(names('stop')).toEqual(['Todo', 'Backlog', 'In Review', 'Done', 'Odd']);
  });
});
