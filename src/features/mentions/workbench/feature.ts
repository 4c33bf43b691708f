// Creates the command that finds mentions, and the providers that show mentions in files, terminals and the Markdown
// preview.

import * as l10n from '@vscode/l10n';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import { showMentions } from '../../../shell/code/findMentions.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { MentionDeps } from '../deps.ts';
import { registerMentionProviders } from './textProviders.ts';

export type MentionFeatureDeps = WithItemDeps & Omit<MentionDeps, 'session' | 'mentionResolver'>;

export function createMentions(deps: MentionFeatureDeps) {
  return {
    commands: {
      [COMMANDS.findMentions]: signedIn((target) => findMentionsOf(deps, target)),
    },
    startSession: (session: Session, mentionResolver: MentionResolver) =>
      registerMentionProviders({ ...deps, session, mentionResolver }),
  };
}

async function findMentionsOf(deps: WithItemDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Find Mentions: Work Item'), async (chosenItem) =>
    showMentions(await deps.items.identifierOf(chosenItem)),
  );
}
