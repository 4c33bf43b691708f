// Tests what follows from a TODO comment whose work item is finished.
import { describe, expect, it } from 'vitest';
import { todoAt } from '../../../../src/core/code/todo.ts';
import { parseTodoLocation } from '../../../../src/features/newItemFromCode/todoLocation.ts';
import { followUpOfTodo, reopenItem } from '../../../../src/features/newItemFromCode/workbench/followUp.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { QuickEditSetup, webItem } from '../quickEdit/setup.ts';

describe('The follow-up of a finished work item', () => {
  it('names the finished work item, whose identifier in the comment it replaces', () => {
    const lines = ['# TODO(WEB-12): close the socket', '# It leaks.'];
    const document = {
      uri: { toString: () => 'file:///src/login.py' },
      languageId: 'python',
      lineCount: lines.length,
      lineAt: (line: number) => ({ text: lines[line] ?? '' }),
    };
    const todo = todoAt(lines, 0, 'python', ['TODO']);
    if (todo === undefined) throw new Error('The line has no TODO.');
    const { suggestion, todoLocation } = followUpOfTodo(document, todo, 'WEB-12');
    expect(suggestion).toMatchObject({
      title: 'close the socket',
      description: 'Follow-up of WEB-12\n\nclose the socket\nIt leaks\\.',
    });
    expect(parseTodoLocation(todoLocation ?? '')).toEqual({
      uri: 'file:///src/login.py',
      line: 0,
      text: lines[0],
      replaces: 'WEB-12',
    });
  });
});

describe('Reopening a finished work item', () => {
  const setup = forEachTest(() => QuickEditSetup.open());

  it('changes its state to the first state that is not started, which can be undone', async () => {
    await setup.changeOnServer(28, { state: sample.state('WEB', 'Done') });
    await setup.session.store.resources.workItems.readOne(webItem(28).id, webItem(28).project);
    await reopenItem(setup, setup.session, webItem(28));
    expect(await setup.valuesOnServer('state', 28)).toEqual([sample.state('WEB', 'Todo')]);
    await setup.quickEdits.undo(setup.session);
    expect(await setup.valuesOnServer('state', 28)).toEqual([sample.state('WEB', 'Done')]);
  });
});
