// The status bar item of the current work item.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS, CONTEXT_KEYS } from '../../../shell/commands/contributions.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { CurrentItems } from './currentItems.ts';
import { type StatusTexts, statusTexts, TOOLTIP_ACTIONS } from './statusText.ts';

/** Shows a status bar item while a current work item is set. */
export function registerCurrentItemStatus(
  currentItems: CurrentItems,
  { onDidUpdateStatus }: Pick<Repositories, 'onDidUpdateStatus'>,
): Disposable {
  const disposables = new DisposableStore();
  // Priority 1 places the item next to the branch, which VS Code's git extension shows at the left end.
  const statusBarItem = disposables.add(
    vscode.window.createStatusBarItem('currentItem', vscode.StatusBarAlignment.Left, 1),
  );
  statusBarItem.name = l10n.t('Contrail: Current Work Item');
  statusBarItem.command = COMMANDS.currentItem;
  let shownTexts: string | undefined;
  const refresh = (): void => {
    const current = currentItems.activeItem;
    const texts = current === undefined ? undefined : statusTexts(current);
    // Git reports its status often, and a changed item closes its tooltip.
    if (JSON.stringify(texts) === shownTexts) return;
    shownTexts = JSON.stringify(texts);
    if (texts === undefined) statusBarItem.hide();
    else updateStatusBarItem(statusBarItem, texts);
    setHasCurrentItem(texts !== undefined);
  };
  disposables.add(currentItems.onDidChange(refresh));
  disposables.add(onDidUpdateStatus(refresh));
  disposables.add({ dispose: () => setHasCurrentItem(false) });
  refresh();
  return disposables;
}

function setHasCurrentItem(value: boolean): void {
  void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasCurrentItem, value);
}

function updateStatusBarItem(entry: vscode.StatusBarItem, { text, tooltip, label }: StatusTexts): void {
  entry.text = text;
  const markdown = new vscode.MarkdownString(tooltip, true);
  markdown.isTrusted = { enabledCommands: TOOLTIP_ACTIONS.map(({ command }) => command) };
  entry.tooltip = markdown;
  entry.accessibilityInformation = { label, role: 'button' };
  entry.show();
}
