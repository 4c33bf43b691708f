// Marks TODO comments whose work items are finished with a hint, and offers what to do with them.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { todoRemoval } from '../../../core/code/todo.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { VisibleMentionLoader } from '../../../core/mentions/visibleMentionLoader.ts';
import type { Session } from '../../../core/session/session.ts';
import { mentionsIn, type PlacedMention } from '../../../shell/code/mentionsInDocument.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { isInWindowFolder } from '../../../shell/notebookCells.ts';
import { marksFinishedTodos, todoMarkers } from '../../../shell/settings.ts';
import { displayName } from '../../../std/displayName.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import { followUpOfTodo } from './followUp.ts';
import { findTodo } from './newItemFromCode.ts';

/** Debounce time for typing and for changes of work items. */
const UPDATE_DEBOUNCE_MS = 300;
/** A longer document is probably generated. */
const MAX_CHARACTERS = 1_000_000;
/** Maximum number of mentions of a document whose lines are searched for TODO comments. */
const MAX_MENTIONS = 200;
const SOURCE = 'Contrail';

/** One instance is created for each session. Only visible documents in the folders of the window are searched. */
export class FinishedTodos extends DisposableStore {
  readonly #session: Session;
  readonly #mentionResolver: MentionResolver;
  readonly #hints = this.add(vscode.languages.createDiagnosticCollection('contrail.finishedTodos'));
  readonly #loader: VisibleMentionLoader;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Session, mentionResolver: MentionResolver) {
    super();
    this.#session = session;
    this.#mentionResolver = mentionResolver;
    this.#loader = this.add(new VisibleMentionLoader(mentionResolver, () => session.client.allowance.unusedShare));
    const schedule = (): void => this.#schedule();
    this.add(mentionResolver.onDidChange(schedule));
    this.add(session.store.onDidReceiveNames(schedule));
    this.add(session.store.resources.states.onDidChangeListed(schedule));
    this.add(vscode.window.onDidChangeVisibleTextEditors(schedule));
    this.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => visibleDocuments().includes(document) && schedule()),
    );
    this.add(
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('contrail.code') && this.#schedule(),
      ),
    );
    this.add({ dispose: () => clearTimeout(this.#timer) });
    schedule();
  }

  /** Returns the quick fixes for the hints on the lines of the range. */
  actionsFor(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.CodeAction[] {
    return (this.#hints.get(document.uri) ?? []).flatMap((diagnostic) => {
      const { line } = diagnostic.range.start;
      if (line < start.line || line > end.line) return [];
      const mention = this.#mentionResolver.matcher.matchWhole(identifierOf(diagnostic));
      const resolution = mention && this.#mentionResolver.resolve(mention);
      const todo = findTodo(document, line, todoMarkers());
      if (mention === undefined || resolution?.kind !== 'read' || todo === undefined) return [];
      const { identifier } = mention;
      return [
        removeAction(document, line),
        commandAction(l10n.t('Reopen {0} (Contrail)', identifier), COMMANDS.reopen, resolution.address),
        commandAction(
          l10n.t('Create follow-up of {0} (Contrail)', identifier),
          COMMANDS.createFromCode,
          followUpOfTodo(document, todo, identifier),
        ),
      ].map((action) => Object.assign(action, { diagnostics: [diagnostic] }));
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), UPDATE_DEBOUNCE_MS);
  }

  #update(): void {
    const documents = marksFinishedTodos() ? visibleDocuments().filter(isSearched) : [];
    const shownUris = new Set(documents.map(({ uri }) => uri.toString()));
    for (const [uri] of this.#hints) if (!shownUris.has(uri.toString())) this.#hints.delete(uri);
    const visibleMentions = documents.flatMap((document) => {
      const todoMentions = this.#todoMentions(document);
      const hints = todoMentions.flatMap((mentions) => this.#hintFor(mentions) ?? []);
      if (!areSame(this.#hints.get(document.uri) ?? [], hints)) this.#hints.set(document.uri, hints);
      return todoMentions.flat().map(({ mention }) => mention);
    });
    this.#loader.setVisibleMentions(visibleMentions.filter((mention) => !this.#mentionResolver.isRuledOut(mention)));
  }

  /** Returns the mentions in parentheses after the markers of TODO comments, by comment. */
  #todoMentions(document: vscode.TextDocument): readonly (readonly PlacedMention[])[] {
    const markers = todoMarkers();
    const mentions = mentionsIn(document, this.#mentionResolver.matcher).slice(0, MAX_MENTIONS);
    return [...new Set(mentions.map(({ range }) => range.start.line))].flatMap((line) => {
      const owner = findTodo(document, line, markers)?.owner ?? '';
      const ownerMentions = mentions.filter(
        ({ mention, range }) => range.start.line === line && owner.includes(mention.identifier),
      );
      return ownerMentions.length === 0 ? [] : [ownerMentions];
    });
  }

  /** Returns the hint if all work items of the comment are known to be finished. */
  #hintFor(mentions: readonly PlacedMention[]): vscode.Diagnostic | undefined {
    const { store } = this.#session;
    const stateNames = mentions.map(({ mention }) => {
      const resolution = this.#mentionResolver.resolve(mention);
      return resolution.kind === 'read' && store.isDone(resolution.address)
        ? store.stateOf(resolution.address)?.name
        : undefined;
    });
    const [first] = mentions;
    const [stateName] = stateNames;
    if (first === undefined || stateName === undefined || stateNames.includes(undefined)) return undefined;
    const { identifier } = first.mention;
    const message = l10n.t(
      '{0} is in the state {1}. This comment may be out of date.',
      identifier,
      displayName(stateName),
    );
    const hint = new vscode.Diagnostic(first.range, message, vscode.DiagnosticSeverity.Hint);
    hint.source = SOURCE;
    hint.code = identifier;
    return hint;
  }
}

/** Whether a diagnostic is a hint of `FinishedTodos`, from which no work item is created. */
export function isFinishedTodoHint({ source, severity }: vscode.Diagnostic): boolean {
  return source === SOURCE && severity === vscode.DiagnosticSeverity.Hint;
}

function identifierOf({ code }: vscode.Diagnostic): string {
  return typeof code === 'string' ? code : '';
}

function removeAction(document: vscode.TextDocument, line: number): vscode.CodeAction {
  const action = new vscode.CodeAction(l10n.t('Remove TODO (Contrail)'), vscode.CodeActionKind.QuickFix);
  const lines = document.getText().split(/\r\n|\r|\n/);
  const removal = todoRemoval(lines, line, document.languageId, todoMarkers());
  if (removal === undefined) return action;
  const { start, end, text } = removal;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, new vscode.Range(start.line, start.column, end.line, end.column), text);
  return action;
}

function commandAction(title: string, command: string, argument: unknown): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command, title, arguments: [argument] };
  return action;
}

function visibleDocuments(): readonly vscode.TextDocument[] {
  return [...new Set(vscode.window.visibleTextEditors.map(({ document }) => document))];
}

function isSearched(document: vscode.TextDocument): boolean {
  return isInWindowFolder(document.uri) && document.getText().length <= MAX_CHARACTERS;
}

/** Whether the hints are the same, so that VS Code need not show them again. */
function areSame(hints: readonly vscode.Diagnostic[], others: readonly vscode.Diagnostic[]): boolean {
  const textOf = ({ range, message }: vscode.Diagnostic): string => JSON.stringify([range, message]);
  return hints.map(textOf).join('\n') === others.map(textOf).join('\n');
}
