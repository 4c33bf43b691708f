// Finds the work item that was created for the same problem or failed test.
import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { faultOf, isRecordGone, isTemporary } from '../../client/apiError.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { EXTERNAL_SOURCE } from '../../core/cache/resources/sendComment.ts';
import type { Session } from '../../core/session/session.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

/** The data that, together with a file, identifies a problem or a failed test. */
export interface ProblemOrTest {
  readonly kind: 'problem' | 'test';
  /** The source, code and message of a problem, or the names of a test from the outermost suite. */
  readonly parts: readonly (string | undefined)[];
}

/** Line and column numbers in a message: `a.ts:12:5`, `(12,5)`, `line 12`. They change when other lines are edited. */
const POSITIONS = /(?::\d+)+\b|\(\d+(?:,\s*\d+)?\)|\b(?:line|column|col)\s+\d+/gi;

/** Returns the external id of the work item. The id does not depend on line numbers or on the machine. */
export function problemExternalId({ kind, parts }: ProblemOrTest, file: string): string {
  const text = JSON.stringify([file.replaceAll('\\', '/'), ...parts.map((part) => part?.replace(POSITIONS, '') ?? '')]);
  return `${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/**
 * Resolves with the work item of the project that has the external id: from the loaded work items, otherwise with one
 * request.
 * @throws ApiError
 */
export async function findExistingItem(
  { store, client }: Session,
  project: string,
  id: string,
): Promise<ItemAddress | undefined> {
  const loadedIds = store.list({ of: 'items', owner: project }).state.ids;
  const loadedId = loadedIds.find((item) => store.item({ project, id: item })?.external_id === id);
  if (loadedId !== undefined) return { project, id: loadedId };
  try {
    const query = { external_source: EXTERNAL_SOURCE, external_id: id };
    const { results } = await client.call.listWorkItems({ project_id: project, query });
    // A server that ignores the filter also returns other work items, so the external id is compared here.
    const item = results.find(({ external_id }) => external_id === id);
    return item === undefined ? undefined : { project, id: item.id };
  } catch (error) {
    const fault = faultOf(error);
    // If the server cannot be reached, the search for a duplicate is skipped: the server rejects a second work item
    // with the same external id when it is created.
    if (!isRecordGone(fault) && !isTemporary(fault)) throw error;
    return undefined;
  }
}

/** Asks what to do about the existing work item. Resolves with whether to create another work item. */
export async function askAboutExistingItem(
  prompts: Prompts,
  { store }: Session,
  address: ItemAddress,
  kind: ProblemOrTest['kind'],
): Promise<boolean> {
  if (store.identifier(address) === undefined) await store.resources.workItems.readOne(address.id, address.project);
  const identifier = store.identifier(address) ?? l10n.t('A work item');
  const [open, comment, another] = [
    l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
    l10n.t({ message: 'Comment', comment: ['Verb, on a button'] }),
    l10n.t('Create Another'),
  ];
  const choice = await prompts.confirm(
    kind === 'problem'
      ? l10n.t('{0} was created for this problem.', identifier)
      : l10n.t('{0} was created for this test.', identifier),
    store.item(address)?.name ?? '',
    open,
    comment,
    another,
  );
  if (choice === open) await prompts.runCommand(COMMANDS.openWorkItem, address);
  if (choice === comment) await prompts.runCommand(COMMANDS.comment, address);
  return choice === another;
}
