// Owns the commands of the Stickies view.
import * as vscode from 'vscode';
import { STICKIES_VIEW } from '../../ids.ts';
import type { Rooms } from '../../composition.ts';

/** Shows the view and makes a sticky in it, with the focus on it. */
export async function create({ stickies }: Rooms): Promise<void> {
  stickies.createSoon();
  await vscode.commands.executeCommand(`${STICKIES_VIEW}.focus`);
}

export async function refresh({ stickies }: Rooms): Promise<void> {
  await vscode.window.withProgress({ location: { viewId: STICKIES_VIEW } }, () => stickies.refresh());
}
