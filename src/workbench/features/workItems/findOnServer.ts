// Searches for work items on the server.
// An identifier or a pasted address is looked up; any other text is searched for.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import type { ItemRecord } from '../../../cache/record.ts';
import { faultOf, isOutOfReach } from '../../../client/apiError.ts';
import { identifierOf, isIdentifier } from '../../../contract/resources/workItem.ts';
import type { Session } from '../../../session/session.ts';
import { type PastedItem, readItemAddress } from '../../../session/webAddress.ts';
import { formatError } from '../../ui/formatError.ts';

export interface FoundItem {
  readonly address: ItemAddress;
  readonly identifier: string;
  readonly name: string;
}

export interface ServerFinds {
  readonly items: readonly FoundItem[];
  /** Why nothing, or not everything, could be searched. */
  readonly sentence?: string;
}

/** The part of a session that the search uses. */
export type Searched = Pick<Session, 'store' | 'baseUrl' | 'workspace'>;

/**
 * Sends one request, and one more for a project that is not in the cache. Does not reject for an ApiError, which it
 * returns as a sentence.
 */
export async function findOnServer(session: Searched, text: string, signal: AbortSignal): Promise<ServerFinds> {
  try {
    const pasted = readItemAddress(text, session);
    if (pasted !== undefined) return await lookUpPasted(session, pasted, signal);
    if (isIdentifier(text)) return await lookUp(session, () => session.store.readByIdentifier(text, { signal }));
    const found = await session.store.search(text, { signal });
    return {
      items: found.map(({ id, name, ...one }) => ({
        address: { project: one.project_id, id },
        name,
        identifier: idOf(one),
      })),
    };
  } catch (error) {
    const fault = faultOf(error);
    return { items: [], ...(fault.kind === 'cancelled' ? {} : { sentence: formatError(fault) }) };
  }
}

function lookUpPasted(session: Searched, pasted: PastedItem, signal: AbortSignal): Promise<ServerFinds> {
  if ('problem' in pasted)
    return Promise.resolve({
      items: [],
      sentence:
        pasted.problem === 'elsewhere'
          ? l10n.t('The address belongs to another server or workspace')
          : l10n.t('This is not the address of a work item'),
    });
  const { store } = session;
  return lookUp(session, () =>
    'identifier' in pasted
      ? store.readByIdentifier(pasted.identifier, { signal })
      : store.resources.workItems.readOne(pasted.id, pasted.project, { signal }),
  );
}

/** For an unknown identifier, a server responds that there is none, or that access is forbidden. */
async function lookUp({ store }: Searched, read: () => Promise<ItemRecord>): Promise<ServerFinds> {
  try {
    const { project, id, name } = await read();
    return { items: [{ address: { project, id }, name, identifier: store.identifier({ project, id }) ?? '' }] };
  } catch (error) {
    const fault = faultOf(error);
    if (isOutOfReach(fault)) return { items: [] };
    throw error;
  }
}

function idOf(one: { readonly project__identifier: string; readonly sequence_id: number }): string {
  return identifierOf(one.project__identifier, one.sequence_id);
}
