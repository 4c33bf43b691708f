// Searches many files for mentions of an identifier: a few at a time, limited, and cancellable at
// any time.
import { textOf } from './fileText.ts';

/** The range of a mention in a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Mention {
  /** 0-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line, or the part of a long line around the mention. */
  readonly text: string;
  /** The offset of the mention in `text`. */
  readonly at: number;
}

export interface FileMentions<File> {
  readonly file: File;
  readonly mentions: readonly Mention[];
}

/** Bytes, the text of an open editor, or why there is no content. */
export type FileContent = Uint8Array | { readonly text: string } | 'large' | 'unreadable';

export interface MentionSearch<File> {
  readonly files: readonly File[];
  /** Returns every occurrence, in the order of the text. */
  readonly find: (text: string) => readonly TextSpan[];
  /** Never rejects. */
  readonly read: (file: File) => Promise<FileContent>;
  readonly signal: AbortSignal;
  readonly onProgress?: (looked: number, found: number) => void;
}

export interface SearchResult<File> {
  /** In the order of the files. */
  readonly files: readonly FileMentions<File>[];
  readonly count: number;
  readonly looked: number;
  /** Files that were skipped because they are too large. */
  readonly large: number;
  readonly unreadable: number;
  /** Why there may be more mentions: the search was stopped, or there are too many to show. */
  readonly cut: 'stopped' | 'many' | undefined;
}

/** The maximum number of mentions shown. */
export const MAX_MENTIONS = 2_000;
const AT_A_TIME = 16;
const PROGRESS_EVERY = 100;
/** Of a longer line, only the part around the mention is shown. */
const LONGEST_LINE = 200;
const BEFORE = 60;

/** Resolves when every file was searched, when the search is stopped, or when there are too many mentions. */
export async function searchMentions<File>(search: MentionSearch<File>): Promise<SearchResult<File>> {
  const { files, signal } = search;
  const found = new Map<File, readonly Mention[]>();
  const skipped = { large: 0, unreadable: 0 };
  let count = 0;
  let looked = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let file = files[next]; file !== undefined && !signal.aborted && count < MAX_MENTIONS; file = files[next]) {
      next += 1;
      const content = await search.read(file);
      if (signal.aborted) return;
      looked += 1;
      if (content === 'large' || content === 'unreadable') {
        skipped[content] += 1;
        continue;
      }
      const mentions = mentionsIn(content, search.find);
      if (mentions.length > 0) found.set(file, mentions.slice(0, MAX_MENTIONS - count));
      count += Math.min(mentions.length, MAX_MENTIONS - count);
      if (looked % PROGRESS_EVERY === 0) search.onProgress?.(looked, count);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return {
    files: files.flatMap((file) => {
      const mentions = found.get(file);
      return mentions === undefined ? [] : [{ file, mentions }];
    }),
    count,
    looked,
    ...skipped,
    cut: signal.aborted ? 'stopped' : count >= MAX_MENTIONS ? 'many' : undefined,
  };
}

function mentionsIn(content: Exclude<FileContent, string>, find: MentionSearch<unknown>['find']): readonly Mention[] {
  const text = content instanceof Uint8Array ? textOf(content) : content.text;
  return text === undefined ? [] : placeMentions(text, find(text));
}

/** Converts ranges, in the order of the text, into lines and columns. */
export function placeMentions(text: string, spans: readonly TextSpan[]): readonly Mention[] {
  const breaks = /\r\n|\r|\n/g;
  let line = 0;
  let begin = 0;
  let next = breaks.exec(text);
  return spans.map(({ start, end }) => {
    for (; next !== null && next.index < start; next = breaks.exec(text)) {
      line += 1;
      begin = breaks.lastIndex;
    }
    return {
      line,
      column: start - begin,
      length: end - start,
      ...shown(text, begin, next?.index ?? text.length, start),
    };
  });
}

function shown(text: string, begin: number, end: number, start: number): Pick<Mention, 'text' | 'at'> {
  const from = Math.max(begin, start - BEFORE);
  const part = text.slice(from, Math.min(end, from + LONGEST_LINE));
  const bare = part.trimStart();
  const dots = from > begin ? '…' : '';
  return { text: dots + bare.trimEnd(), at: start - from - (part.length - bare.length) + dots.length };
}
