// Groups comments that link code into threads, and formats their texts. Pure.

import * as l10n from '@vscode/l10n';
import { displayName, displayText } from '../../std/displayName.ts';
import { largestOf } from '../../std/firstInOrder.ts';
import { tokenizeHtml } from '../../std/htmlTokens.ts';
import { escapeMarkdown } from '../../std/text.ts';
import { oneLine } from '../../std/truncate.ts';
import { anchorByQuote, splitLines } from '../code/anchor.ts';
import type { LineRange } from '../code/permalink.ts';
import { BLOCK_ELEMENTS, fencedBlock, MAX_PARSED_CHARACTERS } from './codeComment.ts';
import { codeExternalId, isSameLinkedCode, type LinkedCode } from './codeExternalId.ts';
import type { CodeComment } from './findCodeComments.ts';

/** The comments of one work item on the same lines of a file. */
export interface CodeThread {
  readonly item: CodeComment['item'];
  /** The lines of the thread in the current version of the file. */
  readonly lines: LineRange;
  readonly comments: readonly CodeComment[];
}

/** A comment, and its lines in the current version of the file; undefined if the file no longer contains the lines. */
export interface LocatedComment {
  readonly comment: CodeComment;
  readonly lines: LineRange | undefined;
}

/** Returns the label of a thread, for example `WEB-28 Prices are wrong`. */
export function threadLabel(identifier: string | undefined, name: string | undefined): string {
  return `${identifier ?? l10n.t('Work item')} ${displayName(name ?? '')}`.trim();
}

/**
 * Groups comments into threads by work item and first line. `earlier` is the thread in `shown` that already contains a
 * comment of the returned thread. A comment whose lines the file no longer contains, because the user may be editing
 * them, stays with the other comments of its shown thread.
 */
export function groupIntoThreads<Shown extends CodeThread>(
  located: readonly LocatedComment[],
  shown: readonly Shown[],
): readonly { readonly thread: CodeThread; readonly earlier: Shown | undefined }[] {
  const groups = new Map<string, { item: CodeThread['item']; lines: LineRange; comments: CodeComment[] }>();
  const containsComment = ({ comments }: CodeThread, id: string): boolean =>
    comments.some((comment) => comment.id === id);
  const linesOf = (shownThread: Shown | undefined): LineRange | undefined =>
    located.find(({ comment, lines }) => lines !== undefined && shownThread && containsComment(shownThread, comment.id))
      ?.lines ?? shownThread?.lines;
  for (const { comment, lines: foundLines } of located) {
    const lines = foundLines ?? linesOf(shown.find((thread) => containsComment(thread, comment.id)));
    if (lines === undefined) continue;
    const key = `${comment.item.id} ${lines.first}`;
    const group = groups.get(key) ?? { item: comment.item, lines, comments: [] };
    group.comments.push(comment);
    groups.set(key, group);
  }
  const unusedThreads = new Set(shown);
  return [...groups.values()].map((thread) => {
    const earlier = [...unusedThreads].find((candidate) =>
      thread.comments.some(({ id }) => containsComment(candidate, id)),
    );
    if (earlier !== undefined) unusedThreads.delete(earlier);
    return { thread, earlier };
  });
}

/**
 * Returns the lines of a thread in the current text, which may have changed since the thread was shown in `range`.
 * `thread` is undefined for a thread without comments.
 */
export function currentLines(thread: CodeThread | undefined, range: LineRange, text: string): LineRange {
  const [comment] = thread?.comments ?? [];
  if (comment === undefined) return range;
  const anchoredQuote = anchorByQuote(comment.quote.lines, range.first, splitLines(text));
  return anchoredQuote.kind === 'found' ? anchoredQuote.lines : range;
}

/** Returns an external id for a new comment on these lines that no other comment and no draft has. */
export function nextExternalId(
  place: LinkedCode,
  comments: readonly CodeComment[],
  hasDraft: (externalId: string) => boolean,
): string {
  const ordinals = comments.filter((comment) => isSameLinkedCode(comment.place, place)).map((one) => one.place.ordinal);
  let ordinal = largestOf(ordinals, 0) + 1;
  while (hasDraft(codeExternalId({ ...place, ordinal }))) ordinal += 1;
  return codeExternalId({ ...place, ordinal });
}

/**
 * Returns the comment as Markdown without links, pictures and HTML, because other users wrote it. The link to the code
 * and the first code block are left out: the thread is beside the code.
 */
export function commentMarkdown({ quote }: Pick<CodeComment, 'quote'>, html: string): string {
  const blocks: string[] = [];
  const [firstInlineCode] = quote.inlineCode;
  let [text, prefix, code, codeDepth, isQuoteSkipped] = ['', '', '', 0, false];
  const endLine = (): void => {
    const line = oneLine(text);
    const isCodeLink =
      blocks.length === 0 && !isQuoteSkipped && firstInlineCode !== undefined && line.startsWith(firstInlineCode);
    if (line !== '' && !isCodeLink) blocks.push(prefix + escapeMarkdown(line));
    [text, prefix] = ['', ''];
  };
  const endCode = (): void => {
    if (isQuoteSkipped) blocks.push(fencedBlock('', displayText(code.replace(/\n$/, ''), { keepLines: true })));
    [code, isQuoteSkipped] = ['', true];
  };
  tokenizeHtml(html.slice(0, MAX_PARSED_CHARACTERS), {
    open: (tag) => {
      if (codeDepth > 0) code += tag === 'br' ? '\n' : '';
      else if (tag === 'p' && text === '') return;
      else if (BLOCK_ELEMENTS.has(tag)) endLine();
      if (tag === 'pre') codeDepth += 1;
      if (tag === 'li') prefix = '- ';
      if (tag === 'blockquote') prefix = '> ';
    },
    text: (piece) => {
      if (codeDepth > 0) code += piece;
      else text += piece;
    },
    close: (tag) => {
      if (tag === 'pre' && codeDepth > 0) {
        codeDepth -= 1;
        if (codeDepth === 0) endCode();
      } else if (BLOCK_ELEMENTS.has(tag) && codeDepth === 0) endLine();
    },
  });
  endLine();
  return blocks.join('\n\n');
}
