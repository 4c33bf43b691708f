// Quick fixes that create a work item from a TODO comment or a problem.
// They run on every cursor move, so they must be cheap.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { oneLine, truncate } from '../../../std/truncate.ts';
import { COMMANDS } from '../../contributions.ts';
import { type CodeStart, problemStart, todoOn, todoStart } from './starts.ts';

const COMMAND = COMMANDS.createFromCode;
/** Maximum lines of a selection to examine, and maximum TODO comments and problems to offer. */
const MOST_LINES = 50;
const MOST_OFFERED = 5;
const LONGEST_NAME = 60;

export const METADATA: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
};

export class CodeActions implements vscode.CodeActionProvider {
  readonly #isLinked: (text: string) => boolean;

  /** @param isLinked whether a text mentions a work item */
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
        open.length === 1
          ? l10n.t('Create work item…')
          : l10n.t('Create work item from “{0}”…', truncate(oneLine(says), LONGEST_NAME));
      return actionOf(title, todoStart(document, todo));
    });
  }
}

function ofProblems(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
  return diagnostics.slice(0, MOST_OFFERED).map((one) => {
    const action = actionOf(
      l10n.t('Create work item from “{0}”…', truncate(oneLine(one.message), LONGEST_NAME)),
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
