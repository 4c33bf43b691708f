// The status bar item of the current work item.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { COMMANDS } from '../../contributions.ts';
import type { CurrentItem, CurrentItems } from './currentItems.ts';
import { statusTexts, TOOLTIP_ACTIONS } from './statusText.ts';

/** Shows a status bar item while a current work item is set. */
export function registerCurrentItemStatus(currentItems: CurrentItems): Disposable {
  const disposables = new DisposableStore();
  // Priority 1 places the item next to the branch, which VS Code's git extension shows at the left end.
  const statusBarItem = disposables.add(
    vscode.window.createStatusBarItem('currentItem', vscode.StatusBarAlignment.Left, 1),
  );
  statusBarItem.name = l10n.t('Contrail: Current Work Item');
  statusBarItem.command = COMMANDS.currentItem;
  const refresh = (): void => {
    const current = currentItems.activeItem;
    if (current === undefined) statusBarItem.hide();
    else updateStatusBarItem(statusBarItem, current);
  };
  disposables.add(currentItems.onDidChange(refresh));
  refresh();
  return disposables;
}

function updateStatusBarItem(entry: vscode.StatusBarItem, current: CurrentItem): void {
  const { text, tooltip, label } = statusTexts(current);
  entry.text = text;
  const markdown = new vscode.MarkdownString(tooltip, true);
  markdown.isTrusted = { enabledCommands: TOOLTIP_ACTIONS.map(({ command }) => command) };
  entry.tooltip = markdown;
  entry.accessibilityInformation = { label, role: 'button' };
  entry.show();
}
