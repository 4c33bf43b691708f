// Marks the lines that a comment links with a gutter icon or a CodeLens.
// Only comments in the cache are used. No request is sent.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { anchorByQuote, splitLines } from '../../../codeLinks/anchor.ts';
import { matchesName } from '../../../codeLinks/codePlace.ts';
import { type CodeComment, parseCodeComment } from '../../../codeLinks/commented.ts';
import type { LineRange } from '../../../codeLinks/permalink.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { idOf } from '../../../contract/wire.ts';
import type { Session } from '../../../session/session.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { escapeMarkdown } from '../../../std/text.ts';
import { truncate } from '../../../std/truncate.ts';
import { COMMANDS } from '../../contributions.ts';
import type { Repositories } from '../../git/repositories.ts';
import { commentedLines } from '../../settings.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { commandLink } from '../mentions/card.ts';
import { namesOf } from './origin.ts';
import { MAX_FILE_CHARACTERS, pathInside } from './source.ts';

export interface CommentMarksDeps {
  readonly repositories: Repositories;
  readonly extension: vscode.Uri;
}

const MAX_TEXT_CHARACTERS = 80;
const OPEN_WORK_ITEM = COMMANDS.openWorkItem;
const FILE_SELECTOR: vscode.DocumentSelector = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];

/** Is created for each session. Git is not used before a comment that links code is loaded. */
export class CommentMarks implements Disposable {
  readonly #deps: CommentMarksDeps;
  readonly #disposables = new DisposableStore();
  readonly #lensChanges = new vscode.EventEmitter<void>();
  /** The gutter icon beside the first line. */
  readonly #gutterDecoration: vscode.TextEditorDecorationType;
  /** Shows the hover text of the lines. VS Code does not support hover text on a gutter icon. */
  readonly #hoverDecoration = vscode.window.createTextEditorDecorationType({});
  /** The comments that link code, by comment id. */
  readonly #commentsById = new Map<string, CodeComment>();
  readonly #session: Session;

  constructor(deps: CommentMarksDeps, session: Session) {
    this.#deps = deps;
    this.#session = session;
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(deps.extension, 'media', `${name}.svg`);
    this.#gutterDecoration = vscode.window.createTextEditorDecorationType({
      light: { gutterIconPath: icon('comment-light') },
      dark: { gutterIconPath: icon('comment-dark') },
      gutterIconSize: '80%',
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
    });
    const { records } = session.store.comments;
    const disposables = [
      this.#lensChanges,
      this.#gutterDecoration,
      this.#hoverDecoration,
      records.onDidChange((ids) => this.#updateComments(ids)),
      deps.repositories.onDidChange(() => this.#render()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#render()),
      vscode.workspace.onDidSaveTextDocument(() => this.#render()),
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('contrail.code') && this.#render(),
      ),
      vscode.languages.registerCodeLensProvider(FILE_SELECTOR, {
        onDidChangeCodeLenses: this.#lensChanges.event,
        provideCodeLenses: (document) => (commentedLines() === 'codeLens' ? this.#lenses(document) : []),
      }),
    ];
    for (const comment of disposables) this.#disposables.add(comment);
    this.#updateComments([...records.all().keys()]);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #updateComments(ids: readonly string[]): void {
    const { comments } = this.#session.store;
    let hasChanged = false;
    for (const id of ids) {
      const comment = comments.get(id);
      const item = comments.itemOf(id);
      const linked = comment === undefined || item === undefined ? undefined : parseCodeComment(comment, item);
      if (linked === undefined) hasChanged = this.#commentsById.delete(id) || hasChanged;
      else {
        this.#commentsById.set(id, linked);
        hasChanged = true;
      }
    }
    if (!hasChanged) return;
    void this.#deps.repositories.ready().then(() => this.#render());
  }

  #render(): void {
    this.#lensChanges.fire();
    const usesGutter = commentedLines() === 'gutter';
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = usesGutter ? this.#marksOf(editor.document) : [];
      editor.setDecorations(
        this.#gutterDecoration,
        marks.map(({ lines: { first } }) => new vscode.Range(first - 1, 0, first - 1, 0)),
      );
      editor.setDecorations(
        this.#hoverDecoration,
        marks.map(({ lines: { first, last }, comments }) => ({
          range: editor.document.validateRange(new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER)),
          hoverMessage: this.#hover(comments),
        })),
      );
    }
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.#marksOf(document).flatMap(({ lines, comments }) =>
      comments.map((comment) => {
        const text =
          comment.quote.firstLine === '' ? '' : `: ${truncate(comment.quote.firstLine, MAX_TEXT_CHARACTERS)}`;
        const title = `$(comment) ${escapeCodicons(`${this.#identifier(comment)}${text}`)}`;
        const range = new vscode.Range(lines.first - 1, 0, lines.first - 1, 0);
        return new vscode.CodeLens(range, {
          title,
          tooltip: l10n.t('Open the work item'),
          command: OPEN_WORK_ITEM,
          arguments: [comment.item],
        });
      }),
    );
  }

  /** Returns the commented lines of a document. Comments whose code starts on the same line are grouped. */
  #marksOf(
    document: vscode.TextDocument,
  ): readonly { readonly lines: LineRange; readonly comments: readonly CodeComment[] }[] {
    if (this.#commentsById.size === 0) return [];
    const fileComments = this.#fileComments(document.uri);
    if (fileComments.length === 0) return [];
    const text = document.getText();
    if (text.length > MAX_FILE_CHARACTERS) return [];
    const currentLines = splitLines(text);
    const marks = new Map<number, { readonly lines: LineRange; readonly comments: CodeComment[] }>();
    for (const comment of fileComments) {
      const anchored = anchorByQuote(comment.quote.lines, comment.place.lines.first, currentLines);
      if (anchored.kind === 'away') continue;
      const mark = marks.get(anchored.lines.first) ?? { lines: anchored.lines, comments: [] };
      mark.comments.push(comment);
      marks.set(anchored.lines.first, mark);
    }
    return [...marks.values()];
  }

  #fileComments(uri: vscode.Uri): readonly CodeComment[] {
    const repository = this.#deps.repositories.of(uri);
    const path = repository === undefined ? undefined : pathInside(repository.root, uri);
    if (repository === undefined || path === undefined) return [];
    const names = namesOf(repository);
    return [...this.#commentsById.values()].filter(
      ({ place }) => place.path === path && names.some((name) => matchesName(place.repository, name)),
    );
  }

  #hover(comments: readonly CodeComment[]): vscode.MarkdownString {
    const markdown = new vscode.MarkdownString('', true);
    // The text was written by other users and is escaped. The only command that a link may run opens a work item.
    markdown.isTrusted = { enabledCommands: [OPEN_WORK_ITEM] };
    for (const comment of comments) {
      const link = commandLink(OPEN_WORK_ITEM, comment.item);
      const name = this.#session.store.item(comment.item)?.name ?? '';
      const label = escapeMarkdown(`${this.#identifier(comment)} ${name}`);
      markdown.appendMarkdown(`$(comment) [${label}](${link} "${l10n.t('Open the work item')}")\n\n`);
      const author = this.#author(comment);
      const { firstLine: text } = comment.quote;
      const description =
        text === ''
          ? l10n.t('{0} commented on these lines', author)
          : `${author}: ${truncate(text, MAX_TEXT_CHARACTERS)}`;
      markdown.appendMarkdown(`${escapeMarkdown(description)}\n\n`);
    }
    return markdown;
  }

  #identifier({ item }: CodeComment): string {
    return this.#session.store.identifier(item) ?? l10n.t('Work item');
  }

  #author({ id, item }: CodeComment): string {
    const { store } = this.#session;
    const { actor, created_by } = store.comments.get(id) ?? {};
    const reference = actor ?? created_by;
    const user = reference ? store.user(item.project, idOf(reference)) : undefined;
    return user === undefined ? l10n.t('Unknown user') : nameOfUser(user);
  }
}
