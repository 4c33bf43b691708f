// Lets the user type a filter, with suggestions, and with an error message that names the position of a mistake.
import * as l10n from '@vscode/l10n';
import type { GetFieldNames } from '../../items/filter/names.ts';
import type { ViewQuery } from '../../items/grouping/choices.ts';
import { completeQuery } from '../../items/query/completeQuery.ts';
import { type ParsedQuery, parseQuery, type QueryProblem } from '../../items/query/parseQuery.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';

interface EditQueryOptions {
  readonly title: string;
  /** The label of the row that accepts the text. */
  readonly acceptLabel: string;
  /** The initial text. */
  readonly text: string;
  readonly names: GetFieldNames;
  /**
   * Called with the text when the user presses Back or Escape. Without this callback, the list has no Back button.
   */
  readonly onLeave?: (text: string) => void;
}

/** Selecting the row accepts `query`, or replaces the typed text with `newText`. */
interface QueryRow extends HelpRow {
  readonly query?: ViewQuery;
}

/** Resolves with the query, or with undefined if the user cancels. Text with a mistake is not accepted. */
export async function editQuery(prompts: Prompts, options: EditQueryOptions): Promise<ViewQuery | undefined> {
  const list = prompts.createList<QueryRow>({
    title: options.title,
    placeholder: l10n.t({
      message: 'For example {0}',
      args: ['is:open assignee:me due:<7d -label:later sort:priority'],
      comment: ['{0} is a filter, which is the same in every language'],
    }),
    text: options.text,
    // Back and Escape leave the list in the same way.
    onBack: options.onLeave && (() => undefined),
    staysOpen: true,
  });
  const update = (text: string): void => {
    const rows = rowsForText(text, options);
    list.setRows(rows, { focused: rows.find(({ isSeparator }) => isSeparator !== true) });
  };
  update(options.text);
  list.onDidType(update);
  for await (const event of list.events()) {
    const row = event.kind === 'accept' ? event.row : undefined;
    if (row?.query !== undefined) return row.query;
    if (row?.newText === undefined) continue;
    list.setText(row.newText);
    update(row.newText);
  }
  options.onLeave?.(list.text);
  return undefined;
}

function rowsForText(text: string, { names, acceptLabel }: EditQueryOptions): readonly QueryRow[] {
  const parsedQuery = parseQuery(text, names);
  const acceptRow = (query: ViewQuery): QueryRow => ({
    label: acceptLabel,
    icon: { id: 'check' },
    alwaysShow: true,
    query,
  });
  return [...('query' in parsedQuery ? [acceptRow(parsedQuery.query)] : []), ...helpRows(text, parsedQuery, names)];
}

/** A row that replaces the typed text, or that only says what is wrong with it. */
export interface HelpRow extends ListRow {
  readonly newText?: string;
}

/**
 * Returns the rows with mistakes and suggestions. While the user types a word that suggestions complete, a mistake in
 * this word is listed below the suggestions.
 */
export function helpRows(text: string, parsedQuery: ParsedQuery, names: GetFieldNames): readonly HelpRow[] {
  const suggestions = suggestionRows(text, names);
  if ('query' in parsedQuery)
    return [...parsedQuery.warnings.map((warning) => problemRow(text, warning, 'warning')), ...suggestions];
  const { problems } = parsedQuery;
  const problemRows = problems.map((problem) => problemRow(text, problem, 'error'));
  const isTyping = suggestions.length > 0 && problems.every(({ end }) => end === text.length);
  return isTyping ? [...suggestions, ...problemRows] : [...problemRows, ...suggestions];
}

function suggestionRows(text: string, names: GetFieldNames): readonly HelpRow[] {
  const { start, end, suggestions } = completeQuery(text, text.length, names);
  const rows = suggestions
    .map(
      (suggestion): HelpRow => ({
        label: suggestion.text,
        description: suggestion.label === suggestion.text ? '' : suggestion.label,
        icon: { id: 'symbol-keyword' },
        alwaysShow: true,
        newText: text.slice(0, start) + suggestion.text + text.slice(end),
      }),
    )
    .filter(({ newText }) => newText !== text);
  return rows.length === 0 ? [] : [{ label: l10n.t('Suggestions'), isSeparator: true }, ...rows];
}

/** The row of a mistake. Selecting it replaces the wrong part with what the user may have meant. */
function problemRow(
  text: string,
  { start, end, message, hint, fix }: QueryProblem,
  icon: 'error' | 'warning',
): HelpRow {
  const position = l10n.t('Character {0}', start + 1);
  return {
    label: message,
    detail: hint === undefined ? position : `${hint} · ${position}`,
    icon: { id: icon, color: icon === 'error' ? 'problemsErrorIcon.foreground' : 'problemsWarningIcon.foreground' },
    alwaysShow: true,
    ...(fix === undefined ? {} : { newText: text.slice(0, start) + fix + text.slice(end) }),
  };
}
