// Suggests title, description and labels of a work item created from a TODO, problem or test. Pure.

import * as l10n from '@vscode/l10n';
import { MAX_NAME_LENGTH } from '../../contract/schema/limits.ts';
import { largestOf } from '../../std/firstInOrder.ts';
import { escapeMarkdown } from '../../std/text.ts';
import { oneLine, truncate } from '../../std/truncate.ts';
import type { Todo } from './todo.ts';

export interface ItemSuggestion {
  readonly title: string;
  /** The description in Markdown, without the code. */
  readonly description: string;
  /** Names of labels in lower case. Names that no label of the project has are ignored. */
  readonly labels: readonly string[];
}

/** An entry of VS Code's Problems view. */
export interface CodeProblem {
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly source: string | undefined;
  readonly code: string | undefined;
}

export interface FailedTest {
  /** The names from the outermost suite to the test. */
  readonly path: readonly string[];
  readonly message: string | undefined;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

/** The maximum length of a quoted message of a linter, compiler or test, in characters. */
const MAX_MESSAGE_LENGTH = 10_000;
const TAG = /(?:^|\s)#([\p{L}][\p{L}\p{N}_-]{1,40})/gu;

export function suggestFromTodo({ marker, textLines }: Todo): ItemSuggestion {
  const [firstLine = ''] = textLines;
  const needsDescription = textLines.length > 1 || firstLine.length > MAX_NAME_LENGTH;
  const tags = [...textLines.join('\n').matchAll(TAG)].map(([, tag = '']) => tag.toLowerCase());
  return {
    title: toTitle(firstLine),
    description: needsDescription ? textLines.map(escapeMarkdown).join('\n') : '',
    labels: [...(marker === 'FIXME' ? ['fixme', 'bug'] : [marker.toLowerCase()]), ...tags],
  };
}

export function suggestFromProblem({ message, severity, source, code }: CodeProblem): ItemSuggestion {
  const [firstLine = ''] = message.split(/\r\n|\r|\n/);
  const origin = [source, code].filter((part) => part !== undefined && part !== '').join(' ');
  return {
    title: toTitle(firstLine),
    description: `${problemHeadline(severity, escapeMarkdown(origin))}\n\n${fencedText(message)}`,
    labels: severity === 'error' ? ['bug', 'error'] : [severity],
  };
}

const SEVERITIES: Readonly<Record<CodeProblem['severity'], () => string>> = {
  error: () => l10n.t('Error'),
  warning: () => l10n.t('Warning'),
  information: () => l10n.t('Information'),
  hint: () => l10n.t('Hint'),
};

function problemHeadline(severity: CodeProblem['severity'], origin: string): string {
  const label = SEVERITIES[severity]();
  return origin === '' ? l10n.t('{0}:', label) : l10n.t('{0} ({1}):', label, origin);
}

export function suggestFromTest({ path, message, expected, actual }: FailedTest): ItemSuggestion {
  const blocks = [
    l10n.t('Failed test: {0}', path.map(escapeMarkdown).join(' › ')),
    ...(message === undefined ? [] : [fencedText(message)]),
    ...(expected === undefined ? [] : [l10n.t('Expected:'), fencedText(expected)]),
    ...(actual === undefined ? [] : [l10n.t('Actual:'), fencedText(actual)]),
  ];
  return {
    title: toTitle(l10n.t('Failing test: {0}', path.slice(-2).join(' › '))),
    description: blocks.join('\n\n'),
    labels: ['bug', 'test', 'tests'],
  };
}

/** Returns the ids of the project's labels with these names, ignoring case. */
export function findLabelIds(
  names: readonly string[],
  labels: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const wantedNames = new Set(names.map((name) => name.toLowerCase()));
  return labels.filter(({ name }) => wantedNames.has(name.trim().toLowerCase())).map(({ id }) => id);
}

function toTitle(text: string): string {
  return truncate(oneLine(text), MAX_NAME_LENGTH);
}

function fencedText(text: string): string {
  const truncatedText = truncate(text, MAX_MESSAGE_LENGTH);
  const longestBackticks = largestOf(
    (truncatedText.match(/`+/g) ?? []).map(({ length }) => length),
    2,
  );
  const fence = '`'.repeat(longestBackticks + 1);
  return `${fence}\n${truncatedText}\n${fence}`;
}
