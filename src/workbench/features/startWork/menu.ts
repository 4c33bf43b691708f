// The quick pick that opens from the status bar item of the current work item.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS } from '../../contributions.ts';
import type { CurrentItem } from './current.ts';

interface MenuItem extends vscode.QuickPickItem {
  readonly command?: string;
}

/** Lets the user pick a command for the current work item. Resolves when the command has ended. */
export async function offerCurrent(current: CurrentItem | undefined): Promise<void> {
  const title = current === undefined ? l10n.t('No current work item') : `${current.identifier} ${current.name}`.trim();
  const rows = current === undefined ? itemsWithoutCurrent() : itemsForCurrent(current);
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: l10n.t('Select an action') });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command, current?.address);
}

function itemsWithoutCurrent(): MenuItem[] {
  return [
    { label: `$(target) ${l10n.t('Set Current Work Item…')}`, command: COMMANDS.setCurrentItem },
    { label: `$(play) ${l10n.t('Start Work…')}`, command: COMMANDS.startWork },
  ];
}

function itemsForCurrent({ address, isGone }: CurrentItem): MenuItem[] {
  const itemCommands: readonly MenuItem[] = [
    { label: `$(go-to-file) ${l10n.t('Open Work Item')}`, command: COMMANDS.openWorkItem },
    { label: `$(comment) ${l10n.t('Comment on Work Item…')}`, command: COMMANDS.comment },
    { label: `$(tasklist) ${l10n.t('Change State…')}`, command: COMMANDS.changeState },
    { label: `$(link) ${l10n.t('Copy Link')}`, command: COMMANDS.copyLink },
  ];
  return [
    ...(address === undefined || isGone ? [] : itemCommands),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(check) ${l10n.t('Finish Work…')}`, command: COMMANDS.finishWork },
    { label: `$(debug-stop) ${l10n.t('Stop Work…')}`, command: COMMANDS.stopWork },
    { label: `$(target) ${l10n.t('Change Current Work Item…')}`, command: COMMANDS.setCurrentItem },
  ];
}
