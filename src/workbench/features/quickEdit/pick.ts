// Lets the user pick one value in a quick pick whose rows depend on the typed text.
// If the text is invalid, a row explains the reason.

import * as vscode from 'vscode';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { displayText } from '../../../std/displayName.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { Event } from '../../../std/event.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onAccept } from '../../ui/quickPick.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';

/** A row of the picker. A row without a value shows a message. */
export interface PickRow<T> extends vscode.QuickPickItem {
  readonly value?: T;
}

/** Events of a list that is being loaded again while the picker shows the cached rows. */
export interface RowUpdates {
  /** Fires when the rows have changed. */
  readonly onDidChange: Event<unknown>;
  /** Resolves when the list is loaded. Until then, the picker is shown as busy. */
  readonly done: Promise<unknown>;
  /** The rate limit of the server. While a request waits for it, the picker's title shows the waiting time. */
  readonly rateLimit: RateLimit;
}

export interface PickRequest<T> {
  readonly title: string;
  readonly placeholder: string;
  /**
   * Returns the rows for the typed text. VS Code filters them: it shows rows whose label contains the text, and rows
   * with `alwaysShow`.
   */
  rows(text: string): readonly PickRow<T>[];
  readonly renewal?: RowUpdates | undefined;
}

/**
 * Resolves with undefined if the user cancels. Selecting a row with a message does not close the picker.
 */
export async function pickRow<T>(request: PickRequest<T>): Promise<{ readonly value: T } | undefined> {
  const picker = vscode.window.createQuickPick<PickRow<T>>();
  picker.title = displayText(request.title);
  picker.placeholder = request.placeholder;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.items = request.rows('');
  const activeRow = picker.items.find((row) => row.picked === true);
  if (activeRow !== undefined) picker.activeItems = [activeRow];
  const updates = followRowUpdates(picker, request.renewal, () => {
    const [activeRow] = picker.activeItems;
    picker.items = request.rows(picker.value);
    const previouslyActive = picker.items.find(
      (row) => activeRow !== undefined && 'value' in activeRow && 'value' in row && row.value === activeRow.value,
    );
    if (previouslyActive !== undefined) picker.activeItems = [previouslyActive];
  });
  try {
    return await new Promise((resolve) => {
      const setRows = onAccept(picker, (chosen) => {
        if (chosen !== undefined && 'value' in chosen) resolve({ value: chosen.value });
      });
      picker.onDidChangeValue((text) => setRows(request.rows(text)));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    updates.dispose();
    picker.dispose();
  }
}

/** Calls `changed` when the rows have changed, and shows the picker as busy until the list is loaded. */
export function followRowUpdates(
  picker: vscode.QuickInput,
  rowUpdates: RowUpdates | undefined,
  changed: () => void,
): Disposable {
  const changeListener = rowUpdates?.onDidChange(changed);
  let isDisposed = false;
  const showBusy = async (done: Promise<unknown>): Promise<void> => {
    picker.busy = true;
    await done;
    if (!isDisposed) picker.busy = false;
  };
  if (rowUpdates !== undefined) void showBusy(rowUpdates.done);
  const rateLimitTitle = rowUpdates && showRateLimitInTitle(picker, rowUpdates.rateLimit);
  return {
    dispose: () => {
      isDisposed = true;
      changeListener?.dispose();
      rateLimitTitle?.dispose();
    },
  };
}

/** Returns a row that shows the message. VS Code's filter does not hide the row. */
export function messageRow(sentence: string): PickRow<never> {
  return { label: `$(warning) ${escapeCodicons(sentence)}`, alwaysShow: true };
}
