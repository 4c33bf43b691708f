// Adds a relation or a link to a work item, for a language model.
import * as l10n from '@vscode/l10n';
import { type Fault, faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { RELATION_TYPES, type RelationType } from '../../contract/resources/relation.ts';
import { type ItemAddress, itemPathParameters, keyOf } from '../../core/cache/address.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { relationText } from '../../items/relationText.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import { displayName, plainName } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';
import { findLoadedItem } from '../findItem.ts';
import type { RelateInput } from '../inputs.ts';
import type { WritePlan, WriteUndo } from '../plannedWrite.ts';
import { failureResult, OUTCOME_MESSAGES } from '../resultTexts.ts';
import { type ToolContext, waitForAllowance } from '../toolContext.ts';
import { ToolError } from '../toolError.ts';

interface PreparedRelation {
  readonly address: ItemAddress;
  readonly type: RelationType;
  readonly otherAddress: ItemAddress;
  /** The type of the relation that the new relation replaces: servers store at most one between two work items. */
  readonly replacedType: RelationType | undefined;
}

interface PreparedLink {
  readonly address: ItemAddress;
  readonly url: string;
  readonly title: string | undefined;
}

/**
 * The outcome of `sendRelation`. A success has the key `link`: the added link, or undefined if a relation was added.
 * `keptTypes` are the relations of the two work items that the server has kept instead of adding the new one.
 * `isUncertain` means that the server may have added the relation or the link although the request failed.
 */
type RelationOutcome =
  | { readonly link: WorkItemLink | undefined }
  | { readonly keptTypes: readonly RelationType[] }
  | { readonly fault: Fault; readonly isUncertain: boolean };

/**
 * Plans to add the relation or the link. A repeated call adds no duplicate: servers store the same relation or link
 * only once.
 * @throws ToolError if a work item does not exist, or if the input does not have either a relation and other, or a link
 */
export async function planRelationOrLink(access: ToolContext, input: RelateInput): Promise<WritePlan> {
  const { session, clock, remember } = access;
  const { store } = session;
  const prepared = await prepareRelation(access, input);
  if ('result' in prepared) return prepared;
  const { address } = prepared;
  const identifier = identifierOrName(store, address);
  const text = addedText(store, identifier, prepared);
  return {
    title: 'url' in prepared ? l10n.t('Add a link to {0}?', identifier) : l10n.t('Add a relation to {0}?', identifier),
    lines: [displayName(store.item(address)?.name ?? ''), ...planLines(store, identifier, prepared, text)],
    isExternal: false,
    changeKey: JSON.stringify([session.account, prepared]),
    send: async () => {
      const outcome = await sendRelation(store, prepared);
      const isSaved = 'link' in outcome;
      if (isSaved) remember({ address, text, isUncertain: false, undo: undoOf(identifier, prepared, outcome.link) });
      else if ('fault' in outcome && outcome.isUncertain)
        remember({ address, text, isUncertain: true, undo: undefined });
      return { text: resultText(outcome, clock.now()), isSaved };
    },
  };
}

function addedText(store: Store, identifier: string, prepared: PreparedRelation | PreparedLink): string {
  return 'url' in prepared
    ? l10n.t('Link on {0}: {1}', identifier, truncate(displayName(prepared.url), 80))
    : relationText(prepared.type, identifier, [identifierOrName(store, prepared.otherAddress)]);
}

function planLines(
  store: Store,
  identifier: string,
  prepared: PreparedRelation | PreparedLink,
  changeText: string,
): readonly string[] {
  // The whole URL is shown, because its end can decide where the link leads.
  if ('url' in prepared) return [prepared.url, ...(prepared.title === undefined ? [] : [displayName(prepared.title)])];
  const { otherAddress, replacedType } = prepared;
  const replacedText =
    replacedType === undefined
      ? undefined
      : relationText(replacedType, identifier, [identifierOrName(store, otherAddress)]);
  return [
    replacedText === undefined ? changeText : `${replacedText} → ${changeText}`,
    `${identifierOrName(store, otherAddress)} ${displayName(store.item(otherAddress)?.name ?? '')}`,
  ];
}

function undoOf(
  identifier: string,
  prepared: PreparedRelation | PreparedLink,
  link: WorkItemLink | undefined,
): WriteUndo | undefined {
  if ('url' in prepared) return link === undefined ? undefined : { kind: 'link', identifier, link };
  const { type, otherAddress, replacedType } = prepared;
  return { kind: 'relation', identifier, type, otherAddress, replacedType };
}

/** Resolves with the relation or the link to add, or with the result if the work item already has it. */
async function prepareRelation(
  access: ToolContext,
  { id, relation, other, link, title: typedTitle }: RelateInput,
): Promise<PreparedRelation | PreparedLink | { readonly result: string }> {
  const url = link === undefined ? undefined : plainName(link).trim();
  const title = plainName(typedTitle ?? '').trim() || undefined;
  if ((relation === undefined) !== (other === undefined) || (relation === undefined) === (url === undefined))
    throw new ToolError('Give either relation and other, or link. Nothing was changed.');
  const address = await findLoadedItem(access, id);
  if (relation !== undefined && other !== undefined) return prepareRelationTo(access, address, relation, other);
  if (url === undefined || !URL.canParse(url)) throw new ToolError('link: Use a valid web address.');
  const options = await waitForAllowance(access);
  const { call } = access.session.client;
  const links = await readAllPages((query) =>
    call.listLinks({ ...itemPathParameters(keyOf(address)), query }, options),
  );
  return links.some((link) => link.url === url) ? { result: OUTCOME_MESSAGES.unchanged } : { address, url, title };
}

async function prepareRelationTo(
  access: ToolContext,
  address: ItemAddress,
  type: RelationType,
  identifier: string,
): Promise<PreparedRelation | { readonly result: string }> {
  const otherAddress = await findLoadedItem(access, identifier);
  if (otherAddress.id === address.id) throw new ToolError('A work item cannot be related to itself.');
  const { call } = access.session.client;
  const relations = await call.listRelations(itemPathParameters(keyOf(address)), await waitForAllowance(access));
  const replacedType = RELATION_TYPES.find((one) =>
    relations[one]?.some((related) => (typeof related === 'string' ? related : related.issue_id) === otherAddress.id),
  );
  return replacedType === type ? { result: OUTCOME_MESSAGES.unchanged } : { address, type, otherAddress, replacedType };
}

async function sendRelation(store: Store, prepared: PreparedRelation | PreparedLink): Promise<RelationOutcome> {
  const { address } = prepared;
  try {
    if ('url' in prepared) {
      const { url, title } = prepared;
      return { link: await store.links.add(address, { url, ...(title === undefined ? {} : { title }) }) };
    }
    const { otherAddress } = prepared;
    const notAdded = await store.relations.add(address, prepared.type, [otherAddress]);
    if (notAdded.length === 0) return { link: undefined };
    const relations = relatedItems(store, address).filter(({ other }) => other.id === otherAddress.id);
    return { keptTypes: relations.map(({ type }) => type) };
  } catch (error) {
    const fault = faultOf(error);
    return { fault, isUncertain: mayHaveBeenProcessed(fault) };
  }
}

/** Returns the result for the model. */
function resultText(outcome: RelationOutcome, now: number): string {
  if ('fault' in outcome) return failureResult(outcome.fault, now, outcome.isUncertain);
  if ('keptTypes' in outcome)
    return `The relation was not added: the server keeps one relation of two work items, and these have ${outcome.keptTypes.join(', ') || 'another one'}. Only the user can remove it, in Plane.`;
  return outcome.link === undefined ? OUTCOME_MESSAGES.related : OUTCOME_MESSAGES.linked;
}
