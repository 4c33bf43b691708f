// Tests that a hostile repository in a trusted folder can run no program, and no command other than Contrail's.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CodeLens,
  ConfigurationTarget,
  commands,
  type DocumentLink,
  extensions,
  type Hover,
  MarkdownString,
  Position,
  Selection,
  Uri,
  window,
  workspace,
} from 'vscode';
import { IdentifierMatcher } from '../../src/core/mentions/identifiers.ts';
import { readHistory } from '../../src/features/codeSection/workbench/history.ts';
import { terminalLinks } from '../../src/features/mentions/workbench/terminalLinks.ts';
import { searchMentionsInWindow } from '../../src/shell/code/findMentions.ts';
import { findOrigin as described } from '../../src/shell/code/origin.ts';
import { getSelectedSource } from '../../src/shell/code/source.ts';
import { Repositories } from '../../src/shell/git/repositories.ts';
import { VscodePrompts } from '../../src/shell/prompts/vscodePrompts.ts';
import type { GitRepository } from '../support/gitRepository.ts';
import { makeHostileRepository, markerFilesIn } from '../support/hostileRepository.ts';
import { eventually, eventuallyAsync } from './eventually.ts';

interface GitExtensionApi {
  openRepository(root: Uri): Promise<unknown>;
}

/** The identifier of a work item that only files of the hostile repository mention. */
const IDENTIFIER = 'WEB-27';
const SECRET = `hostile-${randomBytes(12).toString('hex')}`;
const EVIL_URL = 'http://evil.example';
/** Matches the marker files of programs that git runs even without Contrail, when VS Code reads the git status. */
const GIT_MARKER_FILE = /^git-/;

describe('In a hostile repository, Contrail', () => {
  const workspaceFolder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const outsideFolder = join(workspaceFolder, '..', 'beside-hostile');
  const markerFolder = join(outsideFolder, 'marks');
  const repositories = new Repositories(new VscodePrompts());
  const { signal } = new AbortController();
  let repository: GitRepository;
  const file = (name: string): Uri => Uri.file(join(repository.folder, name));

  before(async () => {
    repository = makeHostileRepository(join(workspaceFolder, 'hostile'), {
      attackerOrigin: EVIL_URL,
      markerFolder,
      secret: SECRET,
      identifier: IDENTIFIER,
    });
    await repositories.ready();
    const api = extensions.getExtension('vscode.git')?.exports.getAPI(1) as GitExtensionApi;
    await api.openRepository(Uri.file(repository.folder));
    await eventually(() => repositories.of(Uri.file(repository.folder))?.head !== undefined);
    await commands.executeCommand('contrail.openLocalWorkspace');
    const document = await workspace.openTextDocument(file('code.py'));
    await eventuallyAsync(async () => (await linksIn(document.uri)).length > 0);
  });

  after(async () => {
    repositories.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of [repository.folder, outsideFolder]) rmSync(folder, { recursive: true, force: true });
  });

  async function linksIn(uri: Uri): Promise<string[]> {
    const documentLinks = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', uri, 100);
    return documentLinks
      .map(({ target }) => target?.toString(true) ?? '')
      .filter((target) => target.startsWith('command:'));
  }

  it('creates only document links that open a work item, with an identifier as the only argument', async () => {
    const links = await linksIn(file('code.py'));
    ok(links.length > 5);
    deepStrictEqual([...new Set(links.map((link) => link.split('?')[0]))], ['command:contrail.openWorkItem']);
    for (const link of links)
      deepStrictEqual(JSON.parse(link.slice(link.indexOf('?') + 1)), [{ identifier: IDENTIFIER }]);
  });

  it('shows hovers that can run only commands of Contrail', async () => {
    const document = await workspace.openTextDocument(file('code.py'));
    for (let line = 0; line < document.lineCount; line += 1) {
      const column = document.lineAt(line).text.indexOf(IDENTIFIER);
      if (column < 0) continue;
      const hovers = await commands.executeCommand<Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        new Position(line, column + 1),
      );
      const markdownContents = hovers
        .flatMap(({ contents }) => contents)
        .filter((content) => content instanceof MarkdownString);
      const otherCommands = markdownContents
        .flatMap(({ value }) => [...value.matchAll(/\(command:([\w.]+)/g)])
        .filter((match) => !match[1]?.startsWith('contrail.'));
      deepStrictEqual(otherCommands, []);
      for (const { isTrusted, supportHtml } of markdownContents) {
        strictEqual(supportHtml === true, false);
        ok(
          typeof isTrusted === 'object'
            ? isTrusted.enabledCommands.every((command) => command.startsWith('contrail.'))
            : isTrusted !== true,
        );
      }
    }
  });

  it('shows CodeLenses that only open the mentioned work item', async () => {
    const updateMentionSetting = (value: 'codeLens' | undefined) =>
      workspace.getConfiguration('contrail').update('mentions.state', value, ConfigurationTarget.Global);
    const provideCodeLenses = () =>
      commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', file('code.py'), 100);
    try {
      await updateMentionSetting('codeLens');
      await eventuallyAsync(async () => (await provideCodeLenses()).length > 3);
      for (const { command } of await provideCodeLenses()) {
        strictEqual(command?.command, 'contrail.openWorkItem');
        deepStrictEqual(command.arguments, [{ identifier: IDENTIFIER }]);
      }
    } finally {
      await updateMentionSetting(undefined);
    }
  });

  it('creates terminal links that only open the mentioned work item', async () => {
    const { provideTerminalLinks, handleTerminalLink } = terminalLinks({ matcher: new IdentifierMatcher(['WEB']) });
    const document = await workspace.openTextDocument(file('code.py'));
    const terminalLines = [
      ...document.getText().split('\n'),
      repository.run('branch'),
      repository.run('log'),
      repository.run('remote', '-v'),
    ];
    const links = terminalLines.flatMap((line) => provideTerminalLinks({ line }).map((link) => ({ line, link })));
    ok(links.length > 10);
    for (const { line, link } of links) {
      deepStrictEqual([link.identifier, link.tooltip], [IDENTIFIER, `Open ${IDENTIFIER}`]);
      strictEqual(line.slice(link.startIndex, link.startIndex + link.length), IDENTIFIER);
    }
    const [{ link } = { link: undefined }] = links;
    ok(link);
    await handleTerminalLink(link);
    await eventually(() => window.tabGroups.activeTabGroup.activeTab?.label.startsWith(`${IDENTIFIER} `) === true);
  });

  it('searches files with any name for mentions, but not the targets of symbolic links', async () => {
    const { files, incompleteReason } = await searchMentionsInWindow(IDENTIFIER, signal, () => undefined);
    strictEqual(incompleteReason, undefined);
    const names = files.map(({ file: { path } }) => path.slice(repository.folder.length + 1));
    // VS Code splits a file name that contains a line break into two names.
    ok(
      names.includes('$(touch marked).md') && names.includes('command:contrail.signOut.md') && names.includes('-rf.md'),
      names.join(),
    );
    deepStrictEqual(
      names.filter((name) => /linked|outside|passwd|environ|endless|ring/.test(name)),
      [],
    );
    strictEqual(new Set(names).size, names.length);
  });

  it('lists branches and commits even if a branch name contains a shell command', async () => {
    const { branches, commits } = await readHistory(IDENTIFIER, repositories, signal, 'all');
    ok(
      branches.rows.some(({ row }) => JSON.stringify(row).includes('$(touch')),
      JSON.stringify(branches),
    );
    ok(commits.rows.length > 0);
    strictEqual(repository.currentBranch.startsWith(`${IDENTIFIER}-$(touch`), true);
  });

  it('creates no permalink from the remotes, and does not link lines of a file outside of the repository', async () => {
    const editor = await window.showTextDocument(file('code.py'));
    editor.selection = new Selection(new Position(0, 0), new Position(1, 3));
    const source = await getSelectedSource(editor, repositories);
    if ('problem' in source) throw new Error(source.problem);
    const { place, origin } = await described(source, new Map());
    strictEqual(origin.link, undefined);
    ok(!JSON.stringify({ place, origin }).includes('token'));
    const outsideEditor = await window.showTextDocument(Uri.file(join(outsideFolder, 'outside', 'outside.md')));
    ok('problem' in (await getSelectedSource(outsideEditor, repositories)));
  });

  it('runs no program of the repository', () => {
    deepStrictEqual(
      markerFilesIn(markerFolder, repository.folder).filter((mark) => !GIT_MARKER_FILE.test(mark)),
      [],
    );
  });
});
