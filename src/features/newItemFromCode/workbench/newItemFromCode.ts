// Suggests a new work item for the TODO comment, the problem or the lines at the cursor.
import type * as vscode from 'vscode';
import { MAX_LINES_BEFORE } from '../../../core/code/commentForms.ts';
import {
  type CodeProblem,
  type ItemSuggestion,
  suggestFromProblem,
  suggestFromTodo,
} from '../../../core/code/suggestion.ts';
import { type Todo, todoAt } from '../../../core/code/todo.ts';
import type { ProblemOrTest } from '../existingItem.ts';
import { formatTodoLocation } from '../todoLocation.ts';

/** The text of a file, for example a `vscode.TextDocument`. */
export interface SourceText {
  readonly uri: { toString(): string };
  readonly languageId: string;
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** A range of complete lines in a file. Line numbers start at 0. */
export interface CodeLines<Text> {
  readonly document: Text;
  readonly first: number;
  readonly last: number;
}

/** The suggested values of a new work item, and the lines that it describes. */
export interface NewItemFromCode<Text = vscode.TextDocument> {
  readonly suggestion: ItemSuggestion;
  readonly at: CodeLines<Text> | undefined;
  /** The location of the TODO comment, as the text that the draft stores. The identifier is inserted there. */
  readonly todoLocation: string | undefined;
  /**
   * The problem or failed test that the work item is about. It determines the external id, which identifies an existing
   * work item for the same problem or test.
   */
  readonly cause?: ProblemOrTest | undefined;
}

/** The position of the cursor or, if text is selected, of the selection. A `vscode.Selection` has these properties. */
type CursorSelection = {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly active: { readonly line: number };
  readonly isEmpty: boolean;
};

/** A problem that VS Code shows, for example a `vscode.Diagnostic`. */
type Problem = Pick<vscode.Diagnostic, 'message' | 'source' | 'code'> & {
  readonly severity: number;
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
};

/** Maximum number of lines of a TODO comment. */
const MAX_COMMENT_LINES = 24;
/** Maximum number of lines that the new work item quotes, unless the user has selected the lines. */
const MAX_QUOTED_LINES = 20;

/** Returns the TODO comment that starts on this line, or undefined. */
export function findTodo(document: SourceText, line: number, markers: readonly string[]): Todo | undefined {
  const first = Math.max(0, line - MAX_LINES_BEFORE);
  const end = Math.min(document.lineCount, line + MAX_COMMENT_LINES);
  const lines = Array.from({ length: end - first }, (_, index) => document.lineAt(first + index).text);
  const todo = todoAt(lines, line - first, document.languageId, markers);
  return todo === undefined ? undefined : { ...todo, line, lastLine: first + todo.lastLine };
}

/** @param replaces the identifier in the comment that the identifier of the new work item replaces */
export function newItemFromTodo<Text extends SourceText>(
  document: Text,
  todo: Todo,
  replaces?: string,
): NewItemFromCode<Text> {
  const text = document.lineAt(todo.line).text;
  const location = { uri: document.uri.toString(), line: todo.line, text, replaces };
  return {
    suggestion: suggestFromTodo(todo),
    at: cutLines(document, todo.line, todo.lastLine),
    todoLocation: formatTodoLocation(location),
  };
}

export function newItemFromProblem<Text extends SourceText>(document: Text, problem: Problem): NewItemFromCode<Text> {
  const { start, end } = problem.range;
  const codeProblem = toCodeProblem(problem);
  const { source, code, message } = codeProblem;
  return {
    suggestion: suggestFromProblem(codeProblem),
    at: cutLines(document, start.line, end.line),
    todoLocation: undefined,
    cause: { kind: 'problem', parts: [source, code, message] },
  };
}

/**
 * Returns a suggestion for the TODO comment at the cursor, or else for the first problem at the cursor, or else for the
 * selected lines. `problems` contains the problems at the cursor, and is ignored if text is selected.
 */
export function newItemAtCursor<Text extends SourceText>(
  document: Text,
  { start, end, active, isEmpty }: CursorSelection,
  problems: readonly Problem[],
  markers: readonly string[],
): NewItemFromCode<Text> {
  const todo = findTodo(document, active.line, markers);
  if (todo !== undefined && start.line === end.line) return newItemFromTodo(document, todo);
  const [problem] = problems;
  if (isEmpty && problem !== undefined) return newItemFromProblem(document, problem);
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return {
    suggestion: { title: '', description: '', labels: [] },
    at: cutLines(document, start.line, last, last),
    todoLocation: undefined,
  };
}

export function cutLines<Text extends SourceText>(
  document: Text,
  first: number,
  last: number,
  lastAllowed = first + MAX_QUOTED_LINES - 1,
): CodeLines<Text> {
  const end = Math.min(last, lastAllowed, document.lineCount - 1);
  return { document, first: Math.min(first, end), last: end };
}

function toCodeProblem({ message, severity, source, code }: Problem): CodeProblem {
  const severities = ['error', 'warning', 'information', 'hint'] as const;
  const value = typeof code === 'object' ? code.value : code;
  return {
    message,
    severity: severities[severity] ?? 'information',
    source,
    code: value === undefined ? undefined : String(value),
  };
}
