// The commands that change a single field of one or several work items.

import { alwaysAvailable, signedIn } from '../../shell/commands/command.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { changeAnyField, type QuickEditDeps, runQuickEdit, undoLastChange } from './changeField.ts';

export function createQuickEdit(deps: QuickEditDeps) {
  return {
    commands: {
      [COMMANDS.changeState]: signedIn((target, selection) => runQuickEdit(deps, 'state', target, selection)),
      [COMMANDS.assignToMe]: signedIn((target, selection) => runQuickEdit(deps, 'assignToMe', target, selection)),
      [COMMANDS.changePriority]: signedIn((target, selection) => runQuickEdit(deps, 'priority', target, selection)),
      [COMMANDS.changeAssignees]: signedIn((target, selection) => runQuickEdit(deps, 'assignees', target, selection)),
      [COMMANDS.changeLabels]: signedIn((target, selection) => runQuickEdit(deps, 'labels', target, selection)),
      [COMMANDS.setStartDate]: signedIn((target, selection) => runQuickEdit(deps, 'start_date', target, selection)),
      [COMMANDS.setTargetDate]: signedIn((target, selection) => runQuickEdit(deps, 'target_date', target, selection)),
      [COMMANDS.changeEstimate]: signedIn((target, selection) =>
        runQuickEdit(deps, 'estimate_point', target, selection),
      ),
      [COMMANDS.setParent]: signedIn((target, selection) => runQuickEdit(deps, 'parent', target, selection)),
      [COMMANDS.moveToModule]: signedIn((target, selection) => runQuickEdit(deps, 'module', target, selection)),
      [COMMANDS.addToCycle]: signedIn((target, selection) => runQuickEdit(deps, 'cycle', target, selection)),
      [COMMANDS.changeType]: signedIn((target, selection) => runQuickEdit(deps, 'type', target, selection)),
      [COMMANDS.change]: signedIn((target, selection) => changeAnyField(deps, target, selection)),
      [COMMANDS.undoLastChange]: alwaysAvailable((target) => undoLastChange(deps, target)),
    },
  };
}
