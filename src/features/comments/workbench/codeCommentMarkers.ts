// Marks the lines that comments link: with threads beside the gutter, or with a CodeLens.
// Only comments in the cache are used. No request is sent.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { anchorByQuote, splitLines } from '../../../core/code/anchor.ts';
import { matchesName } from '../../../core/comments/codeExternalId.ts';
import type { LocatedComment } from '../../../core/comments/codeThreads.ts';
import { type CodeComment, parseCodeComment } from '../../../core/comments/findCodeComments.ts';
import type { Session } from '../../../core/session/session.ts';
import { repositoryNamesOf } from '../../../shell/code/origin.ts';
import { MAX_FILE_CHARACTERS, pathInside } from '../../../shell/code/source.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import { COMMENT_CONTROLLER } from '../../../shell/ids.ts';
import type { BranchItems } from '../../../shell/itemPicker/currentWork.ts';
import { escapeCodicons } from '../../../shell/prompts/escape.ts';
import { codeHosts, commentedLinesMode } from '../../../shell/settings.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { truncate } from '../../../std/truncate.ts';
import { CommitMatches } from '../commitMatches.ts';
import { CodeThreadController, type CodeThreadMap } from './threads.ts';

export interface CodeCommentMarkersDeps {
  readonly repositories: Repositories;
  readonly threads: CodeThreadMap;
  readonly currentItems: BranchItems;
}

const MAX_TEXT_CHARACTERS = 80;
const FILE_SCHEMES: readonly string[] = ['file', 'vscode-remote'];
const FILE_SELECTOR: vscode.DocumentSelector = FILE_SCHEMES.map((scheme) => ({ scheme }));

/** One instance is created for each session. Git is not used before a comment that links code is loaded. */
export class CodeCommentMarkers implements Disposable {
  readonly #deps: CodeCommentMarkersDeps;
  readonly #disposables = new DisposableStore();
  readonly #lensChanges = new vscode.EventEmitter<void>();
  /** The comments that link code, by comment id. */
  readonly #commentsById = new Map<string, CodeComment>();
  readonly #session: Session;
  #threads: CodeThreadController | undefined;
  readonly #commits = new CommitMatches(() => this.#render());
  /** The visible documents on whose lines VS Code offers comments, as text. */
  #commentable = '';
  #isDisposed = false;

  constructor(deps: CodeCommentMarkersDeps, session: Session) {
    this.#deps = deps;
    this.#session = session;
    const { records } = session.store.comments;
    const disposables = [
      this.#lensChanges,
      records.onDidChange((ids) => this.#updateComments(ids)),
      session.store.onDidReceiveNames(() => this.#commentsById.size > 0 && this.#render()),
      deps.repositories.onDidChange(() => {
        this.#commits.forgetMissing();
        this.#render();
      }),
      deps.currentItems.onDidChange(() => this.#refreshCommentingRanges()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#render()),
      vscode.workspace.onDidSaveTextDocument(() => this.#render()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#threads?.close(uri)),
      vscode.workspace.onDidChangeConfiguration(
        (change) => change.affectsConfiguration('contrail.code') && this.#render(),
      ),
      vscode.languages.registerCodeLensProvider(FILE_SELECTOR, {
        onDidChangeCodeLenses: this.#lensChanges.event,
        provideCodeLenses: (document) => (commentedLinesMode() === 'codeLens' ? this.#lenses(document) : []),
      }),
    ];
    for (const disposable of disposables) this.#disposables.add(disposable);
    this.#updateComments([...records.all().keys()]);
    this.#render();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#disposables.dispose();
    this.#threads?.dispose();
  }

  /** The threads, which are created when they are needed for the first time; undefined after the session has ended. */
  get threads(): CodeThreadController | undefined {
    if (this.#isDisposed) return undefined;
    this.#threads ??= new CodeThreadController(this.#session, this.#deps.threads, (document) =>
      this.#canComment(document),
    );
    return this.#threads;
  }

  /**
   * Returns the projects of the work items that the comment in a text box may be for; none if the box is not that of a
   * thread of Contrail. VS Code does not say to which thread of a visible file a box belongs.
   */
  projectsOf(box: vscode.Uri): readonly string[] {
    if (box.authority.toLowerCase() !== COMMENT_CONTROLLER.toLowerCase()) return [];
    const item = this.#threads?.itemOf(box);
    if (item !== undefined) return [item.project];
    const { repositories, currentItems } = this.#deps;
    const projects = visibleDocuments().flatMap(({ uri }) => [
      ...this.#fileComments(uri).map((comment) => comment.item.project),
      currentItems.of(repositories.of(uri))?.address?.project,
    ]);
    return [...new Set(projects)].filter((project) => project !== undefined);
  }

  #updateComments(ids: readonly string[]): void {
    const { comments } = this.#session.store;
    let hasChanged = false;
    for (const id of ids) {
      const comment = comments.get(id);
      const item = comments.itemOf(id);
      const codeComment = comment === undefined || item === undefined ? undefined : parseCodeComment(comment, item);
      if (codeComment === undefined) hasChanged = this.#commentsById.delete(id) || hasChanged;
      else {
        this.#commentsById.set(id, codeComment);
        hasChanged = true;
      }
    }
    if (!hasChanged) return;
    void this.#deps.repositories.ready().then(() => this.#render());
  }

  #render(): void {
    // The session may have ended while git was being initialized.
    if (this.#isDisposed) return;
    this.#lensChanges.fire();
    if (commentedLinesMode() === 'gutter')
      for (const document of visibleDocuments())
        if (this.#isInRepository(document)) this.threads?.show(document.uri, this.#locate(document));
    if (commentedLinesMode() !== 'gutter') this.#threads?.hideComments();
    this.#refreshCommentingRanges();
  }

  /** Lets VS Code ask for the commenting ranges again if they have changed. */
  #refreshCommentingRanges(): void {
    const commentable = visibleDocuments().filter((document) => this.#canComment(document));
    const commentableUris = commentable.map(({ uri }) => uri.toString()).join(' ');
    if (commentableUris === this.#commentable) return;
    this.#commentable = commentableUris;
    this.#threads?.refreshCommentingRanges();
  }

  /**
   * Whether VS Code offers comments on all lines of the document: while its repository has a current work item, or if
   * the document has comments. The command works in any file.
   */
  #canComment(document: vscode.TextDocument): boolean {
    if (commentedLinesMode() !== 'gutter' || !this.#isInRepository(document)) return false;
    const current = this.#deps.currentItems.of(this.#deps.repositories.of(document.uri));
    return (
      (current !== undefined && !current.isGone) || this.#locate(document).some(({ lines }) => lines !== undefined)
    );
  }

  #isInRepository({ uri }: vscode.TextDocument): boolean {
    return (
      FILE_SCHEMES.includes(uri.scheme) &&
      vscode.workspace.getWorkspaceFolder(uri) !== undefined &&
      this.#deps.repositories.of(uri) !== undefined
    );
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.#locate(document).flatMap(({ comment, lines }) => {
      if (lines === undefined) return [];
      const text = comment.quote.firstLine === '' ? '' : `: ${truncate(comment.quote.firstLine, MAX_TEXT_CHARACTERS)}`;
      const identifier = this.#session.store.identifier(comment.item) ?? l10n.t('Work item');
      const title = `$(comment) ${escapeCodicons(`${identifier}${text}`)}`;
      const range = new vscode.Range(lines.first - 1, 0, lines.first - 1, 0);
      return new vscode.CodeLens(range, {
        title,
        tooltip: l10n.t('Open the work item'),
        command: COMMANDS.openWorkItem,
        arguments: [comment.item],
      });
    });
  }

  /** Returns the comments that link the document, with their lines in its current text. */
  #locate(document: vscode.TextDocument): readonly LocatedComment[] {
    if (this.#commentsById.size === 0) return [];
    const fileComments = this.#fileComments(document.uri);
    if (fileComments.length === 0) return [];
    const text = document.getText();
    if (text.length > MAX_FILE_CHARACTERS) return [];
    const currentLines = splitLines(text);
    return fileComments.map((comment) => {
      const result = anchorByQuote(comment.quote.lines, comment.place.lines.first, currentLines);
      return { comment, lines: result.kind === 'notFound' ? undefined : result.lines };
    });
  }

  #fileComments(uri: vscode.Uri): readonly CodeComment[] {
    const repository = this.#deps.repositories.of(uri);
    const path = repository === undefined ? undefined : pathInside(repository.root, uri);
    if (repository === undefined || path === undefined) return [];
    const repositoryNames = repositoryNamesOf(repository, codeHosts());
    const isNamed = ({ place }: CodeComment): boolean =>
      repositoryNames.some((name) => matchesName(place.repository, name));
    const fileComments = [...this.#commentsById.values()].filter(({ place }) => place.path === path);
    const otherCommits = fileComments.flatMap((comment) => (isNamed(comment) ? [] : [comment.place.commit]));
    const knownCommits = this.#commits.knownCommits(repository, otherCommits);
    return fileComments.filter((comment) => isNamed(comment) || knownCommits.has(comment.place.commit));
  }
}

function visibleDocuments(): readonly vscode.TextDocument[] {
  return [...new Set(vscode.window.visibleTextEditors.map(({ document }) => document))];
}
