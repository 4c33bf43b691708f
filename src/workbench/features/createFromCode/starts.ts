// Suggests a new work item for the TODO comment, the problem or the lines at the cursor.
import * as vscode from 'vscode';
import { type CodeProblem, fromProblem, fromTodo, type ItemSuggestion } from '../../../codeLinks/suggestion.ts';
import { type Todo, todoAt } from '../../../codeLinks/todo.ts';
import { formatCommentOrigin } from './commentOrigin.ts';

/** The suggested values of a new work item, and the lines that it describes. */
export interface CodeStart {
  readonly suggestion: ItemSuggestion;
  readonly at: Pick<vscode.TextEditor, 'document' | 'selection'> | undefined;
  /** The comment into which the identifier is inserted, as text. See `openNew` of `RecordPanels`. */
  readonly origin: string | undefined;
}

/** Maximum number of lines of a TODO comment. */
const MAX_COMMENT_LINES = 24;
/** Maximum number of quoted lines of a problem. */
const MAX_PROBLEM_LINES = 20;

/** Returns the TODO comment that starts on this line, or undefined. */
export function todoOn(document: vscode.TextDocument, line: number): Todo | undefined {
  const lines = Array.from(
    { length: Math.min(MAX_COMMENT_LINES, document.lineCount - line) },
    (_, index) => document.lineAt(line + index).text,
  );
  const todo = todoAt(lines, 0, document.languageId);
  return todo === undefined ? undefined : { ...todo, line, lastLine: line + todo.lastLine };
}

export function startFromTodo(document: vscode.TextDocument, todo: Todo): CodeStart {
  const origin = { uri: document.uri.toString(), line: todo.line, text: document.lineAt(todo.line).text };
  return {
    suggestion: fromTodo(todo),
    at: linesAt(document, todo.line, todo.lastLine),
    origin: formatCommentOrigin(origin),
  };
}

export function startFromProblem(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): CodeStart {
  const { start, end } = diagnostic.range;
  return {
    suggestion: fromProblem(toCodeProblem(diagnostic)),
    at: linesAt(document, start.line, end.line),
    origin: undefined,
  };
}

/** Returns a suggestion for the TODO comment at the cursor, or else the problem there, or else the selected lines. */
export function startAtCursor({ document, selection }: vscode.TextEditor): CodeStart {
  const { start, end } = selection;
  const todo = todoOn(document, selection.active.line);
  if (todo !== undefined && start.line === end.line) return startFromTodo(document, todo);
  const problem = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ range }) => selection.isEmpty && range.contains(selection.active));
  if (problem !== undefined) return startFromProblem(document, problem);
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return {
    suggestion: { title: '', description: '', labels: [] },
    at: linesAt(document, start.line, last, last),
    origin: undefined,
  };
}

export function linesAt(
  document: vscode.TextDocument,
  first: number,
  last: number,
  lastAllowed = first + MAX_PROBLEM_LINES - 1,
): CodeStart['at'] {
  const end = document.lineAt(Math.min(last, lastAllowed, document.lineCount - 1)).range.end;
  return { document, selection: new vscode.Selection(new vscode.Position(Math.min(first, end.line), 0), end) };
}

function toCodeProblem({ message, severity, source, code }: vscode.Diagnostic): CodeProblem {
  const severities = ['error', 'warning', 'information', 'hint'] as const;
  const value = typeof code === 'object' ? code.value : code;
  return {
    message,
    severity: severities[severity] ?? 'information',
    source,
    code: value === undefined ? undefined : String(value),
  };
}
