// Owns the commands of the Stickies view.
import * as vscode from 'vscode';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS, VIEWS } from '../../contributions.ts';
import type { StickiesView } from './stickiesView.ts';

export interface StickiesCommandDeps {
  readonly stickies: StickiesView;
}

export function createStickiesCommands(deps: StickiesCommandDeps) {
  return {
    [COMMANDS.createSticky]: signedIn(() => create(deps)),
    [COMMANDS.refreshStickies]: signedIn(() => refresh(deps)),
  };
}

/** Shows the view and makes a sticky in it, with the focus on it. */
async function create({ stickies }: StickiesCommandDeps): Promise<void> {
  stickies.createSoon();
  await vscode.commands.executeCommand(`${VIEWS.stickies}.focus`);
}

async function refresh({ stickies }: StickiesCommandDeps): Promise<void> {
  await vscode.window.withProgress({ location: { viewId: VIEWS.stickies } }, () => stickies.refresh());
}
