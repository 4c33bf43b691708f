// Tests in the extension host that quick fixes create work items from code.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import {
  type CodeAction,
  CodeActionKind,
  ConfigurationTarget,
  commands,
  Diagnostic,
  DiagnosticSeverity,
  Location,
  languages,
  Position,
  Range,
  TestMessage,
  type TextDocument,
  tests,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { acceptFirstRowDuring, eventually, eventuallyAsync } from './eventually.ts';

const TEXT =
  'x = 1\n# TODO: close the socket\n# TODO(WEB-1): known already\n# FIXME(WEB-9999): of one that is gone\ny = z\n';

function quickFixes(uri: Uri, line: number): Thenable<CodeAction[]> {
  const range = new Range(line, 0, line, 4);
  return commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    CodeActionKind.QuickFix.value,
  );
}

async function quickFixTitles(uri: Uri, line: number): Promise<string[]> {
  return (await quickFixes(uri, line))
    .map(({ title }) => title)
    .filter((title) => title.startsWith('Create work item'));
}

/** Runs the quick fix and picks the first project. */
async function runQuickFix(action: CodeAction | undefined): Promise<void> {
  ok(action?.command);
  await acceptFirstRowDuring(commands.executeCommand(action.command.command, ...(action.command.arguments ?? [])));
  await waitForTab(/^New Work Item$/);
}

/** Applies a workspace edit, which can change files that are not open. */
async function change(addEdits: (edit: WorkspaceEdit) => void): Promise<void> {
  const edit = new WorkspaceEdit();
  addEdits(edit);
  ok(await workspace.applyEdit(edit));
}

/** Resolves with the title of the active tab when it matches the pattern. */
async function waitForTab(title: RegExp): Promise<string> {
  await eventually(() => title.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
  return window.tabGroups.activeTabGroup.activeTab?.label ?? '';
}

/** Saves the new work item of the active page. Resolves with the identifier of the created work item. */
async function saveNewItem(name: string): Promise<string> {
  await eventuallyAsync(async () => {
    await commands.executeCommand('contrail.save');
    return (window.tabGroups.activeTabGroup.activeTab?.label ?? '').endsWith(` ${name}`);
  });
  return (window.tabGroups.activeTabGroup.activeTab?.label ?? '').split(' ')[0] ?? '';
}

describe('The quick fix that creates a work item from code', () => {
  const problems = languages.createDiagnosticCollection('checker');
  let document: TextDocument;
  let uri: Uri;

  before(async () => {
    await commands.executeCommand('contrail.signOut');
    await commands.executeCommand('workbench.action.closeAllEditors');
    const folder = workspace.workspaceFolders?.[0]?.uri;
    ok(folder);
    uri = Uri.joinPath(folder, 'from-code.py');
    await workspace.fs.writeFile(uri, new TextEncoder().encode(TEXT));
    document = await workspace.openTextDocument(uri);
    const diagnostic = new Diagnostic(new Range(4, 4, 4, 5), 'z is not defined\nanywhere');
    diagnostic.source = 'checker';
    problems.set(uri, [diagnostic]);
  });

  after(async () => {
    problems.dispose();
    await commands.executeCommand('workbench.action.files.revert');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(uri);
  });

  it('is not offered before the user is signed in', async () => {
    deepStrictEqual(await quickFixTitles(uri, 1), []);
  });

  it('is offered on a TODO comment and on a diagnostic', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await eventuallyAsync(async () => (await quickFixTitles(uri, 1)).length > 0);
    deepStrictEqual(await quickFixTitles(uri, 1), ['Create work item from TODO (Contrail)']);
    deepStrictEqual(await quickFixTitles(uri, 4), ['Create work item from “z is not defined anywhere” (Contrail)']);
    deepStrictEqual(await quickFixTitles(uri, 0), []);
  });

  it('is not offered on a TODO comment that mentions an existing work item', async () => {
    await commands.executeCommand('vscode.executeHoverProvider', uri, new Position(3, 10));
    await eventuallyAsync(async () => (await quickFixTitles(uri, 3)).length > 0);
    deepStrictEqual(await quickFixTitles(uri, 2), []);
  });

  it('is not offered in a file outside of the workspace folders', async () => {
    const outsideDocument = await workspace.openTextDocument({ content: TEXT, language: 'python' });
    deepStrictEqual(await quickFixTitles(outsideDocument.uri, 1), []);
  });

  it('comes with Comment with Selected Code… if text is selected and no kind of action is requested', async () => {
    const titles = async (range: Range, kind?: string): Promise<string[]> => {
      const actions = await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, range, kind);
      return actions.map(({ title }) => title).filter((title) => title.startsWith('Comment with'));
    };
    const selection = new Range(0, 0, 0, 4);
    deepStrictEqual(await titles(selection), ['Comment with Selected Code…']);
    deepStrictEqual(await titles(new Range(0, 0, 0, 0)), []);
    deepStrictEqual(await titles(selection, CodeActionKind.QuickFix.value), []);
    deepStrictEqual(await titles(selection, CodeActionKind.Refactor.value), []);
  });

  it('inserts the identifier into the comment even if the comment has moved', async () => {
    await runQuickFix(
      (await quickFixes(uri, 1)).find(({ title }) => title === 'Create work item from TODO (Contrail)'),
    );
    await change((edit) => edit.insert(uri, new Position(0, 0), '# Licensed to everybody.\n'));
    const identifier = await saveNewItem('close the socket');
    match(identifier, /^[A-Z]+-\d+$/);
    await eventually(() => document.lineAt(2).text === `# TODO(${identifier}): close the socket`);
    ok(document.isDirty);
  });

  it('does not insert the identifier if the comment was deleted', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await change((edit) => edit.insert(uri, new Position(0, 0), '# TODO: pass away\n'));
    await runQuickFix(
      (await quickFixes(uri, 0)).find(({ title }) => title === 'Create work item from TODO (Contrail)'),
    );
    await change((edit) => edit.delete(uri, new Range(0, 0, 1, 0)));
    const textBefore = document.getText();
    await saveNewItem('pass away');
    strictEqual(document.getText(), textBefore);
  });

  it('creates a work item with the message of a diagnostic as its title', async () => {
    const line = document.getText().split('\n').indexOf('y = z');
    problems.set(uri, [new Diagnostic(new Range(line, 4, line, 5), 'z is not defined')]);
    await eventuallyAsync(async () => (await quickFixTitles(uri, line)).length > 0);
    await runQuickFix((await quickFixes(uri, line)).find(({ title }) => title.includes('z is not defined')));
    await saveNewItem('z is not defined');
  });

  it('is also available as a command for failed tests, which does nothing if its argument is invalid', async () => {
    const controller = tests.createTestController('checker', 'Checker');
    const test = controller.createTestItem('closes', 'closes the socket', uri);
    test.range = new Range(0, 0, 0, 5);
    const message = TestMessage.diff('It was left open', 'closed', 'open');
    message.location = new Location(uri, new Position(1, 0));
    const tabCount = window.tabGroups.all.flatMap((group) => group.tabs).length;
    for (const invalidArgument of [undefined, 'a test', {}, { test: 1, message: 2 }])
      await commands.executeCommand('contrail.createFromTest', invalidArgument);
    strictEqual(window.tabGroups.all.flatMap((group) => group.tabs).length, tabCount);
    await acceptFirstRowDuring(commands.executeCommand('contrail.createFromTest', { test, message }));
    await waitForTab(/^New Work Item$/);
    await saveNewItem('Failing test: closes the socket');
    controller.dispose();
  });
});

describe('A TODO comment of a finished work item', () => {
  let document: TextDocument;
  let uri: Uri;
  const hints = () => languages.getDiagnostics(uri).filter(({ source }) => source === 'Contrail');
  const fixes = async () => (await quickFixes(uri, 1)).filter(({ title }) => title.endsWith('(Contrail)'));

  before(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    const folder = workspace.workspaceFolders?.[0]?.uri;
    ok(folder);
    uri = Uri.joinPath(folder, 'finished.py');
    const text = 'x = 1\n# TODO(WEB-2): close the socket\n# TODO(WEB-1): in progress\n# Closed in WEB-2.\ny = 2\n';
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await commands.executeCommand('contrail.openLocalWorkspace');
    document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
  });

  after(async () => {
    await commands.executeCommand('workbench.action.files.revert');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(uri);
  });

  it('has a hint, and other comments have none', async () => {
    await eventually(() => hints().length > 0);
    deepStrictEqual(
      hints().map(({ message, severity, range, code }) => ({ message, severity, line: range.start.line, code })),
      [
        {
          message: 'WEB-2 is in the state Done. This comment may be out of date.',
          severity: DiagnosticSeverity.Hint,
          line: 1,
          code: 'WEB-2',
        },
      ],
    );
  });

  it('has fixes that remove it, reopen the work item and create a follow-up', async () => {
    deepStrictEqual(
      (await fixes()).map(({ title }) => title),
      ['Remove TODO (Contrail)', 'Reopen WEB-2 (Contrail)', 'Create follow-up of WEB-2 (Contrail)'],
    );
  });

  it('gets the identifier of the follow-up', async () => {
    await runQuickFix((await fixes()).find(({ title }) => title.startsWith('Create follow-up')));
    // The editor of the comment is shown again when the work item is created.
    await eventuallyAsync(async () => {
      await commands.executeCommand('contrail.save');
      return /^# TODO\(WEB-\d\d+\): close the socket$/.test(document.lineAt(1).text);
    });
    await change((edit) => edit.replace(uri, document.lineAt(1).range, '# TODO(WEB-2): close the socket'));
    await window.showTextDocument(document);
    await eventually(() => hints().length > 0);
  });

  it('loses the hint when the work item is reopened', async () => {
    const reopen = (await fixes()).find(({ title }) => title.startsWith('Reopen'));
    ok(reopen?.command);
    await commands.executeCommand(reopen.command.command, ...(reopen.command.arguments ?? []));
    await eventually(() => hints().length === 0);
    await commands.executeCommand('contrail.undoLastChange');
    await eventually(() => hints().length === 1);
  });

  it('has no hint while the setting is off', async () => {
    const settings = workspace.getConfiguration('contrail');
    await settings.update('code.finishedTodos', false, ConfigurationTarget.Global);
    await eventually(() => hints().length === 0);
    await settings.update('code.finishedTodos', undefined, ConfigurationTarget.Global);
    await eventually(() => hints().length === 1);
  });

  it('is removed with its line', async () => {
    const remove = (await fixes()).find(({ title }) => title.startsWith('Remove'));
    ok(remove?.edit);
    ok(await workspace.applyEdit(remove.edit));
    strictEqual(document.getText(), 'x = 1\n# TODO(WEB-1): in progress\n# Closed in WEB-2.\ny = 2\n');
    await eventually(() => hints().length === 0);
  });
});
