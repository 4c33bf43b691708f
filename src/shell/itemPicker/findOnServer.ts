// Finds work items on the server: by identifier, by pasted URL, or by a search for the text.

import * as l10n from '@vscode/l10n';
import { faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import { identifierOf, isIdentifier } from '../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { type PastedItem, parseItemUrl } from '../../core/session/server/webAddress.ts';
import type { Session } from '../../core/session/session.ts';
import { formatError } from '../faults/formatError.ts';

export interface FoundItem {
  readonly address: ItemAddress;
  readonly identifier: string;
  readonly name: string;
}

export interface ServerSearchResult {
  readonly items: readonly FoundItem[];
  /** The reason why the search failed; undefined if it has succeeded. */
  readonly problem?: string;
}

/** The part of a session that the search uses. */
export type SessionToSearch = Pick<Session, 'store' | 'baseUrl' | 'workspace'>;

/**
 * Resolves with the work items on the server, or with the error message. For an identifier, sends a second request if
 * the project of the work item is not in the cache.
 */
export async function findOnServer(
  session: SessionToSearch,
  text: string,
  signal: AbortSignal,
): Promise<ServerSearchResult> {
  try {
    const pastedItem = parseItemUrl(text, session);
    if (pastedItem !== undefined) return await readPasted(session, pastedItem, signal);
    if (isIdentifier(text))
      return await readSingleItem(session, () => session.store.readByIdentifier(text, { signal }));
    const results = await session.store.search(text, { signal });
    return {
      items: results.map(({ id, name, ...result }) => ({
        address: { project: result.project_id, id },
        name,
        identifier: identifierOfResult(result),
      })),
    };
  } catch (error) {
    const fault = faultOf(error);
    return { items: [], ...(fault.kind === 'cancelled' ? {} : { problem: formatError(fault) }) };
  }
}

function readPasted(
  session: SessionToSearch,
  pastedItem: PastedItem,
  signal: AbortSignal,
): Promise<ServerSearchResult> {
  if ('problem' in pastedItem)
    return Promise.resolve({
      items: [],
      problem:
        pastedItem.problem === 'elsewhere'
          ? l10n.t('The address belongs to another server or workspace')
          : l10n.t('This is not the address of a work item'),
    });
  const { store } = session;
  return readSingleItem(session, () =>
    'identifier' in pastedItem
      ? store.readByIdentifier(pastedItem.identifier, { signal })
      : store.resources.workItems.readOne(pastedItem.id, pastedItem.project, { signal }),
  );
}

/**
 * Requests one work item. Resolves with an empty list if the server responds that the work item does not exist or that
 * access is forbidden.
 */
async function readSingleItem(
  { store }: SessionToSearch,
  read: () => Promise<ItemRecord>,
): Promise<ServerSearchResult> {
  try {
    const { project, id, name } = await read();
    return { items: [{ address: { project, id }, name, identifier: store.identifier({ project, id }) ?? '' }] };
  } catch (error) {
    const fault = faultOf(error);
    if (isMissingOrForbidden(fault)) return { items: [] };
    throw error;
  }
}

function identifierOfResult(result: { readonly project__identifier: string; readonly sequence_id: number }): string {
  return identifierOf(result.project__identifier, result.sequence_id);
}
