// Undo and redo for the form. Edits of a field in quick succession form one step.
import type { FieldName, FieldValue } from '../../../items/form/fieldProtocol.ts';

/** Edits of the same field that are less than this many milliseconds apart are undone together. */
const MERGE_WINDOW_MS = 1000;

interface EditStep {
  readonly field: FieldName;
  readonly valueBefore: FieldValue;
  readonly valueAfter: FieldValue;
  /** The time of the last edit in this step, in milliseconds. */
  readonly editedAt: number;
}

export interface EditHistory {
  readonly undoSteps: readonly EditStep[];
  readonly redoSteps: readonly EditStep[];
}

export const EMPTY_HISTORY: EditHistory = { undoSteps: [], redoSteps: [] };

/**
 * Returns the history with an edit added. With `mayExtendLastStep`, which is set for typed text, the edit may extend
 * the previous step.
 */
export function addEdit(history: EditHistory, edit: EditStep & { readonly mayExtendLastStep: boolean }): EditHistory {
  const { mayExtendLastStep, ...step } = edit;
  const lastStep = history.undoSteps.at(-1);
  const extendsLastStep =
    mayExtendLastStep &&
    lastStep?.field === step.field &&
    step.editedAt - lastStep.editedAt < MERGE_WINDOW_MS &&
    history.redoSteps.length === 0;
  const undoSteps = extendsLastStep
    ? [...history.undoSteps.slice(0, -1), { ...step, valueBefore: lastStep.valueBefore }]
    : [...history.undoSteps, step];
  return { undoSteps, redoSteps: [] };
}

/** Returns the value to restore and the new history, or undefined when there is nothing to undo. */
export function undo(
  history: EditHistory,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: EditHistory } | undefined {
  const step = history.undoSteps.at(-1);
  if (!step) return undefined;
  return {
    field: step.field,
    value: step.valueBefore,
    history: { undoSteps: history.undoSteps.slice(0, -1), redoSteps: [...history.redoSteps, step] },
  };
}

/** Returns the value to set again and the new history, or undefined when there is nothing to redo. */
export function redo(
  history: EditHistory,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: EditHistory } | undefined {
  const step = history.redoSteps.at(-1);
  if (!step) return undefined;
  const redoneStep: EditStep = { ...step, editedAt: Number.NEGATIVE_INFINITY };
  return {
    field: step.field,
    value: step.valueAfter,
    history: { undoSteps: [...history.undoSteps, redoneStep], redoSteps: history.redoSteps.slice(0, -1) },
  };
}
