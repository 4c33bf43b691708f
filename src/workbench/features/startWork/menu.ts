// Owns what a click on the current work item offers.
import * as vscode from 'vscode';
import type { Current } from './current.ts';

interface Offer extends vscode.QuickPickItem {
  readonly command?: string;
}

const OF_ITEM: readonly Offer[] = [
  { label: '$(go-to-file) Open', command: 'contrail.openWorkItem' },
  { label: '$(comment) Comment…', command: 'contrail.comment' },
  { label: '$(tasklist) Change State…', command: 'contrail.changeState' },
  { label: '$(link) Copy Link', command: 'contrail.copyLink' },
];
const ENDS: readonly Offer[] = [
  { label: '$(check) Finish Work…', command: 'contrail.finishWork' },
  { label: '$(debug-stop) Stop Work…', command: 'contrail.stopWork' },
];
const OTHER: Offer = { label: '$(target) Set Another Current Work Item…', command: 'contrail.setCurrentItem' };
const SEPARATOR: Offer = { label: '', kind: vscode.QuickPickItemKind.Separator };

/** Resolves when the command that was chosen is done. */
export async function offerCurrent(current: Current | undefined): Promise<void> {
  const rows = current === undefined ? [{ ...OTHER, label: '$(target) Set the Current Work Item…' }, START] : rowsFor(current);
  const title = current === undefined ? 'No current work item' : `${current.identifier} ${current.name}`.trim();
  const chosen = await vscode.window.showQuickPick(rows, { title, placeHolder: 'What is to be done?' });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command, current?.address);
}

const START: Offer = { label: '$(play) Start Work…', command: 'contrail.startWork' };

function rowsFor({ address, isGone }: Current): Offer[] {
  const own = address === undefined || isGone ? [] : OF_ITEM;
  return [...own, SEPARATOR, ...ENDS, OTHER];
}
