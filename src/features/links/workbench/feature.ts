// Commands that add, change and remove the links of a work item.
import * as l10n from '@vscode/l10n';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { itemOf, rowIdOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import { type AddLinkDeps, addLink } from '../addLink.ts';
import { editLink } from '../editLink.ts';
import { removeLink } from '../removeLink.ts';
import { OfferedLinks, type OfferPushedLinksDeps } from './offerPushedLinks.ts';

export function createLinks(deps: AddLinkDeps & WithItemDeps & OfferPushedLinksDeps) {
  const offeredLinks = new OfferedLinks(deps);
  return {
    startSession: (session: Session, resolver: MentionResolver) => offeredLinks.follow(session, resolver),
    commands: {
      [COMMANDS.linkPushed]: signedIn((target) => offeredLinks.show(itemOf(target))),
      [COMMANDS.addLink]: signedIn((target) => {
        const draft = {};
        return withItem(deps, target, l10n.t('Add Link to Work Item'), (chosenItem, onBack) =>
          addLink(deps, chosenItem, onBack, draft),
        );
      }),
      [COMMANDS.editLink]: signedIn((target) =>
        withItem(deps, target, l10n.t('Edit Link: Work Item'), (chosenItem, onBack) =>
          editLink(deps, chosenItem, rowIdOf(target), onBack),
        ),
      ),
      [COMMANDS.removeLink]: signedIn((target) =>
        withItem(deps, target, l10n.t('Remove Link: Work Item'), (chosenItem, onBack) =>
          removeLink(deps, chosenItem, rowIdOf(target), onBack),
        ),
      ),
    },
  };
}
