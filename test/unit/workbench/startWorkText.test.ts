// Tests the messages about starting work.
import { describe, expect, it } from 'vitest';
import {
  currentLabel,
  endedText,
  endTitle,
  failedText,
  type RequestedStart,
  refusalText,
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
      'Started work on WEB-1: created the branch WEB-1-x from main, changed the state to In Progress, assigned to you, inserted the commit message prefix.',
    );
    const nothing = { branch: undefined, state: undefined, assign: false, message: undefined };
    expect(startedText('WEB-1', nothing, { isBranchTaken: false, outcomes: [], isMessageIn: true })).toBe(
      'Started work on WEB-1.',
    );
    const assignOnly = { ...nothing, branch: { kind: 'checkout', name: 'b' } as const, assign: true };
    expect(startedText('WEB-1', assignOnly, { isBranchTaken: true, outcomes: [done], isMessageIn: true })).toBe(
      'Started work on WEB-1: checked out the branch b, assigned to you.',
    );
  });

  it('leave out steps that failed, and give the reasons', () => {
    const outcomes = [failed, { kind: 'ignored' }] as const;
    expect(startedText('WEB-1', all, { isBranchTaken: false, outcomes, isMessageIn: false })).toBe(
      'Started work on WEB-1. Your commit message was kept.',
    );
    expect(failedText(all, outcomes, said)).toEqual([
      'The state was not changed. The service did not answer in time.',
      'The work item was not assigned to you. The server accepted the change but did not save it.',
    ]);
    expect(failedText({ state: undefined }, [{ kind: 'cancelled' }], said)).toEqual([
      'The work item was not assigned to you. The change was canceled.',
    ]);
  });
});

describe('refusalText', () => {
  it('shows the message of git unchanged, on one line', () => {
    const answer = 'error: Your local changes would be overwritten:\n\tREADME.md\nAborting';
    expect(refusalText({ kind: 'checkout', name: 'b' }, { answer })).toBe(
      'Git could not check out the branch “b”: error: Your local changes would be overwritten: README.md Aborting',
    );
    expect(refusalText({ kind: 'create', name: 'b' }, { answer: 'x '.repeat(1_000) }).length).toBeLessThan(500);
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

describe('endTitle and endedText', () => {
  it('name the state, if there is one', () => {
    expect(endTitle('WEB-1', 'finish', 'In Progress')).toBe('Finish Work on WEB-1 (In Progress)');
    expect(endTitle('WEB-1', 'stop', undefined)).toBe('Stop Work on WEB-1');
    expect(endedText('WEB-1', 'finish', 'Done')).toBe('Finished work on WEB-1: changed the state to Done.');
    expect(endedText('WEB-1', 'stop', undefined)).toBe('Stopped work on WEB-1.');
  });
});
