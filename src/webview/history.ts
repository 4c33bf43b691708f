// Undo and redo for the form. Edits of a field in quick succession form one step.
import type { FieldName, FieldValue } from '../pages/protocol/fields.ts';

/** Edits of the same field that are less than this many milliseconds apart are undone together. */
const MERGE_WINDOW_MS = 1000;

interface Step {
  readonly field: FieldName;
  readonly before: FieldValue;
  readonly after: FieldValue;
  /** The time of the last edit in this step, in milliseconds. */
  readonly editedAt: number;
}

export interface History {
  readonly undoSteps: readonly Step[];
  readonly redoSteps: readonly Step[];
}

export const EMPTY_HISTORY: History = { undoSteps: [], redoSteps: [] };

/**
 * Returns the history with an edit added. With `mayExtendLastStep`, which is set for typed text, the edit may extend
 * the previous step.
 */
export function addEdit(history: History, edit: Step & { readonly mayExtendLastStep: boolean }): History {
  const { mayExtendLastStep, ...step } = edit;
  const last = history.undoSteps.at(-1);
  const extendsLastStep =
    mayExtendLastStep &&
    last?.field === step.field &&
    step.editedAt - last.editedAt < MERGE_WINDOW_MS &&
    history.redoSteps.length === 0;
  const undoSteps = extendsLastStep
    ? [...history.undoSteps.slice(0, -1), { ...step, before: last.before }]
    : [...history.undoSteps, step];
  return { undoSteps, redoSteps: [] };
}

/** Returns the value to restore and the new history, or undefined when there is nothing to undo. */
export function undo(
  history: History,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: History } | undefined {
  const step = history.undoSteps.at(-1);
  if (!step) return undefined;
  return {
    field: step.field,
    value: step.before,
    history: { undoSteps: history.undoSteps.slice(0, -1), redoSteps: [...history.redoSteps, step] },
  };
}

/** Returns the value to set again and the new history, or undefined when there is nothing to redo. */
export function redo(
  history: History,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: History } | undefined {
  const step = history.redoSteps.at(-1);
  if (!step) return undefined;
  const redoneStep: Step = { ...step, editedAt: Number.NEGATIVE_INFINITY };
  return {
    field: step.field,
    value: step.after,
    history: { undoSteps: [...history.undoSteps, redoneStep], redoSteps: history.redoSteps.slice(0, -1) },
  };
}
