// The command that shows the code of a work item in VS Code's peek.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { peekLocations } from '../../../shell/code/findMentions.ts';
import { mentionAt } from '../../../shell/code/mentionsInDocument.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { findCodeOf } from './codeOf.ts';

export interface PeekCodeDeps extends WithItemDeps {
  readonly repositories: Repositories;
}

export function createPeekCode(deps: PeekCodeDeps) {
  return {
    commands: {
      [COMMANDS.peekCode]: signedIn((target) => peekCode(deps, target)),
    },
  };
}

/** Without a target, the work item is the one that the cursor is on. */
async function peekCode(deps: PeekCodeDeps, target: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const { resolver } = deps.mentions;
  const mention =
    target !== undefined || editor === undefined || resolver === undefined
      ? undefined
      : mentionAt(editor.document, editor.selection.active, resolver.matcher)?.mention;
  const item = mention === undefined ? target : { identifier: mention.identifier };
  await withItem(deps, item, l10n.t('Peek Code of Work Item'), (chosenItem) =>
    showCode(deps, chosenItem, mention === undefined ? undefined : editor),
  );
}

/** Shows the peek at the cursor of the editor, or else at the first location. */
async function showCode(
  { prompts, items, repositories }: PeekCodeDeps,
  chosenItem: ChosenItem,
  editor: vscode.TextEditor | undefined,
): Promise<void> {
  const identifier = await items.identifierOf(chosenItem);
  const title = l10n.t('Searching for the code of {0}', identifier);
  const locations = await prompts.progress({ title, location: 'notification', isCancellable: true }, (_, signal) =>
    findCodeOf({ ...chosenItem, identifier, repositories, signal }),
  );
  if (locations.length === 0) {
    const message = l10n.t(
      'No code of {0} was found in the open folders: no commented lines, mentions, or lines that its commits changed.',
      identifier,
    );
    void prompts.notify('info', message);
    return;
  }
  await peekLocations(locations, editor);
}
