// Tests comments that link code in the extension host, with real git repositories.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  CodeActionTriggerKind,
  type CodeLens,
  type Comment,
  CommentMode,
  type CommentThread,
  CommentThreadCollapsibleState,
  ConfigurationTarget,
  commands,
  comments,
  env,
  extensions,
  MarkdownString,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { Client } from '../../src/client/api/client.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { type CodeHosts, parseCodeHosts } from '../../src/core/code/permalink.ts';
import { commentStartWithOrigin, missingPermalinkText } from '../../src/core/comments/codeComment.ts';
import { codeExternalId, type LinkedCode } from '../../src/core/comments/codeExternalId.ts';
import type { CodeThread } from '../../src/core/comments/codeThreads.ts';
import { type CodeComment, parseCodeComment } from '../../src/core/comments/findCodeComments.ts';
import type { Session } from '../../src/core/session/session.ts';
import { CodeCommentMarkers } from '../../src/features/comments/workbench/codeCommentMarkers.ts';
import { CodeThreadController, FOCUS_BOX_COMMAND } from '../../src/features/comments/workbench/threads.ts';
import { CodeActions } from '../../src/features/newItemFromCode/workbench/codeActions.ts';
import { todoFileAt } from '../../src/features/newItemFromCode/workbench/todoFile.ts';
import { goToCode, locateCode } from '../../src/shell/code/goToCode.ts';
import { findOrigin as described, type SelectedCodeOrigin } from '../../src/shell/code/origin.ts';
import { getSelectedSource, type SelectedSource } from '../../src/shell/code/source.ts';
import { Repositories } from '../../src/shell/git/repositories.ts';
import { COMMENT_CONTROLLER } from '../../src/shell/ids.ts';
import { VscodePrompts } from '../../src/shell/prompts/vscodePrompts.ts';
import { markdownToHtml } from '../../src/std/html/markdown.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { eventually, eventuallyAsync } from './eventually.ts';
import { readStoredComments } from './storedComments.ts';

const ITEM = { project: 'p', id: 'w' };
const CODE = 'first\nsecond line\n\tthird line\nfourth line\nfifth line\n';
const NO_CONFIGURED_HOSTS: CodeHosts = new Map();
const NO_CURRENT_ITEM = { of: () => undefined, onDidChange: () => ({ dispose: () => undefined }) };

interface GitExtensionExports {
  getAPI(version: 1): { openRepository(root: Uri): Promise<unknown> };
}

const repositories = new Repositories(new VscodePrompts());

function workspaceFolder(): string {
  return workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** Creates a repository in a subfolder of the workspace folder, and opens it in the git extension. */
async function createRepository(create: (workspaceFolder: string) => GitRepository): Promise<GitRepository> {
  const git = create(join(workspaceFolder(), `repository-${randomUUID().slice(0, 8)}`));
  await repositories.ready();
  const extension = extensions.getExtension<GitExtensionExports>('vscode.git');
  await extension?.exports.getAPI(1).openRepository(Uri.file(git.folder));
  await eventually(() => repositories.of(Uri.file(git.folder)) !== undefined);
  return git;
}

/** Creates a repository with one commit. If `pushed` is true, the commit is also on the remote (if any). */
async function createCommittedRepository(remote?: string, pushed = true): Promise<GitRepository> {
  return createRepository((path) => {
    const git = GitRepository.createEmpty(path);
    git.write('src/a.ts', CODE);
    // Comments are also found by their commit, so the repositories of tests must not have the same one.
    const commit = git.commit(`Begin ${randomUUID()}`);
    if (remote !== undefined) git.addRemote('origin', remote);
    if (remote !== undefined && pushed) git.run('update-ref', 'refs/remotes/origin/main', commit);
    return git;
  });
}

async function selectLines(file: string, first: number, last: number): Promise<TextEditor> {
  const editor = await window.showTextDocument(Uri.file(file));
  editor.selection = new Selection(new Position(first - 1, 0), new Position(last - 1, 3));
  return editor;
}

async function selectedSource(file: string, first: number, last = first): Promise<SelectedSource> {
  const selectedCode = await getSelectedSource(await selectLines(file, first, last), repositories);
  if ('problem' in selectedCode) throw new Error(selectedCode.problem);
  return selectedCode;
}

async function problemText(editor: TextEditor | undefined): Promise<string> {
  const selectedCode = await getSelectedSource(editor, repositories);
  return 'problem' in selectedCode ? selectedCode.problem : 'accepted';
}

/** Returns the comment that would be sent. */
function sentComment({ place, origin }: SelectedCodeOrigin, code: string): CodeComment {
  const html = markdownToHtml(commentStartWithOrigin(origin, 'typescript', code));
  const comment = parseCodeComment(
    { id: 'c', comment_html: html, external_source: 'contrail', external_id: codeExternalId(place) },
    ITEM,
  );
  ok(comment !== undefined);
  return comment;
}

/** Returns a store with a client on which every method call throws, because each call would send a request. */
function storeWithoutRequests(): Store {
  const throwingClient: object = new Proxy(() => undefined, {
    get: () => throwingClient,
    apply: () => {
      throw new Error('a request was made');
    },
  });
  return new Store(throwingClient as Client);
}

/** Records the threads that are created. */
class RecordedThreads extends WeakMap<CommentThread, CodeThread> {
  readonly #all: CommentThread[] = [];

  /** The threads that were not removed, in the order of their creation. */
  get currentThreads(): readonly CommentThread[] {
    return this.#all.filter((thread) => this.has(thread));
  }

  override set(thread: CommentThread, shown: CodeThread): this {
    if (!this.#all.includes(thread)) this.#all.push(thread);
    return super.set(thread, shown);
  }
}

/** Writes a notebook whose cells have these sources. */
function writeNotebook(git: GitRepository, name: string, sources: readonly string[]): void {
  const cells = sources.map((source) => ({
    cell_type: 'code',
    execution_count: null,
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  }));
  git.write(name, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, undefined, 1));
}

describe('Selected lines in a cell of a notebook', () => {
  const SOURCES = ['import math\n', 'a = 1\n# TODO: round the sum\nb = 2\n'];

  async function openCell(git: GitRepository, index: number): Promise<TextDocument> {
    const notebook = await workspace.openNotebookDocument(Uri.file(join(git.folder, 'analysis.ipynb')));
    return notebook.cellAt(index).document;
  }

  async function cellOrigin(document: TextDocument): Promise<SelectedCodeOrigin> {
    const source = await getSelectedSource({ document, selection: new Selection(1, 0, 1, 5) }, repositories);
    if ('problem' in source) throw new Error(source.problem);
    return described(source, NO_CONFIGURED_HOSTS);
  }

  it('have a permalink to the file of the notebook, with the number of the cell as text', async () => {
    const git = await createCommittedRepository('https://github.com/acme/web.git');
    writeNotebook(git, 'analysis.ipynb', SOURCES);
    const commit = git.commit('Add the analysis');
    git.run('update-ref', 'refs/remotes/origin/main', commit);
    await eventually(() => repositories.of(Uri.file(git.folder))?.head?.commit === commit);
    const { origin } = await cellOrigin(await openCell(git, 1));
    strictEqual(origin.link, `https://github.com/acme/web/blob/${commit}/analysis.ipynb`);
    match(commentStartWithOrigin(origin, 'python', '# TODO: round the sum'), /^\[`analysis\.ipynb, cell 2`\]\(https:/);
    strictEqual(origin.changed, 'no');
  });

  it('have the quick fix for a TODO comment', async () => {
    const git = await createCommittedRepository();
    writeNotebook(git, 'analysis.ipynb', SOURCES);
    const document = await openCell(git, 1);
    strictEqual(workspace.getWorkspaceFolder(document.uri), undefined);
    const actions = new CodeActions(() => false, { actionsFor: () => [] }).provideCodeActions(
      document,
      new Range(1, 0, 1, 0),
      {
        diagnostics: [],
        only: undefined,
        triggerKind: CodeActionTriggerKind.Automatic,
      },
    );
    deepStrictEqual(
      actions.map(({ title }) => title),
      ['Create work item from TODO (Contrail)'],
    );
    strictEqual(todoFileAt(document.uri.toString()).name, 'analysis.ipynb');
    deepStrictEqual((await todoFileAt(document.uri.toString()).read())?.lines.slice(0, 3), [
      'a = 1',
      '# TODO: round the sum',
      'b = 2',
    ]);
  });
});

describe('Selected lines', () => {
  it('have a permalink to a pushed commit, without credentials', async () => {
    const git = await createCommittedRepository('https://mara:secret-token@github.com/acme/web.git');
    const selectedCode = await selectedSource(join(git.folder, 'src/a.ts'), 2, 3);
    const { place, origin } = await described(selectedCode, NO_CONFIGURED_HOSTS);
    strictEqual(origin.link, `https://github.com/acme/web/blob/${git.head}/src/a.ts#L2-L3`);
    strictEqual(codeExternalId(place), `code:github.com/acme/web@${git.head}:src/a.ts#L2-3`);
    strictEqual(missingPermalinkText(origin), undefined);
    ok(!JSON.stringify({ place, origin }).includes('secret-token'));
  });

  it('have a permalink that the command Copy Permalink copies', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    await selectLines(join(git.folder, 'src/a.ts'), 2, 3);
    await commands.executeCommand('contrail.copyPermalink');
    strictEqual(await env.clipboard.readText(), `https://github.com/acme/web/blob/${git.head}/src/a.ts#L2-L3`);
  });

  it('have no permalink if the commit is not pushed, or if the remote is missing or has an unknown host', async () => {
    for (const [remote, noLinkReason] of [
      ['git@github.com:acme/web.git', 'notPushed'],
      [undefined, 'noRemote'],
      ['git@code.example.com:acme/web.git', 'unknownHost'],
      ['/srv/git/web.git', 'unknownHost'],
    ] as const) {
      const git = await createCommittedRepository(remote, noLinkReason !== 'notPushed');
      const { origin } = await described(await selectedSource(join(git.folder, 'src/a.ts'), 2), NO_CONFIGURED_HOSTS);
      deepStrictEqual([origin.link, origin.noLinkReason], [undefined, noLinkReason]);
    }
  });

  it('have a permalink to a self-hosted server if contrail.code.hosts contains the kind of the server', async () => {
    const git = await createCommittedRepository('git@code.example.com:acme/web.git');
    const { origin } = await described(
      await selectedSource(join(git.folder, 'src/a.ts'), 2),
      parseCodeHosts({ 'code.example.com': 'gitlab' }),
    );
    strictEqual(origin.link, `https://code.example.com/acme/web/-/blob/${git.head}/src/a.ts#L2`);
  });

  it('have a permalink if HEAD is detached', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    const commit = git.head;
    git.run('checkout', '--quiet', '--detach');
    await repositories.of(Uri.file(git.folder))?.refresh();
    const { origin, place } = await described(
      await selectedSource(join(git.folder, 'src/a.ts'), 2),
      NO_CONFIGURED_HOSTS,
    );
    deepStrictEqual([place.commit, origin.link], [commit, `https://github.com/acme/web/blob/${commit}/src/a.ts#L2`]);
  });

  it('have a permalink to their line numbers in the commit, even if uncommitted lines precede them', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    const file = git.write('src/a.ts', `uncommitted\nlines\n${CODE}`);
    const { origin, place } = await described(await selectedSource(file, 4, 5), NO_CONFIGURED_HOSTS);
    deepStrictEqual([place.lines, place.changed, origin.changed], [{ first: 2, last: 3 }, false, 'no']);
    match(origin.link ?? '', /#L2-L3$/);
  });

  it('are described as changed since the commit even if only the indentation has changed', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    for (const line of ['second line of all', '  second line']) {
      const file = git.write('src/a.ts', CODE.replace('second line', line));
      await eventually(() => workspace.textDocuments.every(({ uri, isDirty }) => uri.fsPath !== file || !isDirty));
      const editor = await selectLines(file, 2, 2);
      // VS Code may miss the second of two changes that follow each other quickly, so the file is read again.
      await commands.executeCommand('workbench.action.files.revert');
      await eventually(() => editor.document.getText().includes(line));
      const { origin, place } = await described(await selectedSource(file, 2), NO_CONFIGURED_HOSTS);
      deepStrictEqual([place.changed, origin.changed], [true, 'lines']);
      match(missingPermalinkText(origin) ?? '', /changes that are not in commit/);
    }
  });

  it('of an uncommitted file have no permalink, and are described as uncommitted', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    const { origin } = await described(
      await selectedSource(git.write('src/new.ts', 'new line\n'), 1),
      NO_CONFIGURED_HOSTS,
    );
    deepStrictEqual([origin.changed, origin.link], ['file', undefined]);
  });

  it('can’t be linked without an editor, a saved file, a workspace folder, a repository or a commit', async () => {
    match(await problemText(undefined), /Open a text file/);
    const untitledEditor = await window.showTextDocument(await workspace.openTextDocument({ content: 'never saved' }));
    match(await problemText(untitledEditor), /was never saved/);
    const outsideRepository = GitRepository.createEmpty(join(tmpdir(), `contrail-outside-${randomUUID()}`));
    match(await problemText(await selectLines(outsideRepository.write('a.ts', CODE), 1, 1)), /outside the folders/);
    match(
      await problemText(await selectLines(join(workspaceFolder(), 'src', 'greeting.py'), 1, 1)),
      /not in a Git repository/,
    );
    const bareRepository = GitRepository.createBare(join(workspaceFolder(), 'bare.git'));
    match(
      await problemText(await selectLines(join(bareRepository.folder, 'description'), 1, 1)),
      /not in a Git repository/,
    );
    const emptyRepository = await createRepository((path) => GitRepository.createEmpty(path));
    match(await problemText(await selectLines(emptyRepository.write('a.ts', CODE), 1, 1)), /Nothing is committed/);
  });

  it('can’t be linked if the file is binary or very large, or if the selection is empty or too long', async () => {
    const git = await createCommittedRepository();
    const file = join(git.folder, 'src/a.ts');
    // VS Code detects binary content only at the start of a file, and the null characters are further down.
    match(
      await problemText(await selectLines(git.write('half.bin', `${'text\n'.repeat(5_000)}\0\0`), 1, 1)),
      /is not a text file/,
    );
    match(
      await problemText(await selectLines(git.write('huge.txt', 'a line of text\n'.repeat(400_000)), 1, 1)),
      /too large/,
    );
    match(
      await problemText(await selectLines(git.write('long.txt', 'a line of text\n'.repeat(900)), 1, 500)),
      /Select at most 400 lines/,
    );
    match(
      await problemText(await selectLines(git.write('wide.txt', `${'wide '.repeat(20_000)}\n`), 1, 1)),
      /Select at most 40,000 characters/,
    );
    match(await problemText(await selectLines(file, 6, 6)), /There is no text/);
  });
});

describe('The comment threads of a session', () => {
  const setting = () => workspace.getConfiguration('contrail');
  let file: string;
  let place: LinkedCode;
  let store: Store;
  let threads: RecordedThreads;
  let markers: CodeCommentMarkers;

  beforeEach(async () => {
    const git = await createCommittedRepository('git@github.com:acme/threads.git');
    file = join(git.folder, 'src/a.ts');
    const lines = { first: 2, last: 3 };
    const repository = 'github.com/acme/threads';
    place = { repository, commit: git.head, path: 'src/a.ts', lines, changed: false, ordinal: 1 };
    // Opens the file with a command, because VS Code keeps a document from `openTextDocument` open for three minutes.
    await commands.executeCommand('vscode.open', Uri.file(file));
    [store, threads] = [storeWithoutRequests(), new RecordedThreads()];
    const { key } = store.comments.list(ITEM);
    store.lists.get(key).restore({ ids: ['c1', 'c2'], pages: 1, next: undefined, total: 2 }, 1);
    markers = new CodeCommentMarkers({ repositories, threads, currentItems: NO_CURRENT_ITEM }, { store } as Session);
  });

  afterEach(async () => {
    markers.dispose();
    await setting().update('code.commentedLines', undefined, ConfigurationTarget.Global);
  });

  /** Adds a comment on the lines, as if a response contained it. */
  async function receiveComment(id: string, text: string, created_at: string, ordinal = 1): Promise<void> {
    const shownCommentCount = threads.currentThreads.flatMap(({ comments }) => comments).length;
    const comment_html = `<pre><code>second line\n\tthird line</code></pre><p>${text}</p>`;
    const external_id = codeExternalId({ ...place, ordinal });
    store.comments.records.confirm([[id, { id, comment_html, created_at, external_source: 'contrail', external_id }]]);
    await eventually(() => threads.currentThreads.flatMap(({ comments }) => comments).length > shownCommentCount);
  }

  /** Types into the box of a thread without comments: the name of another one contains the number of its thread. */
  async function typeIntoBox(text: string): Promise<void> {
    const box = () =>
      workspace.textDocuments.find(({ uri }) => uri.scheme === 'comment' && !uri.path.includes(COMMENT_CONTROLLER));
    await eventually(() => box() !== undefined);
    const edit = new WorkspaceEdit();
    edit.insert(box()?.uri ?? Uri.file(file), new Position(0, 0), text);
    ok(await workspace.applyEdit(edit));
  }

  function commentBody({ body }: Comment): string {
    return typeof body === 'string' ? body : body.value;
  }

  it('show comments on the same lines in one collapsed thread, oldest first, without a request', async () => {
    await receiveComment('c2', 'An answer', '2026-11-20T12:00:00Z', 2);
    await receiveComment('c1', 'A question [x](command:contrail.signOut)', '2026-11-19T12:00:00Z');
    const [thread, ...others] = threads.currentThreads;
    ok(thread?.range);
    deepStrictEqual(
      [others.length, thread.uri.fsPath, thread.range.start.line, thread.range.end.line, thread.label],
      [0, file, 1, 2, 'Work item'],
    );
    strictEqual(thread.collapsibleState, CommentThreadCollapsibleState.Collapsed);
    strictEqual(thread.canReply, true);
    deepStrictEqual(
      thread.comments.map((one) => [one.author.name, one.timestamp?.toISOString(), one.mode]),
      [
        ['Unknown user', '2026-11-19T12:00:00.000Z', CommentMode.Preview],
        ['Unknown user', '2026-11-20T12:00:00.000Z', CommentMode.Preview],
      ],
    );
    for (const { body } of thread.comments) {
      ok(body instanceof MarkdownString);
      ok(body.isTrusted !== true && body.supportHtml !== true && body.supportThemeIcons !== true);
    }
    match(thread.comments.map(commentBody).join('\n'), /^A question \\\[x\\\]/);
  });

  it('include a thread whose lines are changed, until its comment is deleted', async () => {
    await receiveComment('c1', 'A question', '2026-11-19T12:00:00Z');
    const [thread] = threads.currentThreads;
    const workspaceEdit = new WorkspaceEdit();
    workspaceEdit.replace(Uri.file(file), new Range(1, 0, 3, 0), 'rewritten\n');
    ok(await workspace.applyEdit(workspaceEdit));
    await workspace.saveAll();
    deepStrictEqual(threads.currentThreads, [thread]);
    store.comments.records.forget(['c1']);
    await eventually(() => threads.currentThreads.length === 0);
  });

  it('are removed when the document closes, the session ends, or the setting code.commentedLines changes to another value', async () => {
    await receiveComment('c1', 'A question', '2026-11-19T12:00:00Z');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => threads.currentThreads.length === 0);
    await commands.executeCommand('vscode.open', Uri.file(file));
    await eventually(() => threads.currentThreads.length === 1);
    for (const value of ['off', 'codeLens']) {
      await setting().update('code.commentedLines', value, ConfigurationTarget.Global);
      await eventually(() => threads.currentThreads.length === 0);
      await setting().update('code.commentedLines', 'gutter', ConfigurationTarget.Global);
      await eventually(() => threads.currentThreads.length === 1);
    }
    markers.dispose();
    deepStrictEqual([threads.currentThreads, markers.threads], [[], undefined]);
  });

  it('are created only after VS Code has asked for the commenting ranges, because it would draw them twice', async () => {
    await receiveComment('c1', 'A question', '2026-11-19T12:00:00Z');
    const comment = parseCodeComment(store.comments.get('c1') ?? { id: 'c1' }, ITEM);
    ok(comment);
    const otherFile = Uri.file(join(dirname(file), 'b.ts'));
    await workspace.fs.writeFile(otherFile, new TextEncoder().encode('first line\n'));
    const shown = new RecordedThreads();
    let countWhenAsked: number | undefined;
    const controller = new CodeThreadController({ store } as Session, shown, ({ uri }) => {
      if (uri.fsPath === otherFile.fsPath) countWhenAsked ??= shown.currentThreads.length;
      return true;
    });
    controller.show(otherFile, [{ comment, lines: { first: 1, last: 1 } }]);
    await commands.executeCommand('vscode.open', otherFile);
    await eventually(() => shown.currentThreads.length === 1);
    strictEqual(countWhenAsked, 0);
    controller.dispose();
  });

  it('are removed when the document closes after a comment that was typed into another thread has been sent', async () => {
    await receiveComment('c1', 'A question', '2026-11-19T12:00:00Z');
    // A thread that the user has started with + in the gutter has no entry in the table of threads.
    const gutterController = comments.createCommentController(COMMENT_CONTROLLER, 'Gutter');
    const newThread = gutterController.createCommentThread(Uri.file(file), new Range(0, 0, 0, 0), []);
    newThread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    await typeIntoBox('Why?');
    markers.threads?.end(newThread, 'Why?');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => threads.currentThreads.length === 0);
    gutterController.dispose();
  });
});

describe('A comment typed in the editor', () => {
  const controller = comments.createCommentController('test', 'Test');
  let file: string;

  before(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('contrail.openLocalWorkspace');
    const git = await createCommittedRepository('git@github.com:acme/typed.git');
    file = join(git.folder, 'src/a.ts');
    await selectLines(file, 1, 1);
  });

  after(async () => {
    controller.dispose();
    await commands.executeCommand('workbench.action.files.revert');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Accepts the first row of each question. Resolves with the HTML of the comment when the server has it. */
  async function sendAcceptingFirstRows(send: () => Thenable<unknown>): Promise<string> {
    const commentsBefore = new Set(readStoredComments());
    const addedComments = (): string[] => readStoredComments().filter((html) => !commentsBefore.has(html));
    const sendPromise = Promise.resolve(send());
    await eventuallyAsync(async () => {
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return addedComments().length > 0;
    });
    await sendPromise;
    return addedComments().join('\n');
  }

  it('can get the focus from a command of VS Code that is not documented', async () => {
    ok((await commands.getCommands()).includes(FOCUS_BOX_COMMAND));
  });

  it('on lines without comments is sent with the code to the work item that the user picks', async () => {
    const thread = controller.createCommentThread(Uri.file(file), new Range(1, 0, 2, 0), []);
    const html = await sendAcceptingFirstRows(() =>
      commands.executeCommand('contrail.sendThreadComment', { thread, text: 'Why this order?' }),
    );
    match(html, /src\/a\.ts:2-3<\/code>/);
    match(html, /second line\n\tthird line/);
    match(html, /<p>Why this order\?<\/p>$/);
  }).timeout(60_000);
});

describe('A comment that links code', () => {
  const setting = () => workspace.getConfiguration('contrail');
  after(async () => {
    await setting().update('code.commentedLines', undefined, ConfigurationTarget.Global);
    repositories.dispose();
  });

  it('leads to the current line numbers of the linked lines, or to none if the file no longer has them', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    const file = join(git.folder, 'src/a.ts');
    const selectedCode = await selectedSource(file, 2, 3);
    const comment = sentComment(await described(selectedCode, NO_CONFIGURED_HOSTS), selectedCode.code);
    const linesAfterEdit = async (text: string) => {
      git.write('src/a.ts', text);
      await eventually(() => {
        // VS Code may miss a change of a file that it has just opened, so the test sets a new modification time, which
        // is another change.
        utimesSync(file, new Date(), new Date());
        return workspace.textDocuments.every((document) => document.uri.fsPath !== file || document.getText() === text);
      });
      const location = await locateCode(comment, repositories);
      return location.kind === 'found' ? [location.lines.first, location.lines.last] : location.kind;
    };
    deepStrictEqual(await linesAfterEdit(`new\nnew\n${CODE}`), [4, 5]);
    strictEqual(await linesAfterEdit('first\nfifth line\n'), 'notFound');
    deepStrictEqual(await linesAfterEdit(CODE), [2, 3]);
  });

  it('leads to lines that Go to Commented Code selects in the editor', async () => {
    const git = await createCommittedRepository();
    const file = git.write('src/b.ts', CODE);
    git.commit('Again');
    await repositories.of(Uri.file(git.folder))?.refresh();
    const selectedCode = await selectedSource(file, 4);
    const comment = sentComment(await described(selectedCode, NO_CONFIGURED_HOSTS), selectedCode.code);
    strictEqual(comment.place.repository, `local:${basename(git.folder)}`);
    await selectLines(file, 1, 1);
    await goToCode(comment, repositories);
    strictEqual(window.activeTextEditor?.document.uri.fsPath, file);
    strictEqual(window.activeTextEditor.selection.start.line, 3);
  });

  it('leads to the lines that it quotes if git does not have the commit', async () => {
    const git = await createCommittedRepository('git@github.com:acme/web.git');
    const selectedCode = await selectedSource(join(git.folder, 'src/a.ts'), 3, 4);
    const { place, origin } = await described(selectedCode, NO_CONFIGURED_HOSTS);
    const comment = sentComment({ place: { ...place, commit: 'f'.repeat(40) }, origin }, selectedCode.code);
    const location = await locateCode(comment, repositories);
    deepStrictEqual(location.kind === 'found' && [location.lines, location.hasChanged], [{ first: 3, last: 4 }, false]);
  });

  it('is shown as a CodeLens if code.commentedLines is codeLens, without a request', async () => {
    const git = await createCommittedRepository('git@github.com:acme/lenses.git');
    const file = join(git.folder, 'src/a.ts');
    const selectedCode = await selectedSource(file, 2, 3);
    const { place } = sentComment(await described(selectedCode, NO_CONFIGURED_HOSTS), selectedCode.code);
    const comment_html = `<pre><code>${selectedCode.code}</code></pre><p>Why this order?</p>`;
    const store = storeWithoutRequests();
    const markers = new CodeCommentMarkers({ repositories, threads: new WeakMap(), currentItems: NO_CURRENT_ITEM }, {
      store,
    } as Session);
    const titles = async (): Promise<string[]> => {
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', Uri.file(file), 9);
      return lenses.flatMap(({ command, range }) =>
        command === undefined ? [] : [`${range.start.line + 1} ${command.title}`],
      );
    };
    try {
      await setting().update('code.commentedLines', 'codeLens', ConfigurationTarget.Global);
      deepStrictEqual(await titles(), []);
      store.lists.get(store.comments.list(ITEM).key).restore({ ids: ['c'], pages: 1, next: undefined, total: 1 }, 1);
      store.comments.records.confirm([
        ['c', { id: 'c', comment_html, external_source: 'contrail', external_id: codeExternalId(place) }],
      ]);
      deepStrictEqual(await titles(), ['2 $(comment) Work item: Why this order?']);
      await setting().update('code.commentedLines', 'off', ConfigurationTarget.Global);
      deepStrictEqual(await titles(), []);
      await setting().update('code.commentedLines', 'codeLens', ConfigurationTarget.Global);
      store.comments.records.forget(['c']);
      deepStrictEqual(await titles(), []);
    } finally {
      markers.dispose();
    }
  });

  it('leads to no file outside of the workspace folders and repositories', async () => {
    const git = await createCommittedRepository('git@github.com:acme/inside.git');
    const secret = join(tmpdir(), `contrail-secret-${randomUUID()}`);
    mkdirSync(secret);
    GitRepository.createEmpty(secret).write('secret.ts', CODE);
    symlinkSync(secret, join(git.folder, 'linked'));
    const selectedCode = await selectedSource(join(git.folder, 'src/a.ts'), 2);
    const { place, origin } = await described(selectedCode, NO_CONFIGURED_HOSTS);
    const rejectionMessageOrKind = async (change: Partial<typeof place>) => {
      const location = await locateCode(
        sentComment({ place: { ...place, ...change }, origin }, selectedCode.code),
        repositories,
      );
      return location.kind === 'rejected' ? location.message : location.kind;
    };
    match(await rejectionMessageOrKind({ path: 'linked/secret.ts' }), /outside the folders/);
    match(
      await rejectionMessageOrKind({ repository: 'github.com/acme/elsewhere', commit: 'f'.repeat(40) }),
      /acme\/elsewhere, which is not open in this window/,
    );
    strictEqual(await rejectionMessageOrKind({ path: 'src/none.ts' }), 'notFound');
    strictEqual(await rejectionMessageOrKind({}), 'found');
    strictEqual(await rejectionMessageOrKind({ repository: 'github.com/acme/fork' }), 'found');
  });
});
