// Tests the suggestions for work items from TODO comments, problems and failed tests.
import { describe, expect, it } from 'vitest';
import {
  findLabelIds,
  suggestFromProblem,
  suggestFromTest,
  suggestFromTodo,
} from '../../../../src/core/code/suggestion.ts';
import type { Todo } from '../../../../src/core/code/todo.ts';

const todo = { marker: 'TODO', line: 0, lastLine: 0, owner: '' } as const satisfies Partial<Todo>;

describe('A work item from a TODO comment', () => {
  it('has the first line of the comment as title', () => {
    expect(suggestFromTodo({ ...todo, textLines: ['Close the socket'] })).toEqual({
      title: 'Close the socket',
      description: '',
      labels: ['todo'],
    });
  });

  it('has the escaped text of a longer comment in its description', () => {
    const { title, description } = suggestFromTodo({
      ...todo,
      textLines: ['Close the socket', 'when *nobody* reads <b>it</b>'],
    });
    expect(title).toBe('Close the socket');
    expect(description).toBe('Close the socket\nwhen \\*nobody\\* reads \\<b\\>it\\</b\\>');
  });

  it('has a title within the server’s maximum length', () => {
    const { title, description } = suggestFromTodo({ ...todo, textLines: ['x'.repeat(300)] });
    expect(title).toHaveLength(255);
    expect(description).toHaveLength(300);
  });

  it('has labels for the marker and the tags of the comment', () => {
    expect(suggestFromTodo({ ...todo, marker: 'FIXME', textLines: ['Close it #Network #2'] }).labels).toEqual([
      'fixme',
      'bug',
      'network',
    ]);
  });
});

describe('A work item from a problem', () => {
  it('contains the message, source and severity of the problem', () => {
    const { title, description, labels } = suggestFromProblem({
      message: "Cannot find 'x'.\nDid you mean 'y'?",
      severity: 'error',
      source: 'ts',
      code: '2304',
    });
    expect(title).toBe("Cannot find 'x'.");
    expect(description).toBe("Error (ts 2304):\n\n```\nCannot find 'x'.\nDid you mean 'y'?\n```");
    expect(labels).toEqual(['bug', 'error']);
  });

  it('quotes messages that contain code fences, and truncates long messages', () => {
    const { description } = suggestFromProblem({
      message: `\`\`\`\n${'x'.repeat(20_000)}`,
      severity: 'hint',
      source: undefined,
      code: undefined,
    });
    expect(description.startsWith('Hint:\n\n````\n```\n')).toBe(true);
    expect(description.length).toBeLessThan(10_100);
  });
});

describe('A work item from a failed test', () => {
  it('contains the test name, the failure message, and the expected and actual values', () => {
    const { title, description } = suggestFromTest({
      path: ['login.test.ts', 'login', 'closes'],
      message: 'Not closed',
      expected: '1',
      actual: '2',
    });
    expect(title).toBe('Failing test: login › closes');
    expect(description).toBe(
      'Failed test: login\\.test\\.ts › login › closes\n\n```\nNot closed\n```\n\nExpected:\n\n```\n1\n```\n\nActual:\n\n```\n2\n```',
    );
  });

  it('contains only the test name if the failure has no message and no expected and actual values', () => {
    expect(
      suggestFromTest({ path: ['closes'], message: undefined, expected: undefined, actual: undefined }).description,
    ).toBe('Failed test: closes');
  });
});

describe('findLabels', () => {
  it('returns the ids of the labels with the requested names, ignoring letter case', () => {
    const labels = [
      { id: '1', name: 'Bug' },
      { id: '2', name: 'Design' },
      { id: '3', name: ' TODO ' },
    ];
    expect(findLabelIds(['bug', 'todo', 'nothing'], labels)).toEqual(['1', '3']);
  });
});
