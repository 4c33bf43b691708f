// The command that writes a stand-up.

import * as vscode from 'vscode';
import type { ItemRecord } from '../../../core/cache/record.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type StandUpDeps, writeStandUp } from '../standUp.ts';

export function createStandUp(deps: Omit<StandUpDeps, 'showDocument' | 'readVersions'>) {
  const readVersions = new Map<string, ItemRecord>();
  return {
    commands: {
      [COMMANDS.writeStandUp]: signedIn(() => writeStandUp({ ...deps, readVersions, showDocument: showMarkdown })),
    },
  };
}

/** The document has no file, so that the user decides where it is stored. */
async function showMarkdown(content: string): Promise<() => string> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
  return () => document.getText();
}
