// Owns what is said of drafts: where they are listed, what each piece is about and how old it is; and that one is too
// large to be kept.

import type { Store } from '../cache/store.ts';
import { commentIn, type Draft } from '../drafts/draft.ts';
import { MAX_DRAFT_BYTES, type SizeLimits } from '../drafts/draftFiles.ts';
import type { DraftPiece } from '../drafts/pieces.ts';
import { formatBytes } from '../std/formatBytes.ts';
import { firstLines } from '../std/text.ts';
import { oneLine, truncate } from '../std/truncate.ts';
import { targetOfKey } from './record/recordTargets.ts';

/** More than the list and the question show. */
const SOME_LINES = 20;

/** The present title of the draft's record; the one kept with the draft where the record is not known. */
export function draftTitle(store: Store, key: string, { title }: Draft): string {
  return targetOfKey(key)?.title(store) ?? title;
}

/** `Description`, `Comment on prices.py:8-9`. `placeOf` names the place in code with this external id. */
export function draftPlaceText(
  key: string,
  draft: Draft,
  piece: DraftPiece,
  placeOf: (externalId: string) => string | undefined,
): string {
  switch (piece.kind) {
    case 'record':
      return [
        draft.making?.sent === undefined ? 'Not created yet' : 'Sent, no answer received',
        ...Object.keys(draft.touched).map((name) => labelOf(key, name)),
      ].join(', ');
    case 'field':
      return labelOf(key, piece.name);
    case 'comment':
      return typeof piece.slot === 'string' ? COMMENTS[piece.slot] : `Comment on ${placeOf(piece.slot.code) ?? 'code'}`;
    case 'edit':
      return 'Changed comment';
    default:
      return piece satisfies never;
  }
}

const COMMENTS = { composer: 'Comment', palette: 'Comment (palette)' } as const;

/** The first words that were written, to know it by; of a comment with code those about the code. */
export function firstWords(draft: Draft, piece: DraftPiece, most = 80): string {
  const words =
    textsIn(draft, piece, SOME_LINES)
      .map(oneLine)
      .find((text) => text !== '') ?? '';
  // The ellipsis is not counted.
  return truncate(words, most + 1);
}

/** All words of a piece, a line for each of theirs: for copying what can no longer be sent. */
export function allWords(draft: Draft, piece: DraftPiece): string {
  return textsIn(draft, piece, Number.POSITIVE_INFINITY)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** Said where it is typed. */
export function draftTooLargeText(bound: SizeLimits): string {
  const most = formatBytes(MAX_DRAFT_BYTES[bound]);
  const lost = 'What you type from here on is in this window only, and not on disk:';
  return bound === 'draft'
    ? `This draft is larger than the ${most} that are kept. ${lost} send it, or make it shorter.`
    : `All your drafts together take the ${most} that are kept. ${lost} send or discard some of them.`;
}

/**
 * Without markup where there is any: of other texts a `<` is a letter. `most` is the number of lines of each that are
 * read.
 */
function textsIn(draft: Draft, piece: DraftPiece, most: number): readonly string[] {
  switch (piece.kind) {
    case 'record':
      return Object.keys(draft.touched).map((name) => fieldText(draft, name, most));
    case 'field':
      return [fieldText(draft, piece.name, most)];
    case 'comment': {
      const text = commentIn(draft, piece.slot)?.text ?? '';
      return [
        piece.slot === 'composer' ? withoutMarkup(text, most) : piece.slot === 'palette' ? text : aboutCode(text),
      ];
    }
    case 'edit':
      return [withoutMarkup(draft.edits?.[piece.id]?.html ?? '', most)];
    default:
      return piece satisfies never;
  }
}

function fieldText(draft: Draft, name: string, most: number): string {
  const value = draft.touched[name];
  if (typeof value !== 'string') return '';
  return name.endsWith('_html') ? withoutMarkup(value, most) : value;
}

function withoutMarkup(html: string, most: number): string {
  return firstLines(html, most).join('\n');
}

/** Without the place's name and the code that such a comment begins with. */
function aboutCode(markdown: string): string {
  return markdown.replace(/^.*\n\n(`{3,})[^\n]*\n[^]*?\n\1(?:\n|$)/, '');
}

function labelOf(key: string, name: string): string {
  return targetOfKey(key)?.kind.fields.find((field) => field.name === name)?.label ?? name;
}
