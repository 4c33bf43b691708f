// Resolves a mention to its work item.
// Requests the work item if it is not in the cache, and shows a warning if the work item does not exist.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import { faultOf, isOutOfReach } from '../../../client/apiError.ts';
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { missingItemText } from './messages.ts';

export interface ResolveMentionDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** `known` is undefined while the user is signed out. */
  readonly mentions: { readonly known: MentionResolver | undefined };
}

/**
 * If the work item does not exist, shows a warning and resolves with undefined. Rejects with an ApiError if the request
 * fails for another reason.
 */
export async function resolveMention(
  { prompts, sessions, mentions }: ResolveMentionDeps,
  identifier: string,
): Promise<ItemAddress | undefined> {
  const { known } = mentions;
  const session = sessions.current;
  const mention = known?.matcher.matchWhole(identifier);
  if (known === undefined || session === undefined || mention === undefined) {
    void prompts.notify('warning', l10n.t('This is not a work item of a known project.'));
    return undefined;
  }
  const meaning = known.resolve(mention);
  if (meaning.kind === 'read') return meaning.address;
  const title = l10n.t('Loading {0}…', mention.identifier);
  return prompts.progress({ title, location: 'notification', isCancellable: true }, async (_, signal) => {
    try {
      const { project, id } = await session.store.readByIdentifier(mention.identifier, { signal });
      return { project, id };
    } catch (error) {
      const fault = faultOf(error);
      if (!isOutOfReach(fault)) throw error;
      void prompts.notify('warning', missingItemText(mention.identifier));
      return undefined;
    }
  });
}
