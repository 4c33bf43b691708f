// Owns the words about a mentioned work item: the card that is shown over it, and the short ones beside it. Markdown in which nothing of the item's own text is markup.
import type { Mention } from '../../../linking/identifiers.ts';
import type { KnownItems, Meaning } from '../../../linking/knownItems.ts';
import { priorityName, stateIcon } from '../../../outline/symbols.ts';
import { tooltipOf } from '../../../outline/tooltip.ts';
import { escapeMarkdown } from '../../../std/text.ts';
import type { ItemAddress } from '../../../store/address.ts';
import type { ItemRecord, StateRecord } from '../../../store/record.ts';
import type { Store } from '../../../store/store.ts';
import { faultWords } from '../../faultWords.ts';
import { goneWords } from '../mentioned.ts';

const LONGEST_NAME = 60;

/** A mention, and what it means now. */
export interface Told {
  readonly mention: Mention;
  readonly meaning: Meaning;
}

/** A command that the card offers. */
export interface CardAction {
  readonly command: `contrail.${string}`;
  readonly title: string;
  readonly icon: string;
}

export const OPEN: CardAction = { command: 'contrail.openWorkItem', title: 'Open', icon: 'go-to-file' };
export const COMMENT: CardAction = { command: 'contrail.comment', title: 'Comment', icon: 'comment' };
export const START_WORK: CardAction = { command: 'contrail.startWork', title: 'Start Work', icon: 'play' };

/** What is known at once. Of an item that is not read yet that is its project; `answerCard` adds the rest. */
export function knownCard(mention: Mention, meaning: Meaning, known: KnownItems, store: Store, actions: readonly CardAction[]): string {
  switch (meaning.kind) {
    case 'read':
      return itemCard(mention.identifier, meaning.address, store, actions);
    case 'unread': {
      const name = known.project(mention.prefix)?.name ?? '';
      return [
        `**${escapeMarkdown(mention.identifier)}** · ${escapeMarkdown(name)}`,
        links([OPEN], { identifier: mention.identifier }),
      ].join('\n\n');
    }
    default:
      return troubleWords(mention, meaning);
  }
}

/** What the service said of an item that was not read before. */
export function answerCard(mention: Mention, meaning: Meaning, store: Store, actions: readonly CardAction[]): string | undefined {
  if (meaning.kind === 'read') return itemCard(mention.identifier, meaning.address, store, actions);
  return meaning.kind === 'unread' ? undefined : troubleWords(mention, meaning);
}

/** What stands above the line: an icon, and text in which nothing of the item's own is one. */
export function lensWords({ identifier }: Mention, meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item === undefined) return `${identifier} ${missingWords(meaning)}`;
  const state = stateIn(item, store);
  const name = item.name.length > LONGEST_NAME ? `${item.name.slice(0, LONGEST_NAME).trim()}…` : item.name;
  const told = [state?.name, name].filter((part) => part !== undefined && part !== '').join(' · ');
  return `$(${stateIcon(state?.group ?? undefined).id}) ${identifier} ${told.replaceAll('$(', '$ (')}`;
}

/** What stands at the end of the line: the states of all that it mentions, each once. */
export function endOfLineWords(told: readonly Told[], store: Store): string {
  const words = new Map(told.map(({ mention, meaning }) => [mention.identifier, stateName(meaning, store)]));
  return words.size === 1 ? [...words.values()].join('') : [...words].map(([identifier, state]) => `${identifier} ${state}`).join(' · ');
}

/** Empty for an item that has none. */
export function stateName(meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  return item === undefined ? missingWords(meaning) : (stateIn(item, store)?.name ?? '');
}

function stateIn({ project, state }: ItemRecord, store: Store): StateRecord | undefined {
  return state === null ? undefined : store.state(project, state);
}

function missingWords({ kind }: Meaning): string {
  return kind === 'gone' ? 'does not exist' : '…';
}

function itemCard(identifier: string, address: ItemAddress, store: Store, actions: readonly CardAction[]): string {
  const { project, id } = address;
  return [tooltipOf(address, identifier, store), links(actions, { project, id })].join('\n\n');
}

function troubleWords({ identifier }: Mention, meaning: Exclude<Meaning, { kind: 'read' | 'unread' }>): string {
  const words = meaning.kind === 'gone' ? goneWords(identifier) : `${identifier} could not be read. ${faultWords(meaning.fault)}`;
  return escapeMarkdown(words);
}

function links(actions: readonly CardAction[], given: object): string {
  return actions
    .map(({ command, title, icon }) => `[$(${icon}) ${title}](${commandAddress(command, given)} "${title}")`)
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
export function plainWords(mention: Mention, meaning: Meaning, known: KnownItems, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item !== undefined) return [item.name, stateIn(item, store)?.name, priorityName(item.priority)].filter(Boolean).join(' · ');
  return meaning.kind === 'gone'
    ? goneWords(mention.identifier)
    : `Work item of ${known.project(mention.prefix)?.name ?? 'this workspace'}`;
}
