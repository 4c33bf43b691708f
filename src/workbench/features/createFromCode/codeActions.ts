// Owns the quick fixes that make a work item of a TODO comment or of a problem: cheap enough for every move of the
// cursor.
import * as vscode from 'vscode';
import { oneLine, truncate } from '../../../std/truncate.ts';
import { COMMANDS } from '../../contributions.ts';
import { type CodeStart, problemStart, todoOn, todoStart } from './starts.ts';

const COMMAND = COMMANDS.createFromCode;
/** So many lines of a selection are looked at, and so many of each are offered. */
const MOST_LINES = 50;
const MOST_OFFERED = 5;
const LONGEST_NAME = 60;

export const METADATA: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
};

export class CodeActions implements vscode.CodeActionProvider {
  readonly #isLinked: (text: string) => boolean;

  /** `isLinked`: whether a text mentions a work item. */
  constructor(isLinked: (text: string) => boolean) {
    this.#isLinked = isLinked;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics, only }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    if (only !== undefined && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
    if (vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return [];
    return [...this.#ofTodos(document, range), ...ofProblems(document, diagnostics)];
  }

  #ofTodos(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.CodeAction[] {
    const count = Math.min(end.line - start.line + 1, MOST_LINES);
    const found = Array.from({ length: count }, (_, index) => todoOn(document, start.line + index) ?? []).flat();
    const open = found.filter(({ owner }) => !this.#isLinked(owner)).slice(0, MOST_OFFERED);
    return open.map((todo) => {
      const [says = ''] = todo.says;
      const title =
        open.length === 1 ? 'Create work item…' : `Create work item from “${truncate(oneLine(says), LONGEST_NAME)}”…`;
      return actionOf(title, todoStart(document, todo));
    });
  }
}

function ofProblems(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  return diagnostics.slice(0, MOST_OFFERED).map((one) => {
    const action = actionOf(
      `Create work item from “${truncate(oneLine(one.message), LONGEST_NAME)}”…`,
      problemStart(document, one),
    );
    action.diagnostics = [one];
    return action;
  });
}

function actionOf(title: string, start: CodeStart): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: COMMAND, title, arguments: [start] };
  return action;
}
