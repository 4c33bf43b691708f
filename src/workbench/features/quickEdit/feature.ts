// The commands that change a single field of one or several work items.

import { alwaysAvailable, signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { change, type QuickEditDeps, quickEdit, undoLastChange } from './changeField.ts';

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
      [COMMANDS.undoLastChange]: alwaysAvailable(() => undoLastChange(deps)),
    },
  };
}
