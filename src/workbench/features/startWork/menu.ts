// The menu of the current work item in the status bar.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS } from '../../contributions.ts';
import type { CurrentItem } from './current.ts';

interface Offer extends vscode.QuickPickItem {
  readonly command?: string;
}

const OF_ITEM: readonly Offer[] = [
  { label: '$(go-to-file) Open', command: COMMANDS.openWorkItem },
  { label: '$(comment) Comment…', command: COMMANDS.comment },
  { label: '$(tasklist) Change State…', command: COMMANDS.changeState },
  { label: '$(link) Copy Link', command: COMMANDS.copyLink },
];
const ENDS: readonly Offer[] = [
  { label: '$(check) Finish Work…', command: COMMANDS.finishWork },
  { label: '$(debug-stop) Stop Work…', command: COMMANDS.stopWork },
];
const OTHER: Offer = { label: '$(target) Set Another Current Work Item…', command: COMMANDS.setCurrentItem };
const SEPARATOR: Offer = { label: '', kind: vscode.QuickPickItemKind.Separator };

/** Resolves when the chosen command is done. */
export async function offerCurrent(current: CurrentItem | undefined): Promise<void> {
  const rows =
    current === undefined
      ? [{ ...OTHER, label: l10n.t('$(target) Set the Current Work Item…') }, START]
      : rowsFor(current);
  const title = current === undefined ? l10n.t('No current work item') : `${current.identifier} ${current.name}`.trim();
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: l10n.t('What is to be done?') });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command, current?.address);
}

const START: Offer = { label: '$(play) Start Work…', command: COMMANDS.startWork };

function rowsFor({ address, isGone }: CurrentItem): Offer[] {
  const own = address === undefined || isGone ? [] : OF_ITEM;
  return [...own, SEPARATOR, ...ENDS, OTHER];
}
