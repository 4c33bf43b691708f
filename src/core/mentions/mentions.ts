// Searches many files for mentions of an identifier: several at a time, limited and cancellable.
import { decodeText } from './fileText.ts';

/** The range of a mention in a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Mention {
  /** The line number, 0-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The text of the line; of a long line, only the part around the mention. */
  readonly text: string;
  /** The offset of the mention in `text`. */
  readonly offsetInText: number;
}

export interface FileMentions<File> {
  readonly file: File;
  readonly mentions: readonly Mention[];
}

/** The bytes of a file, the text of an open editor, or the reason why there is no content. */
export type FileContent = Uint8Array | { readonly text: string } | 'large' | 'unreadable';

export interface MentionSearch<File> {
  readonly files: readonly File[];
  /** Returns every occurrence of the identifier, in the order of the text. */
  readonly find: (text: string) => readonly TextSpan[];
  /** Reads a file. Never rejects. */
  readonly read: (file: File) => Promise<FileContent>;
  readonly signal: AbortSignal;
  readonly onProgress?: (searchedFiles: number, mentionCount: number) => void;
}

export interface SearchResult<File> {
  /** The files with mentions, in the order of `MentionSearch.files`. */
  readonly files: readonly FileMentions<File>[];
  readonly count: number;
  /** The number of files searched or skipped. */
  readonly searchedCount: number;
  /** The number of files skipped because they are too large. */
  readonly largeFileCount: number;
  readonly unreadableFileCount: number;
  /** Why there may be more mentions: the user stopped the search, or the maximum number was reached. */
  readonly incompleteReason: 'stopped' | 'many' | undefined;
}

/** The maximum number of mentions shown. */
export const MAX_MENTIONS = 2_000;
const PARALLEL_READS = 16;
/** Progress is reported after this many files. */
const PROGRESS_INTERVAL_FILES = 100;
/** The maximum length of the shown text, in characters. Of a longer line, only the part around the mention is shown. */
const MAX_SHOWN_LENGTH = 200;
/** The number of characters shown before the mention in a longer line. */
const CHARACTERS_BEFORE = 60;

/** Resolves when all files are searched, the search is stopped, or the maximum number of mentions is found. */
export async function searchMentions<File>(search: MentionSearch<File>): Promise<SearchResult<File>> {
  const { files, signal } = search;
  const mentionsByFile = new Map<File, readonly Mention[]>();
  const skippedCounts = { large: 0, unreadable: 0 };
  let count = 0;
  let searchedCount = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[next]; file !== undefined && !signal.aborted && count < MAX_MENTIONS; file = files[next]) {
      next += 1;
      const content = await search.read(file);
      if (signal.aborted) return;
      searchedCount += 1;
      if (content === 'large' || content === 'unreadable') {
        skippedCounts[content] += 1;
        continue;
      }
      const mentions = mentionsIn(content, search.find);
      if (mentions.length > 0) mentionsByFile.set(file, mentions.slice(0, MAX_MENTIONS - count));
      count += Math.min(mentions.length, MAX_MENTIONS - count);
      if (searchedCount % PROGRESS_INTERVAL_FILES === 0) search.onProgress?.(searchedCount, count);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, worker));
  return {
    files: files.flatMap((file) => {
      const mentions = mentionsByFile.get(file);
      return mentions === undefined ? [] : [{ file, mentions }];
    }),
    count,
    searchedCount,
    largeFileCount: skippedCounts.large,
    unreadableFileCount: skippedCounts.unreadable,
    incompleteReason: signal.aborted ? 'stopped' : count >= MAX_MENTIONS ? 'many' : undefined,
  };
}

function mentionsIn(content: Exclude<FileContent, string>, find: MentionSearch<unknown>['find']): readonly Mention[] {
  const text = content instanceof Uint8Array ? decodeText(content) : content.text;
  return text === undefined ? [] : locateMentions(text, find(text));
}

/** Converts ranges into lines and columns. The ranges must be in the order of the text. */
export function locateMentions(text: string, spans: readonly TextSpan[]): readonly Mention[] {
  const lineBreaks = /\r\n|\r|\n/g;
  let line = 0;
  let lineStart = 0;
  let next = lineBreaks.exec(text);
  return spans.map(({ start, end }): Mention => {
    for (; next !== null && next.index < start; next = lineBreaks.exec(text)) {
      line += 1;
      lineStart = lineBreaks.lastIndex;
    }
    const { excerpt, offset } = excerptAround(text, lineStart, next?.index ?? text.length, start);
    return { line, column: start - lineStart, length: end - start, text: excerpt, offsetInText: offset };
  });
}

/** Returns the part of the line that is shown for a mention, and the offset of the mention in that part. */
function excerptAround(
  text: string,
  lineStart: number,
  lineEnd: number,
  start: number,
): { readonly excerpt: string; readonly offset: number } {
  const excerptStart = Math.max(lineStart, start - CHARACTERS_BEFORE);
  const part = text.slice(excerptStart, Math.min(lineEnd, excerptStart + MAX_SHOWN_LENGTH));
  const trimmed = part.trimStart();
  const ellipsis = excerptStart > lineStart ? '…' : '';
  return {
    excerpt: ellipsis + trimmed.trimEnd(),
    offset: start - excerptStart - (part.length - trimmed.length) + ellipsis.length,
  };
}
