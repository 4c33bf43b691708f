// The commands of the Stickies view.
import * as vscode from 'vscode';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS, VIEWS } from '../../../shell/commands/contributions.ts';
import { StickiesView, type StickiesViewDeps } from './stickiesView.ts';

/** Creates the Stickies view and its commands. */
export function createStickies(deps: StickiesViewDeps) {
  const view = new StickiesView(deps);
  return {
    commands: {
      [COMMANDS.createSticky]: signedIn(() => create(view)),
      [COMMANDS.refreshStickies]: signedIn(() => refresh(view)),
    },
    view,
    dispose: () => view.dispose(),
  };
}

/** Creates a sticky, reveals the view, and moves the focus to the new sticky. */
async function create(view: StickiesView): Promise<void> {
  view.createWhenReady();
  await vscode.commands.executeCommand(`${VIEWS.stickies}.focus`);
}

async function refresh(view: StickiesView): Promise<void> {
  await vscode.window.withProgress({ location: { viewId: VIEWS.stickies } }, () => view.refresh());
}
