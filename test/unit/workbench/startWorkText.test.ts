// Tests the messages about starting work.
import { describe, expect, it } from 'vitest';
import {
  currentLabel,
  failedText,
  type RequestedStart,
  refusalText,
  requestedText,
  startedText,
} from '../../../src/workbench/features/startWork/messages.ts';

const all: RequestedStart = {
  branch: { kind: 'create', name: 'WEB-1-x', base: 'main' },
  state: { name: 'In Progress' },
  assign: true,
  message: 'WEB-1: ',
};
const done = { kind: 'done' } as const;
const failed = { kind: 'failed', fault: { kind: 'timeout', afterMs: 1 } } as const;
const said = () => 'The service did not answer in time.';

describe('startedText and failedText', () => {
  it('name each step that was done', () => {
    expect(startedText('WEB-1', all, { isBranchTaken: true, outcomes: [done, done], isMessageIn: true })).toBe(
      'Started work on WEB-1: created the branch WEB-1-x from main, moved to In Progress, assigned to you, commit message begun.',
    );
    const nothing = { branch: undefined, state: undefined, assign: false, message: undefined };
    expect(startedText('WEB-1', nothing, { isBranchTaken: false, outcomes: [], isMessageIn: true })).toBe(
      'Started work on WEB-1.',
    );
    const onlyMine = { ...nothing, branch: { kind: 'checkout', name: 'b' } as const, assign: true };
    expect(startedText('WEB-1', onlyMine, { isBranchTaken: true, outcomes: [done], isMessageIn: true })).toBe(
      'Started work on WEB-1: checked out the branch b, assigned to you.',
    );
  });

  it('leave out steps that failed, and give the reasons', () => {
    const outcomes = [failed, { kind: 'ignored' }] as const;
    expect(startedText('WEB-1', all, { isBranchTaken: false, outcomes, isMessageIn: false })).toBe(
      'Started work on WEB-1. What you had typed in the commit box stays.',
    );
    expect(failedText(all, outcomes, said)).toEqual([
      'The state was not changed. The service did not answer in time.',
      'It was not assigned to you. The service took the change, but did not keep it.',
    ]);
    expect(failedText({ state: undefined }, [{ kind: 'cancelled' }], said)).toEqual([
      'It was not assigned to you. It was cancelled.',
    ]);
  });
});

describe('refusalText', () => {
  it('shows the message of git unchanged, on one line', () => {
    const answer = 'error: Your local changes would be overwritten:\n\tREADME.md\nAborting';
    expect(refusalText(requestedText({ kind: 'checkout', name: 'b' }), { answer })).toBe(
      'Git did not check out the branch “b”. It says: error: Your local changes would be overwritten: README.md Aborting',
    );
    expect(refusalText('do it', { answer: 'x '.repeat(1_000) }).length).toBeLessThan(500);
  });
});

describe('currentLabel', () => {
  it('describes the current work item to screen readers', () => {
    expect(currentLabel({ identifier: 'WEB-1', name: 'Fix the login', state: 'In Progress' })).toBe(
      'Current work item WEB-1, Fix the login, state In Progress',
    );
    expect(currentLabel({ identifier: 'WEB-1', name: '', state: '' })).toBe('Current work item WEB-1');
  });
});
