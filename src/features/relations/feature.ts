// Commands that add and remove relations between work items.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import { signedIn } from '../../shell/commands/command.ts';
import { rowIdOf } from '../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { ItemCommandDeps } from '../../shell/itemPicker/itemCommandDeps.ts';
import { type WithItemDeps, withItem } from '../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import { addRelation, addRelationTo } from './addRelation.ts';
import { removeRelation } from './removeRelation.ts';

export function createRelations(deps: ItemCommandDeps & WithItemDeps) {
  return {
    addTo: (chosenItem: ChosenItem, other: ItemAddress, onBack: OnBack) =>
      addRelationTo(deps, chosenItem, other, onBack),
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
