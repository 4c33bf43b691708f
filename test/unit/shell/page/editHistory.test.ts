// Tests undo and redo in a form.
import { expect, it } from 'vitest';
import { addEdit, type EditHistory, EMPTY_HISTORY, redo, undo } from '../../../../src/shell/page/model/editHistory.ts';

function typeText(history: EditHistory, before: string, after: string, editedAt: number): EditHistory {
  return addEdit(history, { field: 'name', valueBefore: before, valueAfter: after, editedAt, mayExtendLastStep: true });
}

it('undo reverts all text that was typed within one second', () => {
  const history = typeText(typeText(EMPTY_HISTORY, '', 'a', 0), 'a', 'ab', 500);
  expect(undo(history)?.value).toBe('');
});

it('undo reverts text that was typed right after Redo, but not the redone text', () => {
  const undone = undo(typeText(EMPTY_HISTORY, '', 'a', 0));
  const redone = redo(undone?.history ?? EMPTY_HISTORY);
  expect(redone?.value).toBe('a');
  const history = typeText(redone?.history ?? EMPTY_HISTORY, 'a', 'ab', 500);
  expect(undo(history)?.value).toBe('a');
});
