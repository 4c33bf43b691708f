// Owns the tests of what a work item begins with that is made from a comment, a problem or a failed test.
import { describe, expect, it } from 'vitest';
import { findLabels, fromProblem, fromTest, fromTodo } from '../../../src/codeLinks/suggestion.ts';

const todo = { marker: 'TODO', line: 0, last: 0, owner: '' } as const;

describe('a work item from a comment', () => {
  it('is called what the comment says first', () => {
    expect(fromTodo({ ...todo, says: ['Close the socket'] })).toEqual({
      title: 'Close the socket',
      says: '',
      labels: ['todo'],
    });
  });

  it('has all of a longer comment in its description, as it stands and not as Markdown', () => {
    const { title, says } = fromTodo({ ...todo, says: ['Close the socket', 'when *nobody* reads <b>it</b>'] });
    expect(title).toBe('Close the socket');
    expect(says).toBe('Close the socket\nwhen \\*nobody\\* reads \\<b\\>it\\</b\\>');
  });

  it('has no name longer than the service takes', () => {
    const { title, says } = fromTodo({ ...todo, says: ['x'.repeat(300)] });
    expect(title).toHaveLength(255);
    expect(says).toHaveLength(300);
  });

  it('may go with the labels that are named after its marker and its tags', () => {
    expect(fromTodo({ ...todo, marker: 'FIXME', says: ['Close it #Network #2'] }).labels).toEqual([
      'fixme',
      'bug',
      'network',
    ]);
  });
});

describe('a work item from a problem', () => {
  it('says what the tool says, where that is from, and how bad it is', () => {
    const { title, says, labels } = fromProblem({
      message: "Cannot find 'x'.\nDid you mean 'y'?",
      severity: 'error',
      source: 'ts',
      code: '2304',
    });
    expect(title).toBe("Cannot find 'x'.");
    expect(says).toBe("Error of ts 2304:\n\n```\nCannot find 'x'.\nDid you mean 'y'?\n```");
    expect(labels).toEqual(['bug', 'error']);
  });

  it('quotes fences and overlong messages without breaking', () => {
    const { says } = fromProblem({
      message: `\`\`\`\n${'x'.repeat(20_000)}`,
      severity: 'hint',
      source: undefined,
      code: undefined,
    });
    expect(says.startsWith('Hint:\n\n````\n```\n')).toBe(true);
    expect(says.length).toBeLessThan(10_100);
  });
});

describe('a work item from a failed test', () => {
  it('says which test, what it said, and what was expected', () => {
    const { title, says } = fromTest({
      path: ['login.test.ts', 'login', 'closes'],
      message: 'Not closed',
      expected: '1',
      actual: '2',
    });
    expect(title).toBe('Failing test: login › closes');
    expect(says).toBe(
      'Failed test: login\\.test\\.ts › login › closes\n\n```\nNot closed\n```\n\nExpected:\n\n```\n1\n```\n\nActual:\n\n```\n2\n```',
    );
  });

  it('may know nothing but the test', () => {
    expect(fromTest({ path: ['closes'], message: undefined, expected: undefined, actual: undefined }).says).toBe(
      'Failed test: closes',
    );
  });
});

describe('the labels of a project', () => {
  it('are those that are named so, whatever the case', () => {
    const labels = [
      { id: '1', name: 'Bug' },
      { id: '2', name: 'Design' },
      { id: '3', name: ' TODO ' },
    ];
    expect(findLabels(['bug', 'todo', 'nothing'], labels)).toEqual(['1', '3']);
  });
});
