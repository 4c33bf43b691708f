// Describes drafts in messages and lists: title, place, text, and the size limit.

import * as l10n from '@vscode/l10n';
import type { Store } from '../cache/store.ts';
import { type CommentSlot, commentIn, type Draft } from '../drafts/draft.ts';
import { MAX_DRAFT_BYTES, type SizeLimits } from '../drafts/draftFiles.ts';
import type { DraftPiece } from '../drafts/pieces.ts';
import { formatBytes } from '../std/formatBytes.ts';
import { firstLines } from '../std/text.ts';
import { oneLine, truncate } from '../std/truncate.ts';
import { targetOfKey } from './record/recordTargets.ts';

/** Lines read of each text: more than the list and the prompt show. */
const SOME_LINES = 20;

/** Returns the current title of the draft's record, or the title stored in the draft if the record is not loaded. */
export function draftTitle(store: Store, key: string, { title }: Draft): string {
  return targetOfKey(key)?.title(store) ?? title;
}

/**
 * Returns, for example, `Description` or `Comment on prices.py:8-9`. `placeOf` returns the name of a code place by its
 * external id.
 */
export function draftPlaceText(
  key: string,
  draft: Draft,
  piece: DraftPiece,
  placeOf: (externalId: string) => string | undefined,
): string {
  switch (piece.kind) {
    case 'record':
      return [
        draft.making?.sent === undefined ? l10n.t('Not created yet') : l10n.t('Sent, no response received'),
        ...Object.keys(draft.touched).map((name) => labelOf(key, name)),
      ].join(', ');
    case 'field':
      return labelOf(key, piece.name);
    case 'comment':
      return commentPlaceText(piece.slot, placeOf);
    case 'edit':
      return l10n.t('Edited comment');
    default:
      return piece satisfies never;
  }
}

function commentPlaceText(slot: CommentSlot, placeOf: (externalId: string) => string | undefined): string {
  if (slot === 'composer') return l10n.t('Comment');
  if (slot === 'palette') return l10n.t('Comment from the Command Palette');
  const place = placeOf(slot.code);
  return place === undefined ? l10n.t('Comment on code') : l10n.t('Comment on {0}', place);
}

/**
 * Returns the first line of the text that is not blank, to recognize the draft by. A comment with code starts after the
 * code.
 */
export function firstWords(draft: Draft, piece: DraftPiece, most = 80): string {
  const words =
    textsIn(draft, piece, SOME_LINES)
      .map(oneLine)
      .find((text) => text !== '') ?? '';
  // `most` does not include the ellipsis.
  return truncate(words, most + 1);
}

/** Returns the whole text of a piece, one line per line of text, so that a draft that cannot be sent can be copied. */
export function allText(draft: Draft, piece: DraftPiece): string {
  return textsIn(draft, piece, Number.POSITIVE_INFINITY)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/**
 * Returns the message that is shown in the form when a draft, or all drafts together, exceed the size limit on disk.
 */
export function draftTooLargeText(bound: SizeLimits): string {
  const most = formatBytes(MAX_DRAFT_BYTES[bound]);
  return bound === 'draft'
    ? l10n.t(
        'This draft exceeds {0}. New text is not saved to disk and is lost when this window closes. Send or shorten the draft.',
        most,
      )
    : l10n.t(
        'Your drafts exceed {0} in total. New text is not saved to disk and is lost when this window closes. Send or discard some drafts.',
        most,
      );
}

/**
 * Removes the markup only from texts that are HTML: in the others `<` is a plain character. `most` limits the lines
 * read of each text.
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

/** Removes the leading place name and code block of a comment on code. */
function aboutCode(markdown: string): string {
  return markdown.replace(/^.*\n\n(`{3,})[^\n]*\n[^]*?\n\1(?:\n|$)/, '');
}

function labelOf(key: string, name: string): string {
  return targetOfKey(key)?.kind.fields.find((field) => field.name === name)?.label ?? name;
}
