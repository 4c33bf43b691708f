// Tests comments on code in the extension host with real git repositories: what can be commented,
// what is rejected, and which lines a comment opens.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type CodeLens,
  ConfigurationTarget,
  commands,
  extensions,
  Position,
  Selection,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { Store } from '../../src/cache/store.ts';
import type { Client } from '../../src/client/client.ts';
import { codeMarkdown, originText } from '../../src/codeLinks/codeComment.ts';
import { externalId } from '../../src/codeLinks/codePlace.ts';
import { type CodeComment, codeComment } from '../../src/codeLinks/commented.ts';
import type { HostKind } from '../../src/codeLinks/permalink.ts';
import type { Session } from '../../src/session/session.ts';
import { findCode, goToCode } from '../../src/workbench/features/codeComments/jump.ts';
import { CommentMarks } from '../../src/workbench/features/codeComments/marks.ts';
import { type DescribedOrigin, describeOrigin as described } from '../../src/workbench/features/codeComments/origin.ts';
import { readSource, type SelectedSource } from '../../src/workbench/features/codeComments/source.ts';
import { markdownToHtml } from '../../src/workbench/features/comments/markdown.ts';
import { Repositories } from '../../src/workbench/git/repositories.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { eventually } from './eventually.ts';

const ITEM = { project: 'p', id: 'w' };
const CODE = 'first\nsecond line\n\tthird line\nfourth line\nfifth line\n';
const NO_HOSTS: ReadonlyMap<string, HostKind> = new Map();

interface OpensRepositories {
  getAPI(version: 1): { openRepository(root: Uri): Promise<unknown> };
}

const repositories = new Repositories();

function folder(): string {
  return workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** Creates a repository below the workspace folder and opens it in the git extension. */
async function repository(begin: (folder: string) => GitRepository): Promise<GitRepository> {
  const made = begin(join(folder(), `repository-${randomUUID().slice(0, 8)}`));
  await repositories.ready();
  const git = extensions.getExtension<OpensRepositories>('vscode.git');
  await git?.exports.getAPI(1).openRepository(Uri.file(made.folder));
  await eventually(() => repositories.of(Uri.file(made.folder)) !== undefined);
  return made;
}

/** A repository with one commit; if a remote is given and `pushed` is true, the commit is on the remote as well. */
async function committed(remote?: string, pushed = true): Promise<GitRepository> {
  return repository((at) => {
    const made = GitRepository.empty(at);
    made.write('src/a.ts', CODE);
    const commit = made.commit('Begin');
    if (remote !== undefined) made.remote('origin', remote);
    if (remote !== undefined && pushed) made.run('update-ref', 'refs/remotes/origin/main', commit);
    return made;
  });
}

async function select(file: string, first: number, last: number): Promise<TextEditor> {
  const editor = await window.showTextDocument(Uri.file(file));
  editor.selection = new Selection(new Position(first - 1, 0), new Position(last - 1, 3));
  return editor;
}

async function source(file: string, first: number, last = first): Promise<SelectedSource> {
  const read = await readSource(await select(file, first, last), repositories);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

async function refusal(editor: TextEditor | undefined): Promise<string> {
  const read = await readSource(editor, repositories);
  return 'problem' in read ? read.problem : 'accepted';
}

/** The comment as it would have been sent. */
function sent({ place, origin }: DescribedOrigin, code: string): CodeComment {
  const html = markdownToHtml(codeMarkdown(origin, 'typescript', code));
  const one = codeComment(
    { id: 'c', comment_html: html, external_source: 'contrail', external_id: externalId(place) },
    ITEM,
  );
  ok(one !== undefined);
  return one;
}

describe('Selected lines', () => {
  it('have a permalink to a pushed commit, without credentials', async () => {
    const made = await committed('https://mara:secret-token@github.com/acme/web.git');
    const read = await source(join(made.folder, 'src/a.ts'), 2, 3);
    const { place, origin } = await described(read, NO_HOSTS);
    strictEqual(origin.link, `https://github.com/acme/web/blob/${made.head}/src/a.ts#L2-L3`);
    strictEqual(externalId(place), `code:github.com/acme/web@${made.head}:src/a.ts#L2-3`);
    strictEqual(originText(origin), undefined);
    ok(!JSON.stringify({ place, origin }).includes('secret-token'));
  });

  it('have no link if the commit is not pushed, or the remote is missing or unknown', async () => {
    for (const [remote, unlinked] of [
      ['git@github.com:acme/web.git', 'notPushed'],
      [undefined, 'noRemote'],
      ['git@code.example.com:acme/web.git', 'unknownHost'],
      ['/srv/git/web.git', 'unknownHost'],
    ] as const) {
      const made = await committed(remote, unlinked !== 'notPushed');
      const { origin } = await described(await source(join(made.folder, 'src/a.ts'), 2), NO_HOSTS);
      deepStrictEqual([origin.link, origin.unlinked], [undefined, unlinked]);
    }
  });

  it('have a permalink if the setting names the kind of host', async () => {
    const made = await committed('git@code.example.com:acme/web.git');
    const { origin } = await described(
      await source(join(made.folder, 'src/a.ts'), 2),
      new Map([['code.example.com', 'gitlab']]),
    );
    strictEqual(origin.link, `https://code.example.com/acme/web/-/blob/${made.head}/src/a.ts#L2`);
  });

  it('have a permalink if HEAD is detached', async () => {
    const made = await committed('git@github.com:acme/web.git');
    const commit = made.head;
    made.run('checkout', '--quiet', '--detach');
    await repositories.of(Uri.file(made.folder))?.refresh();
    const { origin, place } = await described(await source(join(made.folder, 'src/a.ts'), 2), NO_HOSTS);
    deepStrictEqual([place.commit, origin.link], [commit, `https://github.com/acme/web/blob/${commit}/src/a.ts#L2`]);
  });

  it('have a permalink to their position in the commit, below uncommitted lines', async () => {
    const made = await committed('git@github.com:acme/web.git');
    const file = made.write('src/a.ts', `uncommitted\nlines\n${CODE}`);
    const { origin, place } = await described(await source(file, 4, 5), NO_HOSTS);
    deepStrictEqual([place.lines, place.changed, origin.changed], [{ first: 2, last: 3 }, false, 'no']);
    match(origin.link ?? '', /#L2-L3$/);
  });

  it('are described as changed since the commit, even if only the indentation changed', async () => {
    const made = await committed('git@github.com:acme/web.git');
    for (const line of ['second line of all', '  second line']) {
      const file = made.write('src/a.ts', CODE.replace('second line', line));
      await eventually(() => workspace.textDocuments.every(({ uri, isDirty }) => uri.fsPath !== file || !isDirty));
      const editor = await select(file, 2, 2);
      await eventually(() => editor.document.getText().includes(line));
      const { origin, place } = await described(await source(file, 2), NO_HOSTS);
      deepStrictEqual([place.changed, origin.changed], [true, 'lines']);
      match(originText(origin) ?? '', /changes that are not in commit/);
    }
  });

  it('of an uncommitted file are marked as such', async () => {
    const made = await committed('git@github.com:acme/web.git');
    const { origin } = await described(await source(made.write('src/new.ts', 'new line\n'), 1), NO_HOSTS);
    deepStrictEqual([origin.changed, origin.link], ['file', undefined]);
  });

  it('are rejected without an editor, a saved file, a workspace folder, a repository or a commit', async () => {
    match(await refusal(undefined), /Open a text file/);
    const untitled = await window.showTextDocument(await workspace.openTextDocument({ content: 'never saved' }));
    match(await refusal(untitled), /was never saved/);
    const outside = GitRepository.empty(join(tmpdir(), `contrail-outside-${randomUUID()}`));
    match(await refusal(await select(outside.write('a.ts', CODE), 1, 1)), /outside the folders/);
    match(await refusal(await select(join(folder(), 'src', 'greeting.py'), 1, 1)), /not in a Git repository/);
    const bare = GitRepository.bare(join(folder(), 'bare.git'));
    match(await refusal(await select(join(bare.folder, 'description'), 1, 1)), /not in a Git repository/);
    const begun = await repository((at) => GitRepository.empty(at));
    match(await refusal(await select(begun.write('a.ts', CODE), 1, 1)), /Nothing is committed/);
  });

  it('are rejected in binary or very large files, and if they are too many or empty', async () => {
    const made = await committed();
    const file = join(made.folder, 'src/a.ts');
    // Beyond the part that VS Code examines to detect binary files.
    match(
      await refusal(await select(made.write('half.bin', `${'text\n'.repeat(5_000)}\0\0`), 1, 1)),
      /is not a text file/,
    );
    match(await refusal(await select(made.write('huge.txt', 'a line of text\n'.repeat(400_000)), 1, 1)), /too large/);
    match(
      await refusal(await select(made.write('long.txt', 'a line of text\n'.repeat(900)), 1, 500)),
      /Select at most 400 lines/,
    );
    match(
      await refusal(await select(made.write('wide.txt', `${'wide '.repeat(20_000)}\n`), 1, 1)),
      /Select at most 40,000 characters/,
    );
    match(await refusal(await select(file, 6, 6)), /There is no text/);
  });
});

describe('A comment that links code', () => {
  const setting = () => workspace.getConfiguration('contrail');
  after(async () => {
    await setting().update('code.commentedLines', undefined, ConfigurationTarget.Global);
    repositories.dispose();
  });

  it('finds the current position of its lines, or reports that they are gone', async () => {
    const made = await committed('git@github.com:acme/web.git');
    const file = join(made.folder, 'src/a.ts');
    const read = await source(file, 2, 3);
    const comment = sent(await described(read, NO_HOSTS), read.code);
    const at = async (text: string) => {
      made.write('src/a.ts', text);
      await eventually(() => workspace.textDocuments.every((one) => one.uri.fsPath !== file || one.getText() === text));
      const found = await findCode(comment, repositories);
      return found.kind === 'here' ? [found.lines.first, found.lines.last] : found.kind;
    };
    deepStrictEqual(await at(`new\nnew\n${CODE}`), [4, 5]);
    strictEqual(await at('first\nfifth line\n'), 'away');
    deepStrictEqual(await at(CODE), [2, 3]);
  });

  it('selects its lines in the editor', async () => {
    const made = await committed();
    const file = made.write('src/b.ts', CODE);
    made.commit('Again');
    await repositories.of(Uri.file(made.folder))?.refresh();
    const read = await source(file, 4);
    const comment = sent(await described(read, NO_HOSTS), read.code);
    strictEqual(comment.place.repository, `local:${basename(made.folder)}`);
    await select(file, 1, 1);
    await goToCode(comment, repositories);
    strictEqual(window.activeTextEditor?.document.uri.fsPath, file);
    strictEqual(window.activeTextEditor.selection.start.line, 3);
  });

  it('finds its lines by their quote if the commit was never fetched', async () => {
    const made = await committed('git@github.com:acme/web.git');
    const read = await source(join(made.folder, 'src/a.ts'), 3, 4);
    const { place, origin } = await described(read, NO_HOSTS);
    const comment = sent({ place: { ...place, commit: 'f'.repeat(40) }, origin }, read.code);
    const found = await findCode(comment, repositories);
    deepStrictEqual(found.kind === 'here' && [found.lines, found.changed], [{ first: 3, last: 4 }, false]);
  });

  it('is shown above its lines if the setting is on, without a request', async () => {
    const made = await committed('git@github.com:acme/lenses.git');
    const file = join(made.folder, 'src/a.ts');
    const read = await source(file, 2, 3);
    const { place } = sent(await described(read, NO_HOSTS), read.code);
    const comment_html = `<pre><code>${read.code}</code></pre><p>Why this order?</p>`;
    // Every method call on the client would be a request.
    const calls: object = new Proxy(() => undefined, {
      get: () => calls,
      apply: () => {
        throw new Error('a request was made');
      },
    });
    const store = new Store(calls as Client);
    const marks = new CommentMarks({ repositories, extension: Uri.file(folder()) }, { store } as Session);
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
        ['c', { id: 'c', comment_html, external_source: 'contrail', external_id: externalId(place) }],
      ]);
      deepStrictEqual(await titles(), ['2 $(comment) Work item: Why this order?']);
      await setting().update('code.commentedLines', 'off', ConfigurationTarget.Global);
      deepStrictEqual(await titles(), []);
      await setting().update('code.commentedLines', 'codeLens', ConfigurationTarget.Global);
      store.comments.records.forget('c');
      deepStrictEqual(await titles(), []);
    } finally {
      marks.dispose();
    }
  });

  it('opens no file outside of the window’s folders and repositories', async () => {
    const made = await committed('git@github.com:acme/inside.git');
    const secret = join(tmpdir(), `contrail-secret-${randomUUID()}`);
    mkdirSync(secret);
    GitRepository.empty(secret).write('secret.ts', CODE);
    symlinkSync(secret, join(made.folder, 'linked'));
    const read = await source(join(made.folder, 'src/a.ts'), 2);
    const { place, origin } = await described(read, NO_HOSTS);
    const leading = async (change: Partial<typeof place>) => {
      const found = await findCode(sent({ place: { ...place, ...change }, origin }, read.code), repositories);
      return found.kind === 'rejected' ? found.sentence : found.kind;
    };
    match(await leading({ path: 'linked/secret.ts' }), /outside the folders/);
    match(
      await leading({ repository: 'github.com/acme/elsewhere' }),
      /acme\/elsewhere, which is not open in this window/,
    );
    strictEqual(await leading({ path: 'src/none.ts' }), 'away');
    strictEqual(await leading({}), 'here');
  });
});
