// Commands that add and remove relations between work items.
import * as l10n from '@vscode/l10n';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { rowIdOf } from '../../ui/commandTarget.ts';
import { type WithItemDeps, withItem } from '../workItems/withItem.ts';
import { addRelation } from './addRelation.ts';
import type { RelationAndLinkDeps } from './deps.ts';
import { removeRelation } from './removeRelation.ts';

export function createRelations(deps: RelationAndLinkDeps & WithItemDeps) {
  return {
    commands: {
      [COMMANDS.addRelation]: signedIn((target) =>
        withItem(deps, target, l10n.t('Add Relation to Work Item'), (chosenItem, onBack) =>
          addRelation(deps, chosenItem, onBack),
        ),
      ),
      [COMMANDS.removeRelation]: signedIn((target) =>
        withItem(deps, target, l10n.t('Remove Relation: Work Item'), (chosenItem, onBack) =>
          removeRelation(deps, chosenItem, rowIdOf(target), onBack),
        ),
      ),
    },
  };
}
