// Owns the picking of one value in a quick pick that answers to every keystroke: with rows, or with a sentence why what
// is typed will not do.

import * as vscode from 'vscode';
import type { RateLimit } from '../../../session/rateLimit.ts';
import { displayText } from '../../../std/displayName.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { Event } from '../../../std/event.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { onAccept } from '../../ui/prompts.ts';
import { showRateLimitInTitle } from '../../ui/rateLimit.ts';

/** A row without a value only says something. */
export interface PickRow<T> extends vscode.QuickPickItem {
  readonly value?: T;
}

/** A newer list that is on its way while the user looks at what is known. */
export interface RowUpdates {
  /** Fires when `rows` returns other rows. */
  readonly onDidChange: Event<unknown>;
  /** Resolves when no more is to come; until then the picker shows that it is busy. */
  readonly done: Promise<unknown>;
  /** Of the server that the newer list comes from: a wait for it is shown in the title. */
  readonly rateLimit: RateLimit;
}

export interface PickRequest<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Rows for what is typed. VS Code shows of them those whose label holds the text, and those with `alwaysShow`. */
  rows(text: string): readonly PickRow<T>[];
  readonly renewal?: RowUpdates | undefined;
}

/** Undefined when the person leaves. A sentence's row cannot be chosen: the box stays, with what was typed. */
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

/** Calls `changed` for each newer list, and shows the picker as busy until the last one is there. */
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

/** The sentence as a row that is always shown. */
export function messageRow(sentence: string): PickRow<never> {
  return { label: `$(warning) ${escapeCodicons(sentence)}`, alwaysShow: true };
}
