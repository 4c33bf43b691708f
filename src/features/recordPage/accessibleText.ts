// The page of a record as a Markdown document, for screen readers.
import * as l10n from '@vscode/l10n';
import type { FieldView } from '../../items/form/fieldProtocol.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayText } from '../../std/displayName.ts';
import { formatDate, formatRelativeTime } from '../../std/formatTime.ts';
import { firstLines } from '../../std/text.ts';

/**
 * Returns a heading for each part and each comment. All text of people is indented, which makes it a code block: it is
 * read unchanged, and Markdown makes neither headings, links nor pictures of it. `now` is in milliseconds.
 */
export function accessibleText(model: PageModel, now: number): string {
  const [title, ...fields] = model.fields;
  const { comments, people, groups = [], unloadedText } = model;
  const texts = fields.filter(({ kind }) => kind === 'richText' || kind === 'plainText');
  const fieldLines = [
    ...fields.filter((field) => !texts.includes(field)).map((field) => [field.label, fieldText(field)] as const),
    ...groups.map(({ label, value }) => [label, value ?? ''] as const),
  ].flatMap(([label, value]) => (value === '' ? [] : `${label}: ${value}`));
  const linesOf = (html: string): readonly string[] => firstLines(html, Number.POSITIVE_INFINITY, (id) => people[id]);
  return [
    `# ${heading(model.identifier)}`,
    block(title === undefined ? [] : [String(title.value ?? '')]),
    block(model.problem === undefined || unloadedText !== undefined ? [] : [model.problem.message]),
    ...(fieldLines.length === 0 ? [] : [`## ${l10n.t('Fields')}`, block(fieldLines)]),
    ...(unloadedText === undefined
      ? []
      : [`## ${heading(unloadedText.label)}`, block([model.problem?.message ?? l10n.t('Loading…')])]),
    ...texts.flatMap(({ label, kind, value }) => {
      const text = String(value ?? '');
      const lines = kind === 'richText' ? linesOf(text) : text.split('\n');
      return [`## ${heading(label)}`, block(lines.length === 0 ? [l10n.t('No description.')] : lines)];
    }),
    ...(model.hasComments ? [`## ${l10n.t('Comments')}`, block(commentNotes(comments))] : []),
    ...comments.items.flatMap(({ author, createdAt, html }, index) => [
      `### ${l10n.t('Comment {0} of {1}', formatCount(index + 1), formatCount(comments.items.length))}`,
      block([
        createdAt === undefined ? author : `${author}, ${formatRelativeTime(Date.parse(createdAt), now)}`,
        ...linesOf(html),
      ]),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Returns what is to be said about the list of comments itself. */
function commentNotes({ status, problem, items, more }: PageModel['comments']): readonly string[] {
  if (status === 'loading') return [l10n.t('Loading comments…')];
  if (status === 'failed') return [problem?.message ?? l10n.t('The comments could not be loaded.')];
  if (items.length === 0) return [l10n.t('No comments yet.')];
  return more === undefined ? [] : [l10n.t('The page can show more comments.')];
}

/** Returns the value of a field as text, or '' if it has none. */
export function fieldText({ kind, value, valueLabel, choices = [] }: FieldView): string {
  if (valueLabel !== undefined) return valueLabel;
  if (kind === 'flag') return value === true ? l10n.t('Yes') : l10n.t('No');
  if (kind === 'date') return typeof value === 'string' ? formatDate(value) : '';
  const values = Array.isArray(value) ? value : [value];
  return values
    .flatMap((one) => (typeof one === 'string' ? (choices.find(({ id }) => id === one)?.label ?? one) : []))
    .join(', ');
}

/** Returns text of Contrail, an identifier or a label as a heading: other characters could form a link. */
function heading(text: string): string {
  return displayText(text).replaceAll(/[^\p{L}\p{N} -]/gu, '');
}

function block(lines: readonly string[]): string {
  return lines
    .flatMap((line) => displayText(line, { keepLines: true }).split(/[\n\r\u2028\u2029]/))
    .map((line) => `    ${line}`)
    .join('\n');
}
