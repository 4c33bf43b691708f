// Undo and redo for the form. Edits of a field in quick succession form one step.
import type { FieldName, FieldValue } from '../pages/protocol/fields.ts';

/** Edits of the same field that are less than this many milliseconds apart are undone together. */
const MERGE_WINDOW_MS = 1000;

interface Step {
  readonly field: FieldName;
  readonly before: FieldValue;
  readonly after: FieldValue;
  /** The time of the last edit in this step, in milliseconds. */
  readonly at: number;
}

export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/**
 * Returns the history with an edit added. With `mayExtendLastStep`, which is set for typed text, the edit may extend
 * the previous step.
 */
export function addEdit(history: History, edit: Step & { readonly mayExtendLastStep: boolean }): History {
  const { mayExtendLastStep, ...step } = edit;
  const last = history.done.at(-1);
  const extendsLastStep =
    mayExtendLastStep &&
    last?.field === step.field &&
    step.at - last.at < MERGE_WINDOW_MS &&
    history.undone.length === 0;
  const done = extendsLastStep
    ? [...history.done.slice(0, -1), { ...step, before: last.before }]
    : [...history.done, step];
  return { done, undone: [] };
}

/** Returns the value to restore and the new history, or undefined when there is nothing to undo. */
export function undo(
  history: History,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: History } | undefined {
  const step = history.done.at(-1);
  if (!step) return undefined;
  return {
    field: step.field,
    value: step.before,
    history: { done: history.done.slice(0, -1), undone: [...history.undone, step] },
  };
}

/** Returns the value to set again and the new history, or undefined when there is nothing to redo. */
export function redo(
  history: History,
): { readonly field: FieldName; readonly value: FieldValue; readonly history: History } | undefined {
  const step = history.undone.at(-1);
  if (!step) return undefined;
  const redoneStep = { ...step, at: Number.NEGATIVE_INFINITY };
  return {
    field: step.field,
    value: step.after,
    history: { done: [...history.done, redoneStep], undone: history.undone.slice(0, -1) },
  };
}
