// Suggests a work item from a place in the editor: a TODO comment, a problem or the selected lines.
import * as vscode from 'vscode';
import { type CodeProblem, fromProblem, fromTodo, type ItemSuggestion } from '../../../codeLinks/suggestion.ts';
import { type Todo, todoAt } from '../../../codeLinks/todo.ts';
import { originSummary } from './commentOrigin.ts';

/** The initial values of a work item, and the lines that it is about. */
export interface CodeStart {
  readonly suggestion: ItemSuggestion;
  readonly at: Pick<vscode.TextEditor, 'document' | 'selection'> | undefined;
  /** Where the identifier is written to. See `openNew` of `RecordPanels`. */
  readonly origin: string | undefined;
}

/** Maximum number of lines of a comment. */
const LINES_READ = 24;
/** Maximum number of a problem's lines to quote. */
const MOST_LINES = 20;

/** The TODO on this line, if any. */
export function todoOn(document: vscode.TextDocument, line: number): Todo | undefined {
  const lines = Array.from(
    { length: Math.min(LINES_READ, document.lineCount - line) },
    (_, index) => document.lineAt(line + index).text,
  );
  const found = todoAt(lines, 0, document.languageId);
  return found === undefined ? undefined : { ...found, line, last: line + found.last };
}

export function todoStart(document: vscode.TextDocument, todo: Todo): CodeStart {
  const origin = { uri: document.uri.toString(), line: todo.line, text: document.lineAt(todo.line).text };
  return { suggestion: fromTodo(todo), at: linesAt(document, todo.line, todo.last), origin: originSummary(origin) };
}

export function problemStart(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): CodeStart {
  const { start, end } = diagnostic.range;
  return {
    suggestion: fromProblem(problemOf(diagnostic)),
    at: linesAt(document, start.line, end.line),
    origin: undefined,
  };
}

/** Returns the TODO or else the problem at the cursor, else the selected lines. */
export function startAt({ document, selection }: vscode.TextEditor): CodeStart {
  const { start, end } = selection;
  const todo = todoOn(document, selection.active.line);
  if (todo !== undefined && start.line === end.line) return todoStart(document, todo);
  const problem = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ range }) => selection.isEmpty && range.contains(selection.active));
  if (problem !== undefined) return problemStart(document, problem);
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return {
    suggestion: { title: '', says: '', labels: [] },
    at: linesAt(document, start.line, last, last),
    origin: undefined,
  };
}

export function linesAt(
  document: vscode.TextDocument,
  first: number,
  last: number,
  most = first + MOST_LINES - 1,
): CodeStart['at'] {
  const end = document.lineAt(Math.min(last, most, document.lineCount - 1)).range.end;
  return { document, selection: new vscode.Selection(new vscode.Position(Math.min(first, end.line), 0), end) };
}

function problemOf({ message, severity, source, code }: vscode.Diagnostic): CodeProblem {
  const severities = ['error', 'warning', 'information', 'hint'] as const;
  const value = typeof code === 'object' ? code.value : code;
  return {
    message,
    severity: severities[severity] ?? 'information',
    source,
    code: value === undefined ? undefined : String(value),
  };
}
