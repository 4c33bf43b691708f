// The text about a mentioned work item: the hover, and the short texts beside a mention.
// It is Markdown in which the text of the work item is escaped.

import * as l10n from '@vscode/l10n';
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

/** A mention, and its current meaning. */
export interface CardRequest {
  readonly mention: IdentifierMatch;
  readonly meaning: Meaning;
}

/** A command that the hover offers. */
export interface CardAction {
  readonly command: `contrail.${string}`;
  readonly title: () => string;
  readonly icon: string;
}

export const OPEN: CardAction = {
  command: COMMANDS.openWorkItem,
  title: () => l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
  icon: 'go-to-file',
};
export const COMMENT: CardAction = {
  command: COMMANDS.comment,
  title: () => l10n.t({ message: 'Comment', comment: ['Verb, on a button'] }),
  icon: 'comment',
};
export const START_WORK: CardAction = { command: COMMANDS.startWork, title: () => l10n.t('Start Work'), icon: 'play' };

/**
 * Returns what is in the cache. For a work item that is not loaded, that is its project; `answerCard` adds the rest.
 */
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
      return escapeMarkdown(l10n.t('{0} could not be loaded. {1}', mention.identifier, formatError(meaning.fault)));
  }
}

/** Returns the response for a work item that was not loaded, to be shown below its identifier. */
export function answerCard(meaning: Meaning, store: Store, actions: readonly CardAction[]): string | undefined {
  switch (meaning.kind) {
    case 'read':
      return [`**${nameOf(meaning.address, store)}**`, ...detailsOf(meaning.address, store, actions)].join('\n\n');
    case 'unread':
      return undefined;
    case 'gone':
      return escapeMarkdown(goneText());
    default:
      return escapeMarkdown(l10n.t('It could not be loaded. {0}', formatError(meaning.fault)));
  }
}

function nameOf(address: ItemAddress, store: Store): string {
  return escapeMarkdown(displayName(store.item(address)?.name ?? ''));
}

/** The commands come before the description, because a hover shows only some lines without scrolling. */
function detailsOf(address: ItemAddress, store: Store, actions: readonly CardAction[]): string[] {
  const item = store.item(address);
  if (item === undefined) return [];
  const facts = factsOf(address.project, item, store).map(([name, value]) => `**${name}** ${escapeMarkdown(value)}`);
  const lines = firstLines(item.description_html ?? '', LINES).map(escapeMarkdown);
  return [facts.join(' · '), links(actions, address), ...(lines.length > 0 ? ['---', lines.join('  \n')] : [])];
}

/** Returns the text of a CodeLens: an icon and escaped text. */
export function lensText({ identifier }: IdentifierMatch, meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item === undefined) return meaning.kind === 'gone' ? l10n.t('{0} does not exist', identifier) : `${identifier} …`;
  const state = stateIn(item, store);
  const label = [state?.name ?? '', truncate(item.name, LONGEST_NAME)]
    .filter((part) => part !== '')
    .map(displayName)
    .join(' · ');
  return `$(${stateIcon(state?.group ?? undefined).id}) ${identifier} ${escapeCodicons(label)}`;
}

/** Returns the text at the end of a line: the state of each work item that the line mentions, once each. */
export function endOfLineText(requests: readonly CardRequest[], store: Store): string {
  const words = new Map(requests.map(({ mention, meaning }) => [mention.identifier, stateName(meaning, store)]));
  return words.size === 1
    ? [...words.values()].join('')
    : [...words].map(([identifier, state]) => `${identifier} ${state}`).join(' · ');
}

/** Empty for a work item without a state. */
export function stateName(meaning: Meaning, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  return item === undefined ? missingText(meaning) : displayName(stateIn(item, store)?.name ?? '');
}

function stateIn({ project, state }: ItemRecord, store: Store): StateRecord | undefined {
  return state === null ? undefined : store.state(project, state);
}

function missingText({ kind }: Meaning): string {
  return kind === 'gone' ? l10n.t('does not exist') : '…';
}

function links(actions: readonly CardAction[], { project, id }: ItemAddress): string {
  return actions
    .map(({ command, title, icon }) => {
      const label = escapeMarkdown(title());
      return `[$(${icon}) ${label}](${commandAddress(command, { project, id })} "${label}")`;
    })
    .join('&nbsp;&nbsp; ');
}

/** Returns a link that runs the command. The argument is encoded so that no text in it can end the link early. */
export function commandAddress(command: string, given: object): string {
  const encoded = encodeURIComponent(JSON.stringify([given])).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `command:${command}?${encoded}`;
}

/**
 * Returns one line of plain text: name, state and priority of a loaded work item, else its project or that it does not
 * exist.
 */
export function plainCardText(mention: IdentifierMatch, meaning: Meaning, known: KnownItems, store: Store): string {
  const item = meaning.kind === 'read' ? store.item(meaning.address) : undefined;
  if (item !== undefined)
    return [item.name, stateIn(item, store)?.name, priorityName(item.priority)]
      .flatMap((part) => (part ? displayName(part) : []))
      .join(' · ');
  if (meaning.kind === 'gone') return goneText(mention.identifier);
  const project = known.project(mention.prefix);
  return project === undefined
    ? l10n.t('Work item in this workspace')
    : l10n.t('Work item in {0}', displayName(project.name));
}
