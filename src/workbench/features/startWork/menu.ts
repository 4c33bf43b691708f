// The menu of the current work item in the status bar.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS } from '../../contributions.ts';
import type { CurrentItem } from './current.ts';

interface Offer extends vscode.QuickPickItem {
  readonly command?: string;
}

/** Resolves when the chosen command is done. */
export async function offerCurrent(current: CurrentItem | undefined): Promise<void> {
  const title = current === undefined ? l10n.t('No current work item') : `${current.identifier} ${current.name}`.trim();
  const rows = current === undefined ? rowsForNone() : rowsFor(current);
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: l10n.t('Select an action') });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command, current?.address);
}

function rowsForNone(): Offer[] {
  return [
    { label: `$(target) ${l10n.t('Set Current Work Item…')}`, command: COMMANDS.setCurrentItem },
    { label: `$(play) ${l10n.t('Start Work…')}`, command: COMMANDS.startWork },
  ];
}

function rowsFor({ address, isGone }: CurrentItem): Offer[] {
  const ofItem: readonly Offer[] = [
    { label: `$(go-to-file) ${l10n.t('Open Work Item')}`, command: COMMANDS.openWorkItem },
    { label: `$(comment) ${l10n.t('Comment on Work Item…')}`, command: COMMANDS.comment },
    { label: `$(tasklist) ${l10n.t('Change State…')}`, command: COMMANDS.changeState },
    { label: `$(link) ${l10n.t('Copy Link')}`, command: COMMANDS.copyLink },
  ];
  return [
    ...(address === undefined || isGone ? [] : ofItem),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(check) ${l10n.t('Finish Work…')}`, command: COMMANDS.finishWork },
    { label: `$(debug-stop) ${l10n.t('Stop Work…')}`, command: COMMANDS.stopWork },
    { label: `$(target) ${l10n.t('Change Current Work Item…')}`, command: COMMANDS.setCurrentItem },
  ];
}
