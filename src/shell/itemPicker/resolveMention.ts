// Resolves a mention to its work item.
// Requests the work item if it is not in the cache, and shows a warning if the work item does not exist.
import * as l10n from '@vscode/l10n';
import { faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { MentionResolver } from '../../core/mentions/mentionResolver.ts';
import { missingItemText } from '../../core/mentions/missingItemText.ts';
import type { Sessions } from '../../core/session/session.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { OtherAccountIdentifier, OtherAccountItems } from '../windowAccounts.ts';

export interface ResolveMentionDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  /** `resolver` resolves mentions for the current session. It is undefined while the user is signed out. */
  readonly mentions: { readonly resolver: MentionResolver | undefined };
  readonly otherAccounts: OtherAccountItems;
}

type Resolution = { readonly address: ItemAddress } | { readonly warning: string };

/**
 * Resolves with the address of the mentioned work item. If the window's account has no such work item, but another
 * account has its project, asks whether to switch to that account; otherwise shows a warning. Resolves with undefined
 * if there is no work item or the user cancels. Rejects with an ApiError if a request fails for another reason.
 */
export async function resolveMention(deps: ResolveMentionDeps, identifier: string): Promise<ItemAddress | undefined> {
  const resolution = await resolveInSession(deps, identifier);
  if ('address' in resolution) return resolution.address;
  const otherAccountItem = await deps.otherAccounts.find(identifier);
  if (otherAccountItem !== undefined) return switchAndResolve(deps, otherAccountItem);
  void deps.prompts.notify('warning', resolution.warning);
  return undefined;
}

/**
 * Asks whether to switch to the account that has the project of the identifier, and then resolves the identifier in
 * that account.
 */
export async function switchAndResolve(
  deps: ResolveMentionDeps,
  other: OtherAccountIdentifier,
): Promise<ItemAddress | undefined> {
  if (!(await deps.otherAccounts.offerAccountSwitch(other))) return undefined;
  const resolution = await resolveInSession(deps, other.identifier);
  if ('address' in resolution) return resolution.address;
  void deps.prompts.notify('warning', resolution.warning);
  return undefined;
}

/** Resolves the identifier in the account of the window. */
async function resolveInSession(
  { prompts, sessions, mentions }: ResolveMentionDeps,
  identifier: string,
): Promise<Resolution> {
  const { resolver: mentionResolver } = mentions;
  const session = sessions.current;
  const mention = mentionResolver?.matcher.matchWhole(identifier);
  if (mentionResolver === undefined || session === undefined || mention === undefined)
    return { warning: l10n.t('This work item is in none of your projects.') };
  const resolution = mentionResolver.resolve(mention);
  if (resolution.kind === 'read') return resolution;
  const title = l10n.t('Loading {0}…', mention.identifier);
  return prompts.progress({ title, location: 'notification', isCancellable: true }, async (_, signal) => {
    try {
      const { project, id } = await session.store.readByIdentifier(mention.identifier, { signal });
      return { address: { project, id } };
    } catch (error) {
      const fault = faultOf(error);
      if (!isMissingOrForbidden(fault)) throw error;
      return { warning: missingItemText(mention.identifier) };
    }
  });
}
