// Describes drafts in messages and lists: title, place, text, and the size limit.

import * as l10n from '@vscode/l10n';
import type { Store } from '../cache/store.ts';
import { commentIn, type Draft } from '../drafts/draft.ts';
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
        draft.making?.sent === undefined ? l10n.t('Not created yet') : l10n.t('Sent, no answer received'),
        ...Object.keys(draft.touched).map((name) => labelOf(key, name)),
      ].join(', ');
    case 'field':
      return labelOf(key, piece.name);
    case 'comment':
      return typeof piece.slot === 'string'
        ? COMMENTS[piece.slot]
        : l10n.t('Comment on {0}', placeOf(piece.slot.code) ?? 'code');
    case 'edit':
      return l10n.t('Changed comment');
    default:
      return piece satisfies never;
  }
}

const COMMENTS = { composer: 'Comment', palette: 'Comment (palette)' } as const;

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
export function allWords(draft: Draft, piece: DraftPiece): string {
  return textsIn(draft, piece, Number.POSITIVE_INFINITY)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/**
 * Returns the message that is shown in the form when a draft, or all drafts together, exceed the size limit on disk.
 */
export function draftTooLargeText(bound: SizeLimits): string {
  const most = formatBytes(MAX_DRAFT_BYTES[bound]);
  const lost = l10n.t('What you type from here on is in this window only, and not on disk:');
  return bound === 'draft'
    ? l10n.t('This draft is larger than the {0} that are kept. {1} send it, or make it shorter.', most, lost)
    : l10n.t('All your drafts together take the {0} that are kept. {1} send or discard some of them.', most, lost);
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
