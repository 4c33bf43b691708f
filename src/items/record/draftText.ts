// Returns texts about drafts for messages and lists: title, field or comment, excerpt, size limit.

import * as l10n from '@vscode/l10n';
import { userNameLookup } from '../../contract/userName.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { type CommentSlot, commentIn, type Draft, NEW_LINK } from '../../core/drafts/draft.ts';
import { MAX_DRAFT_BYTES, type SizeLimit } from '../../core/drafts/draftFiles.ts';
import type { DraftEntry } from '../../core/drafts/entries.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import { byKind } from '../../std/objects/byKind.ts';
import { firstLines, type UserNameLookup } from '../../std/text.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import { projectOf } from '../form/choices.ts';
import { targetOfKey } from './targetOfKey.ts';

/** The maximum number of lines of HTML that are read for an excerpt. */
const MAX_EXCERPT_LINES = 20;

/** Returns the current title of the draft's record, or the title stored in the draft if the record is not loaded. */
export function draftTitle(store: Store, key: string, { title }: Pick<Draft, 'title'>): string {
  return targetOfKey(key)?.title(store) ?? title;
}

/** Returns a lookup of the names of users whom a draft's texts mention. Without a store, the lookup finds no name. */
export function draftUserNames(store: Store | undefined, key: string): UserNameLookup {
  const address = targetOfKey(key)?.address;
  return userNameLookup(store, address === undefined ? '' : projectOf(address));
}

/**
 * Returns the label of an entry of a draft, for example `Description` or `Comment on prices.py:8-9`. `codePlaceName`
 * returns the file and the lines that a comment with this external id is about.
 */
export function draftEntryLabel(
  key: string,
  draft: Draft,
  entry: DraftEntry,
  codePlaceName: (externalId: string) => string | undefined,
): string {
  return byKind(entry, {
    record: () =>
      [
        draft.newRecord?.sent === undefined ? l10n.t('Not created yet') : l10n.t('Sent, no response received'),
        ...Object.keys(draft.touched).map((name) => fieldLabelOf(key, name)),
      ].join(', '),
    field: (entry) => fieldLabelOf(key, entry.name),
    comment: (entry) => commentLabel(entry.slot, codePlaceName),
    edit: () => l10n.t('Edited comment'),
    subItem: () => l10n.t('New sub-item'),
    link: (entry) => (entry.id === NEW_LINK ? l10n.t('New link') : l10n.t('Edited link')),
    description: () => l10n.t('Description as Markdown'),
  });
}

function commentLabel(slot: CommentSlot, codePlaceName: (externalId: string) => string | undefined): string {
  if (slot === 'composer') return l10n.t('Comment');
  if (slot === 'palette') return l10n.t('Comment from the Command Palette');
  const codeLocation = codePlaceName(slot.code);
  return codeLocation === undefined ? l10n.t('Comment on code') : l10n.t('Comment on {0}', codeLocation);
}

/**
 * Returns the start of the first text that is not blank, by which the user recognizes the draft. The lines of HTML are
 * separated by dots. In a comment on code, the code is skipped.
 */
export function entryExcerpt(draft: Draft, entry: DraftEntry, userName: UserNameLookup, maxLength = 80): string {
  const firstText =
    entryTexts(draft, entry, (html) => firstLines(html, MAX_EXCERPT_LINES, userName).join(' · '))
      .map(oneLine)
      .find((text) => text !== '') ?? '';
  // The length of the text without the ellipsis is at most `maxLength`, so one more character is allowed.
  return truncate(firstText, maxLength + 1);
}

/** Returns the whole text of a draft's entry without markup, so that the user can copy a draft that cannot be sent. */
export function entryText(draft: Draft, entry: DraftEntry, userName: UserNameLookup): string {
  return entryTexts(draft, entry, (html) => firstLines(html, Number.POSITIVE_INFINITY, userName).join('\n'))
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/**
 * Returns the message for a draft that exceeds the size limit on disk, or for drafts that together exceed the size
 * limit of all drafts.
 */
export function draftTooLargeText(exceededLimit: SizeLimit): string {
  const limit = formatBytes(MAX_DRAFT_BYTES[exceededLimit]);
  return exceededLimit === 'draft'
    ? l10n.t(
        'This draft exceeds {0}. New text is not saved to disk and is lost when this window closes. Send or shorten the draft.',
        limit,
      )
    : l10n.t(
        'Your drafts exceed {0} in total. New text is not saved to disk and is lost when this window closes. Send or discard some drafts.',
        limit,
      );
}

/** Returns the message for a text that was not saved, but is kept as a draft. */
export function textNotSaved(reason: string, mayHaveArrived: boolean): string {
  return [
    l10n.t('Not saved. {0}', reason),
    ...(mayHaveArrived ? [l10n.t('The server may have received the changes.')] : []),
    l10n.t('Your text is kept, and saving again is safe.'),
  ].join(' ');
}

/**
 * Returns the texts of a draft's entry. Removes markup only from HTML: in Markdown and plain text, `<` is a plain
 * character.
 */
function entryTexts(draft: Draft, entry: DraftEntry, textOf: (html: string) => string): readonly string[] {
  switch (entry.kind) {
    case 'record':
      return Object.keys(draft.touched).map((name) => fieldText(draft, name, textOf));
    case 'field':
      return [fieldText(draft, entry.name, textOf)];
    case 'comment': {
      const text = commentIn(draft, entry.slot)?.text ?? '';
      return [entry.slot === 'composer' ? textOf(text) : entry.slot === 'palette' ? text : removeCode(text)];
    }
    case 'edit':
      return [textOf(draft.edits?.[entry.id]?.html ?? '')];
    case 'subItem':
      return [draft.subItem?.pending ?? '', ...(draft.subItem?.queued ?? []), draft.subItem?.name ?? ''];
    case 'link': {
      const { title = '', url = '' } = draft.links?.[entry.id] ?? {};
      return [title, url];
    }
    case 'description':
      return [draft.description?.markdown ?? ''];
    default:
      return entry satisfies never;
  }
}

function fieldText(draft: Draft, name: string, textOf: (html: string) => string): string {
  const value = draft.touched[name];
  if (typeof value !== 'string') return '';
  return name.endsWith('_html') ? textOf(value) : value;
}

/** Removes the file name and the code block at the start of a comment on code. */
function removeCode(markdown: string): string {
  return markdown.replace(/^.*\n\n(`{3,})[^\n]*\n[^]*?\n\1(?:\n+|$)/, '');
}

function fieldLabelOf(key: string, name: string): string {
  return targetOfKey(key)?.form.fields.find((field) => field.name === name)?.label ?? name;
}

/** Returns the identifier at the start of a draft's title, or an empty string if there is none. */
export function identifierInTitle(title: string): string {
  return /^\S+-\d+(?= |$)/.exec(title)?.[0] ?? '';
}
