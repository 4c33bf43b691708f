// Tests the messages about starting and ending work.
import { describe, expect, it } from 'vitest';
import {
  currentLabel,
  endTitle,
  failedText,
  finishedText,
  gitErrorText,
  type PlanForMessages,
  startedText,
  stoppedText,
} from '../../../../src/features/startWork/messages.ts';

const allSteps: PlanForMessages = {
  branch: { kind: 'create', name: 'WEB-1-x', base: 'main' },
  state: { name: 'In Progress' },
  assignsToMe: true,
  message: 'WEB-1: ',
};
const doneOutcome = { kind: 'done' } as const;
const failedOutcome = { kind: 'failed', fault: { kind: 'timeout', afterMs: 1 } } as const;
const faultMessage = () => 'The server did not respond in time.';

describe('The messages after Start Work', () => {
  it('mention each step that succeeded', () => {
    expect(
      startedText('WEB-1', allSteps, {
        isBranchReady: true,
        outcomes: [doneOutcome, doneOutcome],
        isMessageInserted: true,
      }),
    ).toBe(
      'Started work on WEB-1: created the branch WEB-1-x from main, changed the state to In Progress, assigned to you, inserted the commit message prefix.',
    );
    const noSteps = { branch: undefined, state: undefined, assignsToMe: false, message: undefined };
    expect(startedText('WEB-1', noSteps, { isBranchReady: false, outcomes: [], isMessageInserted: true })).toBe(
      'Started work on WEB-1.',
    );
    const branchAndAssign = { ...noSteps, branch: { kind: 'checkout', name: 'b' } as const, assignsToMe: true };
    expect(
      startedText('WEB-1', branchAndAssign, { isBranchReady: true, outcomes: [doneOutcome], isMessageInserted: true }),
    ).toBe('Started work on WEB-1: checked out the branch b, assigned to you.');
  });

  it('contain the reason for each step that failed', () => {
    const outcomes = [failedOutcome, { kind: 'ignored' }] as const;
    expect(startedText('WEB-1', allSteps, { isBranchReady: false, outcomes, isMessageInserted: false })).toBe(
      'Started work on WEB-1. Your commit message was kept.',
    );
    expect(failedText(allSteps, outcomes, faultMessage)).toEqual([
      'The state was not changed. The server did not respond in time.',
      'The work item was not assigned to you. The server accepted the change but did not save it.',
    ]);
    expect(failedText({ state: undefined }, [{ kind: 'cancelled' }], faultMessage)).toEqual([
      'The work item was not assigned to you. The change was canceled.',
    ]);
  });
});

describe('gitErrorText', () => {
  it('returns the output of git on one line, and shortens a very long output', () => {
    const gitOutput = 'error: Your local changes would be overwritten:\n\tREADME.md\nAborting';
    expect(gitErrorText({ kind: 'checkout', name: 'b' }, { output: gitOutput })).toBe(
      'Git could not check out the branch “b”: error: Your local changes would be overwritten: README.md Aborting',
    );
    expect(gitErrorText({ kind: 'create', name: 'b' }, { output: 'x '.repeat(1_000) }).length).toBeLessThan(500);
  });
});

describe('currentLabel', () => {
  it('returns the identifier, name and state of the current work item for screen readers', () => {
    expect(currentLabel({ identifier: 'WEB-1', name: 'Fix the login', state: 'In Progress' })).toBe(
      'Current work item WEB-1, Fix the login, state In Progress',
    );
    expect(currentLabel({ identifier: 'WEB-1', name: '', state: '' })).toBe('Current work item WEB-1');
  });
});

describe('endTitle, finishedText and stoppedText', () => {
  it('return texts with the name of the state if it is known, and with the steps that were done', () => {
    expect(endTitle('WEB-1', 'finish', 'In Progress')).toBe('Finish Work on WEB-1 (In Progress)');
    expect(endTitle('WEB-1', 'stop', undefined)).toBe('Stop Work on WEB-1');
    expect(finishedText('WEB-1', ['deleted it', 'left'])).toBe('Finished work on WEB-1: deleted it, left.');
    expect(stoppedText('WEB-1', [])).toBe('Stopped work on WEB-1.');
  });
});
