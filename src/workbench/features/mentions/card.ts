// Owns the words about a mentioned work item: the card that is shown over it, and the short ones beside it. Markdown in
// which nothing of the item's own text is markup.

import type { ItemAddress } from '../../../cache/address.ts';
import type { ItemRecord, StateRecord } from '../../../cache/record.ts';
import type { Store } from '../../../cache/store.ts';
import type { IdentifierMatch } from '../../../mentions/identifiers.ts';
import type { KnownItems, Meaning } from '../../../mentions/knownItems.ts';
import { displayName } from '../../../std/displayName.ts';
import { escapeMarkdown, firstLines } from '../../../std/text.ts';
import { truncate } from '../../../std/truncate.ts';
import { priorityName, stateIcon } from '../../../tree/presentation/symbols.ts';
import { factsOf } from '../../../tree/presentation/tooltip.ts';
import { COMMANDS } from '../../contributions.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { goneText } from './messages.ts';

const LINES = 4;
const LONGEST_NAME = 60;

/** A mention, and what it means now. */
export interface CardRequest {
  readonly mention: IdentifierMatch;
  readonly meaning: Meaning;
}

/** A command that the card offers. */
export interface CardAction {
  readonly command: `contrail.${string}`;
  readonly title: string;
  readonly icon: string;
}

export const OPEN: CardAction = { command: COMMANDS.openWorkItem, title: 'Open', icon: 'go-to-file' };
export const COMMENT: CardAction = { command: COMMANDS.comment, title: 'Comment', icon: 'comment' };
export const START_WORK: CardAction = { command: COMMANDS.startWork, title: 'Start Work', icon: 'play' };

/** What is known at once. Of an item that is not read yet that is its project; `answerCard` adds the rest. */
export function knownCard(
  mention: IdentifierMatch,
  meaning: Meaning,
  known: KnownItems,
  store: Store,
  actions: readonly CardAction[],
): string {
  const identifier = `**${escapeMarkdown(mention.identifier)}**`;
  switch (meaning.kind) {
    case 'read':
      return [`${identifier} ${nameOf(meaning.address, store)}`, ...detailsOf(meaning.address, store, actions)].join(
        '\n\n',
      );
    case 'unread':
      return `${identifier} · ${escapeMarkdown(known.project(mention.prefix)?.name ?? '')}`;
    case 'gone':
      return escapeMarkdown(goneText(mention.identifier));
    default:
      return escapeMarkdown(`${mention.identifier} could not be read. ${formatError(meaning.fault)}`);
  }
}

/** What the service said of an item that was not read before: to stand below its identifier. */
export function answerCard(meaning: Meaning, store: Store, actions: readonly CardAction[]): string | undefined {
  switch (meaning.kind) {
    case 'read':
      return [`**${nameOf(meaning.address, store)}**`, ...detailsOf(meaning.address, store, actions)].join('\n\n');
    case 'unread':
      return undefined;
    case 'gone':
      return escapeMarkdown(goneText('It'));
    default:
      return escapeMarkdown(`It could not be read. ${formatError(meaning.fault)}`);
  }
}

function nameOf(address: ItemAddress, store: Store): string {
  return escapeMarkdown(displayName(store.item(address)?.name ?? ''));
}

/**
 * What can be done stands before the description: a card shows no more than some lines before it has to be scrolled.
 */
function detailsOf(address: ItemAddress, store: Store, actions: readonly CardAction[]): string[] {
  const item = store.item(address);
  if (item === undefined) return [];
  const facts = factsOf(address.project, item, store).map(([name, value]) => `**${name}** ${escapeMarkdown(value)}`);
  const lines = firstLines(item.description_html ?? '', LINES).map(escapeMarkdown);
  return [facts.join(' · '), links(actions, address), ...(lines.length > 0 ? ['---', lines.join('  \n')] : [])];
}

/** What stands above the line: an icon, and text in which nothing of the item's own is one. */
export function lensText({ identifier }: IdentifierMatch, meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item === undefined) return `${identifier} ${missingWords(meaning)}`;
  const state = stateIn(item, store);
  const told = [state?.name ?? '', truncate(item.name, LONGEST_NAME)]
    .filter((part) => part !== '')
    .map(displayName)
    .join(' · ');
  return `$(${stateIcon(state?.group ?? undefined).id}) ${identifier} ${escapeCodicons(told)}`;
}

/** What stands at the end of the line: the states of all that it mentions, each once. */
export function endOfLineText(told: readonly CardRequest[], store: Store): string {
  const words = new Map(told.map(({ mention, meaning }) => [mention.identifier, stateName(meaning, store)]));
  return words.size === 1
    ? [...words.values()].join('')
    : [...words].map(([identifier, state]) => `${identifier} ${state}`).join(' · ');
}

/** Empty for an item that has none. */
export function stateName(meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  return item === undefined ? missingWords(meaning) : displayName(stateIn(item, store)?.name ?? '');
}

function stateIn({ project, state }: ItemRecord, store: Store): StateRecord | undefined {
  return state === null ? undefined : store.state(project, state);
}

function missingWords({ kind }: Meaning): string {
  return kind === 'gone' ? 'does not exist' : '…';
}

function links(actions: readonly CardAction[], { project, id }: ItemAddress): string {
  return actions
    .map(({ command, title, icon }) => `[$(${icon}) ${title}](${commandAddress(command, { project, id })} "${title}")`)
    .join('&nbsp;&nbsp; ');
}

/** A link that runs the command; whatever is given stands in it so that no text can end it early. */
export function commandAddress(command: string, given: object): string {
  const encoded = encodeURIComponent(JSON.stringify([given])).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `command:${command}?${encoded}`;
}

/** One line of plain text: name, state and priority of an item that is known, else what there is to say. */
export function plainCardText(mention: IdentifierMatch, meaning: Meaning, known: KnownItems, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item !== undefined)
    return [item.name, stateIn(item, store)?.name, priorityName(item.priority)]
      .flatMap((part) => (part ? displayName(part) : []))
      .join(' · ');
  return meaning.kind === 'gone'
    ? goneText(mention.identifier)
    : `Work item of ${displayName(known.project(mention.prefix)?.name ?? 'this workspace')}`;
}
