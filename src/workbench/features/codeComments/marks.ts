// Marks the lines that a comment links with a gutter icon or a CodeLens.
// It uses only comments in the cache and sends no request.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { anchorByQuote, linesOf } from '../../../codeLinks/anchor.ts';
import { isNamed } from '../../../codeLinks/codePlace.ts';
import { type CodeComment, codeComment } from '../../../codeLinks/commented.ts';
import type { Lines } from '../../../codeLinks/permalink.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { idOf } from '../../../contract/wire.ts';
import type { Session } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { escapeMarkdown } from '../../../std/text.ts';
import { truncate } from '../../../std/truncate.ts';
import { COMMANDS } from '../../contributions.ts';
import type { Repositories } from '../../git/repositories.ts';
import { commentedLines } from '../../settings.ts';
import { escapeCodicons } from '../../ui/escape.ts';
import { commandAddress } from '../mentions/card.ts';
import { namesOf } from './origin.ts';
import { MAX_FILE_CHARACTERS, pathBelow } from './source.ts';

export interface CommentMarksDeps {
  readonly repositories: Repositories;
  readonly extension: vscode.Uri;
}

/** In characters. */
const MOST_SHOWN = 80;
const OPEN = COMMANDS.openWorkItem;
const FILES: vscode.DocumentSelector = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];

/** Lasts as long as the session. Git is not used before a comment that links code is loaded. */
export class CommentMarks implements Disposable {
  readonly #deps: CommentMarksDeps;
  readonly #disposables = new Disposables();
  readonly #changed = new vscode.EventEmitter<void>();
  /** The gutter icon beside the first line. */
  readonly #icon: vscode.TextEditorDecorationType;
  /** The hover text of the lines. VS Code shows no hover text on a gutter icon. */
  readonly #words = vscode.window.createTextEditorDecorationType({});
  /** By comment id. */
  readonly #known = new Map<string, CodeComment>();
  readonly #session: Session;

  constructor(deps: CommentMarksDeps, session: Session) {
    this.#deps = deps;
    this.#session = session;
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(deps.extension, 'media', `${name}.svg`);
    this.#icon = vscode.window.createTextEditorDecorationType({
      light: { gutterIconPath: icon('comment-light') },
      dark: { gutterIconPath: icon('comment-dark') },
      gutterIconSize: '80%',
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
    });
    const { records } = session.store.comments;
    const disposables = [
      this.#changed,
      this.#icon,
      this.#words,
      records.onDidChange((ids) => this.#learn(ids)),
      deps.repositories.onDidChange(() => this.#show()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#show()),
      vscode.workspace.onDidSaveTextDocument(() => this.#show()),
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('contrail.code') && this.#show(),
      ),
      vscode.languages.registerCodeLensProvider(FILES, {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => (commentedLines() === 'codeLens' ? this.#lenses(document) : []),
      }),
    ];
    for (const one of disposables) this.#disposables.add(one);
    this.#learn([...records.all().keys()]);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #learn(ids: readonly string[]): void {
    const { comments } = this.#session.store;
    let isAnother = false;
    for (const id of ids) {
      const comment = comments.get(id);
      const item = comments.itemOf(id);
      const read = comment === undefined || item === undefined ? undefined : codeComment(comment, item);
      if (read === undefined) isAnother = this.#known.delete(id) || isAnother;
      else {
        this.#known.set(id, read);
        isAnother = true;
      }
    }
    if (!isAnother) return;
    void this.#deps.repositories.ready().then(() => this.#show());
  }

  #show(): void {
    this.#changed.fire();
    const isShown = commentedLines() === 'gutter';
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = isShown ? this.#on(editor.document) : [];
      editor.setDecorations(
        this.#icon,
        marks.map(({ lines: { first } }) => new vscode.Range(first - 1, 0, first - 1, 0)),
      );
      editor.setDecorations(
        this.#words,
        marks.map(({ lines: { first, last }, comments }) => ({
          range: editor.document.validateRange(new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER)),
          hoverMessage: this.#hover(comments),
        })),
      );
    }
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.#on(document).flatMap(({ lines, comments }) =>
      comments.map((one) => {
        const says = one.quote.says === '' ? '' : `: ${truncate(one.quote.says, MOST_SHOWN)}`;
        const title = `$(comment) ${escapeCodicons(`${this.#identifier(one)}${says}`)}`;
        const range = new vscode.Range(lines.first - 1, 0, lines.first - 1, 0);
        return new vscode.CodeLens(range, {
          title,
          tooltip: l10n.t('Open the work item'),
          command: OPEN,
          arguments: [one.item],
        });
      }),
    );
  }

  /** The commented lines of a document. Comments that start on the same line are grouped. */
  #on(document: vscode.TextDocument): readonly { readonly lines: Lines; readonly comments: readonly CodeComment[] }[] {
    if (this.#known.size === 0) return [];
    const about = this.#about(document.uri);
    if (about.length === 0) return [];
    const text = document.getText();
    if (text.length > MAX_FILE_CHARACTERS) return [];
    const now = linesOf(text);
    const marks = new Map<number, { readonly lines: Lines; readonly comments: CodeComment[] }>();
    for (const one of about) {
      const found = anchorByQuote(one.quote.lines, one.place.lines.first, now);
      if (found.kind === 'away') continue;
      const mark = marks.get(found.lines.first) ?? { lines: found.lines, comments: [] };
      mark.comments.push(one);
      marks.set(found.lines.first, mark);
    }
    return [...marks.values()];
  }

  #about(uri: vscode.Uri): readonly CodeComment[] {
    const repository = this.#deps.repositories.of(uri);
    const path = repository === undefined ? undefined : pathBelow(repository.root, uri);
    if (repository === undefined || path === undefined) return [];
    const names = namesOf(repository);
    return [...this.#known.values()].filter(
      ({ place }) => place.path === path && names.some((name) => isNamed(place.repository, name)),
    );
  }

  #hover(comments: readonly CodeComment[]): vscode.MarkdownString {
    const text = new vscode.MarkdownString('', true);
    // The text comes from other users and is escaped. The only command that it may run opens a work item.
    text.isTrusted = { enabledCommands: [OPEN] };
    for (const one of comments) {
      const link = commandAddress(OPEN, one.item);
      const name = this.#session.store.item(one.item)?.name ?? '';
      const label = escapeMarkdown(`${this.#identifier(one)} ${name}`);
      text.appendMarkdown(`$(comment) [${label}](${link} "${l10n.t('Open the work item')}")\n\n`);
      const author = this.#author(one);
      const { says } = one.quote;
      const what =
        says === '' ? l10n.t('{0} commented on these lines', author) : `${author}: ${truncate(says, MOST_SHOWN)}`;
      text.appendMarkdown(`${escapeMarkdown(what)}\n\n`);
    }
    return text;
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
