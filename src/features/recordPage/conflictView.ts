// Formats both sides of a conflict as text, for the page and for a diff editor. Pure.
import * as l10n from '@vscode/l10n';
import type { Conflict } from '../../items/edits/conflict.ts';
import type { Choice, FieldKind, FieldValue, FieldView } from '../../items/form/fieldProtocol.ts';
import type { ConflictView } from '../../shell/protocol/conflicts.ts';
import { firstLines, type UserNameLookup } from '../../std/text.ts';
import { truncate } from '../../std/truncate.ts';

const EXCERPT_LINES = 3;
const EXCERPT_LENGTH = 240;
const CHOICE_KINDS: ReadonlySet<FieldKind> = new Set(['choice', 'choices', 'item', 'items']);

/**
 * Formats both sides as text. `choiceOf` finds the choice for an id that is not among the choices of the field's view.
 */
export function conflictView(
  { field, theirs, mine }: Conflict,
  view: Pick<FieldView, 'label' | 'kind' | 'choices'>,
  choiceOf: (id: string) => Choice | undefined,
  userName: UserNameLookup,
): ConflictView {
  const nameOf = (id: string): string =>
    (view.choices?.find((choice) => choice.id === id) ?? choiceOf(id))?.label ?? l10n.t('Unknown');
  const valueText = (value: FieldValue): string => {
    if (typeof value === 'boolean') return value ? l10n.t('Yes') : l10n.t('No');
    if (value === null || value.length === 0) return l10n.t('None');
    if (typeof value !== 'string') return (CHOICE_KINDS.has(view.kind) ? value.map(nameOf) : value).join(', ');
    if (view.kind === 'richText') return excerptOf(value, userName);
    return CHOICE_KINDS.has(view.kind) ? nameOf(value) : value;
  };
  return {
    field,
    label: view.label,
    comparable: view.kind === 'richText',
    theirs: valueText(theirs),
    mine: valueText(mine),
  };
}

function excerptOf(html: string, userName: UserNameLookup): string {
  return truncate(firstLines(html, EXCERPT_LINES, userName).join(' · '), EXCERPT_LENGTH) || l10n.t('No text');
}

/**
 * Returns two texts for a diff editor: the plain text of both HTML texts, or their markup with a line break between
 * adjacent tags if the plain text is equal.
 */
export function textsToCompare(
  theirs: string,
  mine: string,
  userName: UserNameLookup,
): readonly [theirs: string, mine: string] {
  const plainTexts = [theirs, mine].map((html) => firstLines(html, Number.POSITIVE_INFINITY, userName).join('\n')) as [
    string,
    string,
  ];
  return plainTexts[0] === plainTexts[1] ? [addBreaksBetweenTags(theirs), addBreaksBetweenTags(mine)] : plainTexts;
}

function addBreaksBetweenTags(html: string): string {
  return html.replace(/>\s*</g, '>\n<');
}
