// Formats the results of tools for language models.

import type { Fault } from '../client/apiError.ts';
import type { Comment } from '../contract/resources/comment.ts';
import type { ItemOutcome } from '../core/cache/changes/bulk.ts';
import type { Obstacle } from '../core/cache/changes/itemChange.ts';
import type { ItemRecord } from '../core/cache/record.ts';
import { byKind } from '../std/objects/byKind.ts';
import { faultText, MAY_HAVE_HAPPENED, uncertaintyText } from './faultText.ts';
import { identifierText } from './itemRow.ts';
import { fieldLines } from './itemTool.ts';
import { resultPage } from './resultPages.ts';
import type { MentionLine, ToolContext } from './toolContext.ts';
import { frameLines, htmlText, quoteName, UNTRUSTED_TEXT_NOTE } from './untrustedText.ts';

/** The maximum number of lines of a sent comment that the result contains. */
const MAX_COMMENT_LINES = 40;

export const SIGNED_OUT_TEXT =
  'Contrail is not signed in. Ask the user to run the command "Contrail: Sign In to Plane". Do not ask for the key.';
export const TOOLS_TURNED_OFF_TEXT = 'The user has turned off the tools of Contrail (setting contrail.agents.enabled).';
export const DECLINED_TEXT = 'The user declined. Nothing was changed. Do not try again unless the user asks for it.';
export const GIT_FAILED_TEXT = 'Git failed, and nothing was changed. The user can see why with the command Start Work.';
export const TIMEOUT_TEXT = 'The server did not respond in time. Nothing was changed. Call the tool again later.';

/**
 * Returns a note for the next result: a call of the tool was canceled, so the model has not received the result of that
 * call.
 */
export function canceledCallNote(tool: string): string {
  return `Note: an earlier call of ${tool} was canceled. ${MAY_HAVE_HAPPENED}`;
}

/** Returns the result of an update whose values the work item already has. */
export function unchangedText(access: ToolContext, item: ItemRecord): string {
  return savedValuesText(access, item, 'Nothing to change: the values are already on the server.');
}

/** Returns `message`, followed by the values that are now on the server. */
export function savedValuesText(access: ToolContext, item: ItemRecord, message: string): string {
  const { store } = access.session;
  return [
    `${message} Now on the server:`,
    `${identifierText(store, item)} ${quoteName(item.name)}. ${UNTRUSTED_TEXT_NOTE}`,
    ...fieldLines(access, item),
  ].join('\n');
}

/** Returns `message`, followed by the comment as the server has stored it. */
export function commentResult(message: string, comment: Comment | undefined): string {
  if (comment === undefined) return message;
  const visibility = comment.access === 'EXTERNAL' ? 'external' : 'internal';
  const lines = frameLines(htmlText(comment.comment_html)).slice(0, MAX_COMMENT_LINES);
  return [`${message} Now on the server, ${visibility}. ${UNTRUSTED_TEXT_NOTE}`, ...lines].join('\n');
}

/** Describes the outcome of the change of one field. `field` is the name of the field in the API. */
export function outcomeText(field: string, outcome: ItemOutcome, now: number): string {
  const name = field.replace(/_html$/, '').replaceAll('_', ' ');
  return byKind(outcome, {
    done: () => `${name}: changed`,
    ignored: () => `${name}: the server accepted the change but kept another value`,
    failed: (outcome) =>
      `${name}: not changed. ${faultText(outcome.fault, now)} ${uncertaintyText(outcome.fault)}`.trim(),
    cancelled: () => `${name}: canceled. ${MAY_HAVE_HAPPENED}`,
  });
}

/**
 * Describes why creating a record failed. If `isUncertain`, the text warns that the server may have created the record.
 */
export function failureResult(fault: Fault, now: number, isUncertain: boolean): string {
  const text = faultText(fault, now);
  return isUncertain ? `${text} ${uncertaintyText(fault) || MAY_HAVE_HAPPENED}` : text;
}

/** Returns why a change cannot be made. */
export function obstacleResult(field: string, obstacle: Obstacle): string {
  const reasons = {
    endsBeforeStart: 'the due date would be before the start date',
    ownAncestor: 'a work item cannot be its own ancestor',
    unknownCurrentValue: 'the server does not report the current value',
  };
  return `${field.replaceAll('_', ' ')}: ${reasons[obstacle]}. Nothing was changed.`;
}

/**
 * Returns the result of a search for the code of a work item. `linkedCodeLines` contains one line for each comment that
 * links code; `mentionCountNote` follows the number of mentions.
 */
export function codeSearchText(
  identifier: string,
  mentions: readonly MentionLine[],
  {
    linkedCodeLines,
    mentionCountNote,
    page,
  }: { readonly linkedCodeLines: readonly string[]; readonly mentionCountNote: string; readonly page: number },
): string {
  const lines = [
    `Mentions in files (${mentions.length}${mentionCountNote}):`,
    ...mentions.flatMap(({ path, line, text }) => [`- ${quoteName(path, 500)} line ${line}`, ...frameLines(text)]),
    `Linked by comments (${linkedCodeLines.length}):`,
    ...linkedCodeLines,
  ];
  const head = [`Code of ${quoteName(identifier)}. ${UNTRUSTED_TEXT_NOTE}`];
  return resultPage(head, lines, page, (next) => `For more, repeat the call with "page": ${next}.`);
}

/** Returns the note after the number of mentions: why there may be more mentions in files. */
export function mentionCountNote(hasFolder: boolean, isIncomplete: boolean): string {
  if (!hasFolder) return '; no folder is open';
  return isIncomplete ? '; there may be more' : '';
}

/** Returns the sentence about the checked-out branch in the result of starting work. */
export function branchSentence(branch: string | undefined): string {
  return branch === undefined ? 'No branch is checked out.' : `Checked-out branch: ${quoteName(branch)}.`;
}

/** The messages for the model about the outcome of a change. */
export const OUTCOME_MESSAGES = {
  updated: 'Done.',
  partly: 'Not everything was changed.',
  created: 'Created.',
  createdEarlier: 'An earlier call had created it already.',
  commented: 'The comment was sent.',
  commentedEarlier: 'An earlier call had sent the comment already.',
  unchanged: 'Nothing to change: it is already on the server.',
  related: 'The relation was added.',
  linked: 'The link was added.',
  started: 'Work was started.',
  notStarted: 'Work was not started, or not completely. The user was told why.',
  finished: 'Work was finished.',
} as const;
