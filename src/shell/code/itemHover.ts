// Formats a mentioned work item for its hover, CodeLens and completion.
// The hover is Markdown, in which all text of the work item is escaped.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { IdentifierMatch } from '../../core/mentions/identifiers.ts';
import type { MentionResolution, MentionResolver } from '../../core/mentions/mentionResolver.ts';
import { missingItemText } from '../../core/mentions/missingItemText.ts';
import { KIND_ICONS, stateIcon } from '../../items/icons.ts';
import { priorityName } from '../../items/priorityName.ts';
import { displayName } from '../../std/displayName.ts';
import { escapeMarkdown } from '../../std/text.ts';
import { truncate } from '../../std/truncate.ts';
import { COMMANDS } from '../commands/contributions.ts';
import { formatError } from '../faults/formatError.ts';
import { escapeCodicons } from '../prompts/escape.ts';
import { descriptionExcerpt } from '../tree/excerpt.ts';
import { propertyLine, withCodicon } from '../tree/propertyLine.ts';
import { longBranchText } from './branchText.ts';
import { pullRequestText } from './pullRequestText.ts';

const MAX_NAME_CHARACTERS = 60;
/** Only these priorities are shown in a hover. */
const PRIORITIES = ['urgent', 'high'];

/** A mention, and what it currently resolves to. */
export interface ResolvedMention {
  readonly mention: IdentifierMatch;
  readonly resolution: MentionResolution;
}

/** A command that the hover offers. */
export interface HoverAction {
  readonly command: `contrail.${string}`;
  readonly title: () => string;
  readonly icon: string;
}

export const OPEN_ACTION: HoverAction = {
  command: COMMANDS.openWorkItem,
  title: () => l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
  icon: 'go-to-file',
};
export const COMMENT_ACTION: HoverAction = {
  command: COMMANDS.comment,
  title: () => l10n.t({ message: 'Comment', comment: ['Verb, on a button'] }),
  icon: 'comment',
};
export const CHANGE_STATE_ACTION: HoverAction = {
  command: COMMANDS.changeState,
  title: () => l10n.t('Change State…'),
  icon: KIND_ICONS.state,
};
export const START_WORK_ACTION: HoverAction = {
  command: COMMANDS.startWork,
  title: () => l10n.t('Start Work…'),
  icon: 'play',
};

/** The data and commands that a hover shows, in addition to the mention. */
export interface HoverOptions {
  readonly store: Store;
  /** The current day (YYYY-MM-DD). */
  readonly today: string;
  readonly actions: readonly HoverAction[];
}

/**
 * Returns Markdown of the data in the cache. For a work item that is not loaded, only its identifier and project are
 * shown; `loadedItemHover` returns the other data later.
 */
export function cachedItemHover(
  mention: IdentifierMatch,
  resolution: MentionResolution,
  mentionResolver: MentionResolver,
  options: HoverOptions,
): string {
  const identifier = `**${escapeMarkdown(mention.identifier)}**`;
  switch (resolution.kind) {
    case 'read':
      return [`${identifier} ${nameOf(resolution.address, options)}`, ...detailsOf(resolution.address, options)].join(
        '\n\n',
      );
    case 'unread':
      return `${identifier} · ${escapeMarkdown(mentionResolver.project(mention.prefix)?.name ?? '')}`;
    case 'gone':
      return escapeMarkdown(missingItemText(mention.identifier));
    default:
      return escapeMarkdown(l10n.t('{0} could not be loaded. {1}', mention.identifier, formatError(resolution.fault)));
  }
}

/** Returns Markdown for a work item that has just been loaded, to be shown below the result of `cachedItemHover`. */
export function loadedItemHover(resolution: MentionResolution, options: HoverOptions): string | undefined {
  switch (resolution.kind) {
    case 'read':
      return [`**${nameOf(resolution.address, options)}**`, ...detailsOf(resolution.address, options)].join('\n\n');
    case 'unread':
      return undefined;
    case 'gone':
      return escapeMarkdown(missingItemText());
    default:
      return escapeMarkdown(l10n.t('The work item could not be loaded. {0}', formatError(resolution.fault)));
  }
}

/** Returns the Markdown of `loadedItemHover` for a work item that has changed since `cachedItemHover` has shown it. */
export function changedItemHover(loadedMarkdown: string): string {
  return [escapeMarkdown(l10n.t('This work item has changed on the server:')), loadedMarkdown].join('\n\n');
}

function nameOf(address: ItemAddress, { store }: HoverOptions): string {
  return escapeMarkdown(displayName(store.item(address)?.name ?? ''));
}

/** The links precede the description, because the first lines of a hover are visible without scrolling. */
function detailsOf(address: ItemAddress, { store, today, actions }: HoverOptions): string[] {
  const item = store.item(address);
  if (item === undefined) return [];
  const description = descriptionExcerpt(item, store);
  return [
    propertyLine(item, store, { today, priorities: PRIORITIES }),
    ...codeLine(address, store),
    actionLinks(actions, address),
    ...(description === '' ? [] : ['---', description]),
  ];
}

/** Returns the local branch and the pull request, as far as they are known. */
function codeLine(address: ItemAddress, { code }: Store): string[] {
  const { branch, pullRequest } = code.of(address);
  const parts = [
    branch && withCodicon('git-branch', longBranchText(branch)),
    pullRequest && withCodicon('git-pull-request', l10n.t('Pull request {0}', pullRequestText(pullRequest))),
  ].flatMap((part) => part ?? []);
  return parts.length === 0 ? [] : [parts.join(' · ')];
}

/** Returns the text of a CodeLens: an icon and escaped text. */
export function lensText({ identifier }: IdentifierMatch, resolution: MentionResolution, store: Store): string {
  const item = resolution.kind === 'read' ? store.item(resolution.address) : undefined;
  if (item === undefined)
    return resolution.kind === 'gone' ? l10n.t('{0} does not exist', identifier) : `${identifier} …`;
  const state = store.stateOf(item);
  const label = [state?.name ?? '', truncate(item.name, MAX_NAME_CHARACTERS)]
    .filter((part) => part !== '')
    .map(displayName)
    .join(' · ');
  return `$(${stateIcon(state, store.knownStates(item.project)).id}) ${identifier} ${escapeCodicons(label)}`;
}

/** Returns the text that is shown at the end of a line: the state of every work item that the line mentions. */
export function endOfLineText(resolvedMentions: readonly ResolvedMention[], store: Store): string {
  const stateByIdentifier = new Map(
    resolvedMentions.map(({ mention, resolution }) => [mention.identifier, stateName(resolution, store)]),
  );
  return stateByIdentifier.size === 1
    ? [...stateByIdentifier.values()].join('')
    : [...stateByIdentifier].map(([identifier, state]) => `${identifier} ${state}`).join(' · ');
}

/**
 * Returns the name of the mentioned work item's state, '' for a work item without a state, or another text for a work
 * item that is not loaded or does not exist.
 */
export function stateName(resolution: MentionResolution, store: Store): string {
  const item = resolution.kind === 'read' ? store.item(resolution.address) : undefined;
  return item === undefined ? missingText(resolution) : displayName(store.stateOf(item)?.name ?? '');
}

function missingText({ kind }: MentionResolution): string {
  return kind === 'gone' ? l10n.t('does not exist') : '…';
}

/** Returns Markdown links that run the commands for the work item. */
export function actionLinks(actions: readonly HoverAction[], { project, id }: ItemAddress): string {
  return actions
    .map(({ command, title, icon }) => {
      const label = escapeMarkdown(title());
      return `[$(${icon}) ${label}](${commandLink(command, { project, id })} "${label}")`;
    })
    .join('&nbsp;&nbsp; ');
}

/** Returns a link that runs the command. The argument is encoded, so that it cannot end the Markdown link. */
export function commandLink(command: string, argument: object): string {
  const encodedArgument = encodeURIComponent(JSON.stringify([argument])).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `command:${command}?${encodedArgument}`;
}

/**
 * Returns one line of plain text: the name, state and priority of a loaded work item, or else its project, or that the
 * work item does not exist.
 */
export function mentionTitle(
  mention: IdentifierMatch,
  resolution: MentionResolution,
  mentionResolver: MentionResolver,
  store: Store,
): string {
  const item = resolution.kind === 'read' ? store.item(resolution.address) : undefined;
  if (item !== undefined)
    return [item.name, store.stateOf(item)?.name, priorityName(item.priority)]
      .flatMap((part) => (part ? displayName(part) : []))
      .join(' · ');
  if (resolution.kind === 'gone') return missingItemText(mention.identifier);
  const project = mentionResolver.project(mention.prefix);
  return project === undefined
    ? l10n.t('Work item in this workspace')
    : l10n.t('Work item in {0}', displayName(project.name));
}
