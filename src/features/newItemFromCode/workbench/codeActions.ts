// Quick fixes that create a work item from a TODO comment or a problem, and the code action that comments on a
// selection. VS Code asks for quick fixes on every cursor move, so providing them must be fast.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { isInWindowFolder } from '../../../shell/notebookCells.ts';
import { todoMarkers } from '../../../shell/settings.ts';
import { oneLine, truncate } from '../../../std/truncate.ts';
import { type FinishedTodos, isFinishedTodoHint } from './finishedTodos.ts';
import { findTodo, type NewItemFromCode, newItemFromProblem, newItemFromTodo } from './newItemFromCode.ts';

const COMMAND = COMMANDS.createFromCode;
/** Maximum number of lines of a selection that are searched for TODO comments. */
const MAX_LINES = 50;
/** Maximum number of quick fixes for TODO comments, and also for problems. */
const MAX_QUICK_FIXES = 5;
const MAX_NAME_CHARACTERS = 60;

/** A separate kind: with the kind `refactor`, the context menu of every file would contain Refactor…. */
const COMMENT_KIND = vscode.CodeActionKind.Empty.append('contrail');

export const CODE_ACTION_METADATA: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, COMMENT_KIND],
};

export class CodeActions implements vscode.CodeActionProvider {
  readonly #isLinked: (text: string) => boolean;
  readonly #finishedTodos: Pick<FinishedTodos, 'actionsFor'>;

  /** @param isLinked returns whether a text mentions a work item that is not known to be deleted */
  constructor(isLinked: (text: string) => boolean, finishedTodos: Pick<FinishedTodos, 'actionsFor'>) {
    this.#isLinked = isLinked;
    this.#finishedTodos = finishedTodos;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics, only, triggerKind }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    if (!isInWindowFolder(document.uri)) return [];
    const isWanted = (kind: vscode.CodeActionKind): boolean => only === undefined || only.contains(kind);
    // Without this condition, VS Code would show a light bulb beside every selection.
    const isInvoked = triggerKind === vscode.CodeActionTriggerKind.Invoke;
    return [
      ...(isWanted(vscode.CodeActionKind.QuickFix)
        ? [
            ...this.#finishedTodos.actionsFor(document, range),
            ...this.#actionsForTodos(document, range),
            ...actionsForProblems(
              document,
              diagnostics.filter((one) => !isFinishedTodoHint(one)),
            ),
          ]
        : []),
      ...(isInvoked && !range.isEmpty && isWanted(COMMENT_KIND) ? [commentAction()] : []),
    ];
  }

  #actionsForTodos(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.CodeAction[] {
    const count = Math.min(end.line - start.line + 1, MAX_LINES);
    const markers = todoMarkers();
    const todos = Array.from(
      { length: count },
      (_, index) => findTodo(document, start.line + index, markers) ?? [],
    ).flat();
    const unlinkedTodos = todos.filter(({ owner }) => !this.#isLinked(owner)).slice(0, MAX_QUICK_FIXES);
    return unlinkedTodos.map((todo) => {
      const [text = ''] = todo.textLines;
      const title =
        unlinkedTodos.length === 1 ? l10n.t('Create work item from {0} (Contrail)', todo.marker) : titleFor(text);
      return createAction(title, newItemFromTodo(document, todo));
    });
  }
}

function actionsForProblems(
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  return diagnostics.slice(0, MAX_QUICK_FIXES).map((diagnostic) => {
    const action = createAction(titleFor(diagnostic.message), newItemFromProblem(document, diagnostic));
    action.diagnostics = [diagnostic];
    return action;
  });
}

function titleFor(text: string): string {
  return l10n.t('Create work item from “{0}” (Contrail)', truncate(oneLine(text), MAX_NAME_CHARACTERS));
}

function commentAction(): vscode.CodeAction {
  const title = l10n.t('Comment with Selected Code…');
  const action = new vscode.CodeAction(title, COMMENT_KIND);
  action.command = { command: COMMANDS.commentWithCode, title };
  return action;
}

function createAction(title: string, newItem: NewItemFromCode): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: COMMAND, title, arguments: [newItem] };
  return action;
}
