// The status bar item of the current work item.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayName, displayText } from '../../../std/displayName.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import { COMMANDS } from '../../contributions.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import type { CurrentItem, CurrentItems } from './current.ts';
import { currentLabel } from './messages.ts';

/** Shows a status bar item while a current work item is set. */
export function showCurrent(items: CurrentItems): Disposable {
  const disposables = new DisposableStore();
  // Priority 1 places the item next to the branch, which VS Code's git extension shows at the left end.
  const entry = disposables.add(vscode.window.createStatusBarItem('currentItem', vscode.StatusBarAlignment.Left, 1));
  entry.name = l10n.t('Contrail: Current Work Item');
  entry.command = COMMANDS.currentItem;
  const refresh = (): void => {
    const current = items.activeItem;
    if (current === undefined) entry.hide();
    else updateEntry(entry, current);
  };
  disposables.add(items.onDidChange(refresh));
  refresh();
  return disposables;
}

function updateEntry(entry: vscode.StatusBarItem, current: CurrentItem): void {
  const { session, identifier, address, name, repository, branch, isGone } = current;
  const item = address === undefined ? undefined : session.store.item(address);
  const state = address === undefined || !item?.state ? undefined : session.store.state(address.project, item.state);
  const stateText = isGone ? l10n.t('not found') : displayName(state?.name ?? '');
  const icon = isGone ? 'warning' : stateIcon(state?.group ?? undefined).id;
  entry.text = `$(${icon}) ${escapeCodicons([identifier, stateText].filter((part) => part !== '').join(' · '))}`;
  const branchLine = repository === undefined ? '' : branchLineText(branch, repository.name);
  const message = isGone
    ? l10n.t('The work item {0} was not found. It may have been deleted, or you have no access to it.', identifier)
    : `${identifier} ${displayName(name)}`.trim();
  entry.tooltip = [
    message,
    state === undefined ? '' : l10n.t('State: {0}', displayName(state.name)),
    branchLine,
    l10n.t('Select to show actions'),
  ]
    .filter((part) => part !== '')
    .join('\n');
  entry.accessibilityInformation = {
    label: isGone ? message : displayText(currentLabel({ identifier, name, state: state?.name ?? '' })),
    role: 'button',
  };
  entry.show();
}

function branchLineText(branch: string, repository: string): string {
  return branch === '' ? l10n.t('No branch in {0}', repository) : l10n.t('Branch {0} in {1}', branch, repository);
}
