// Picks one value in a quick pick whose rows depend on the typed text.
// A text that is not valid gets a row that explains why.

import * as vscode from 'vscode';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { displayText } from '../../../std/displayName.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { Event } from '../../../std/event.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onAccept } from '../../ui/prompts.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';

/** A row without a value is a message. */
export interface PickRow<T> extends vscode.QuickPickItem {
  readonly value?: T;
}

/** A newer list that is being loaded while the user looks at the cached one. */
export interface RowUpdates {
  /** Fires when `rows` returns other rows. */
  readonly onDidChange: Event<unknown>;
  /** Resolves when no more changes follow. The picker shows that it is busy until then. */
  readonly done: Promise<unknown>;
  /** The rate limit of the server that the list is loaded from. The title shows a wait for it. */
  readonly rateLimit: RateLimit;
}

export interface PickRequest<T> {
  readonly title: string;
  readonly placeholder: string;
  /**
   * Returns the rows for the typed text. VS Code shows those whose label contains the text, and those with
   * `alwaysShow`.
   */
  rows(text: string): readonly PickRow<T>[];
  readonly renewal?: RowUpdates | undefined;
}

/**
 * Resolves with undefined if the user cancels. A message cannot be chosen: the picker stays open with the typed text.
 */
export async function pickRow<T>(asking: PickRequest<T>): Promise<{ readonly value: T } | undefined> {
  const picker = vscode.window.createQuickPick<PickRow<T>>();
  picker.title = displayText(asking.title);
  picker.placeholder = asking.placeholder;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.items = asking.rows('');
  const active = picker.items.find((row) => row.picked === true);
  if (active !== undefined) picker.activeItems = [active];
  const renewing = followRowUpdates(picker, asking.renewal, () => {
    const [active] = picker.activeItems;
    picker.items = asking.rows(picker.value);
    const same = picker.items.find(
      (row) => active !== undefined && 'value' in active && 'value' in row && row.value === active.value,
    );
    if (same !== undefined) picker.activeItems = [same];
  });
  try {
    return await new Promise((resolve) => {
      const list = onAccept(picker, (chosen) => {
        if (chosen !== undefined && 'value' in chosen) resolve({ value: chosen.value });
      });
      picker.onDidChangeValue((text) => list(asking.rows(text)));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    renewing.dispose();
    picker.dispose();
  }
}

/** Calls `changed` for each newer list, and shows the picker as busy until the last one is loaded. */
export function followRowUpdates(
  picker: vscode.QuickInput,
  renewal: RowUpdates | undefined,
  changed: () => void,
): Disposable {
  const listening = renewal?.onDidChange(changed);
  let isOver = false;
  const showBusy = async (done: Promise<unknown>): Promise<void> => {
    picker.busy = true;
    await done;
    if (!isOver) picker.busy = false;
  };
  if (renewal !== undefined) void showBusy(renewal.done);
  const waiting = renewal && showRateLimitInTitle(picker, renewal.rateLimit);
  return {
    dispose: () => {
      isOver = true;
      listening?.dispose();
      waiting?.dispose();
    },
  };
}

/** Returns the message as a row that is always shown. */
export function messageRow(sentence: string): PickRow<never> {
  return { label: `$(warning) ${escapeCodicons(sentence)}`, alwaysShow: true };
}
