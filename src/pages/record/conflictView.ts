// Shows a conflict: both sides as text, and as two texts for a line-by-line comparison. Pure.
import * as l10n from '@vscode/l10n';
import { firstLines } from '../../std/text.ts';
import { truncate } from '../../std/truncate.ts';
import type { Conflict } from '../edits/conflict.ts';
import type { ConflictView } from '../protocol/conflicts.ts';
import type { Choice, FieldKind, FieldValue, FieldView } from '../protocol/fields.ts';

const EXCERPT_LINES = 3;
const EXCERPT_LENGTH = 240;
const CHOSEN: ReadonlySet<FieldKind> = new Set(['choice', 'choices', 'item', 'items']);

/** Returns both sides as text. `choiceOf` returns the choice for an id that is not among the field's own choices. */
export function conflictView(
  { field, theirs, mine }: Conflict,
  view: Pick<FieldView, 'label' | 'kind' | 'choices'>,
  choiceOf: (id: string) => Choice | undefined,
): ConflictView {
  const nameOf = (id: string): string =>
    (view.choices?.find((choice) => choice.id === id) ?? choiceOf(id))?.label ?? l10n.t('Unknown');
  const words = (value: FieldValue): string => {
    if (typeof value === 'boolean') return value ? l10n.t('Yes') : l10n.t('No');
    if (value === null || value.length === 0) return l10n.t('None');
    if (typeof value !== 'string') return (CHOSEN.has(view.kind) ? value.map(nameOf) : value).join(', ');
    if (view.kind === 'richText') return excerptOf(value);
    return CHOSEN.has(view.kind) ? nameOf(value) : value;
  };
  return { field, label: view.label, comparable: view.kind === 'richText', theirs: words(theirs), mine: words(mine) };
}

function excerptOf(html: string): string {
  return truncate(firstLines(html, EXCERPT_LINES).join(' · '), EXCERPT_LENGTH) || l10n.t('No text');
}

/**
 * Returns two texts in which the difference of two HTML texts is visible: the plain text line by line, or the markup if
 * the plain text is equal.
 */
export function comparable(theirs: string, mine: string): readonly [theirs: string, mine: string] {
  const words = [theirs, mine].map((html) => firstLines(html, Number.POSITIVE_INFINITY).join('\n')) as [string, string];
  return words[0] === words[1] ? [tagByTag(theirs), tagByTag(mine)] : words;
}

function tagByTag(html: string): string {
  return html.replace(/>\s*</g, '>\n<');
}
