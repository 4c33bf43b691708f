// Owns the search for what mentions an identifier: over the texts of many files, a few at a time, bounded and to be
// stopped at any moment.
import { textOf } from './fileText.ts';

/** Where in a text an identifier stands. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Mention {
  /** Counted from 0, as is the column. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line, or the part of a long one around it. */
  readonly text: string;
  /** Where in `text` it stands. */
  readonly at: number;
}

export interface FileMentions<File> {
  readonly file: File;
  readonly mentions: readonly Mention[];
}

/** Bytes, the text that stands in an editor, or why there is neither. */
export type FileContent = Uint8Array | { readonly text: string } | 'large' | 'unreadable';

export interface MentionSearch<File> {
  readonly files: readonly File[];
  /** Every place in a text, first to last. */
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
  /** So many were not looked into. */
  readonly large: number;
  readonly unreadable: number;
  /** Why there may be more: it was stopped, or there are too many to be shown. */
  readonly cut: 'stopped' | 'many' | undefined;
}

/** No more than so many are shown. */
export const MAX_MENTIONS = 2_000;
const AT_A_TIME = 16;
const PROGRESS_EVERY = 100;
/** Of a longer line only the part around the place is shown. */
const LONGEST_LINE = 200;
const BEFORE = 60;

/** Resolves when every file was looked into, when it is stopped, or when there are too many. */
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

/** The spans, first to last, as places in lines. */
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
