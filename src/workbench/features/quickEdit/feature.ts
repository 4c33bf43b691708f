// The commands that change a single field of one or several work items.

import * as l10n from '@vscode/l10n';
import { currentValue } from '../../../cache/changes/itemChange.ts';
import { always, signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { choose } from '../../ui/quickPick.ts';
import { type ChosenItemsDeps, chosenItems } from './chosenItems.ts';
import { QUICK_EDITS, type QuickEdit, type QuickEditName } from './edits.ts';
import { changeTitle, currentValueText } from './messages.ts';
import type { QuickEdits } from './quickEdit.ts';

export interface QuickEditDeps extends ChosenItemsDeps {
  readonly prompts: Prompts;
  readonly quick: QuickEdits;
}

export function createQuickEdit(deps: QuickEditDeps) {
  return {
    commands: {
      [COMMANDS.changeState]: signedIn((target, selection) => quickEdit(deps, 'state', target, selection)),
      [COMMANDS.assignToMe]: signedIn((target, selection) => quickEdit(deps, 'assignToMe', target, selection)),
      [COMMANDS.changePriority]: signedIn((target, selection) => quickEdit(deps, 'priority', target, selection)),
      [COMMANDS.changeAssignees]: signedIn((target, selection) => quickEdit(deps, 'assignees', target, selection)),
      [COMMANDS.changeLabels]: signedIn((target, selection) => quickEdit(deps, 'labels', target, selection)),
      [COMMANDS.setStartDate]: signedIn((target, selection) => quickEdit(deps, 'startDate', target, selection)),
      [COMMANDS.setTargetDate]: signedIn((target, selection) => quickEdit(deps, 'targetDate', target, selection)),
      [COMMANDS.changeEstimate]: signedIn((target, selection) => quickEdit(deps, 'estimate', target, selection)),
      [COMMANDS.setParent]: signedIn((target, selection) => quickEdit(deps, 'parent', target, selection)),
      [COMMANDS.moveToModule]: signedIn((target, selection) => quickEdit(deps, 'module', target, selection)),
      [COMMANDS.addToCycle]: signedIn((target, selection) => quickEdit(deps, 'cycle', target, selection)),
      [COMMANDS.changeType]: signedIn((target, selection) => quickEdit(deps, 'type', target, selection)),
      [COMMANDS.change]: signedIn((target, selection) => change(deps, target, selection)),
      [COMMANDS.undoLastChange]: always(() => undoLastChange(deps)),
    },
  };
}

async function quickEdit(deps: QuickEditDeps, name: QuickEditName, target: unknown, selection: unknown): Promise<void> {
  const edit: QuickEdit = QUICK_EDITS[name];
  const chosen = await chosenItems(deps, target, selection, edit.itemTitle());
  if (chosen !== undefined) await deps.quick.run(edit, chosen);
}

/** Lets the user pick the field, and then the value. */
async function change(deps: QuickEditDeps, target: unknown, selection: unknown): Promise<void> {
  const chosen = await chosenItems(deps, target, selection, l10n.t('Change Work Item'));
  if (chosen === undefined) return;
  const { session, addresses } = chosen;
  const [firstItem] = addresses;
  const rows = Object.values(QUICK_EDITS).map((edit: QuickEdit) => {
    const showsCurrentValue = firstItem !== undefined && addresses.length === 1 && edit !== QUICK_EDITS.assignToMe;
    const value = showsCurrentValue ? currentValue(session.store, firstItem, edit.field) : undefined;
    const description =
      value === undefined || firstItem === undefined
        ? ''
        : currentValueText(session.store, firstItem, edit.field, value);
    return { label: edit.title(), description, edit };
  });
  const picked = await choose(rows, {
    title: changeTitle(session.store, addresses),
    placeHolder: l10n.t('Select the field to change'),
  });
  if (picked !== undefined) await deps.quick.run(picked.edit, chosen);
}

async function undoLastChange({ sessions, quick }: QuickEditDeps): Promise<void> {
  if (sessions.current !== undefined) await quick.undo(sessions.current);
}
