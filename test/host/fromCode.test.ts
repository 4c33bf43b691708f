// Tests work items created from code in the extension host: the quick fixes, the new work item, and
// the identifier inserted into the code.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  Diagnostic,
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
import { accepting, eventually, eventuallyAsync } from './eventually.ts';

const TEXT =
  'x = 1\n# TODO: close the socket\n# TODO(WEB-1): known already\n# FIXME(WEB-9999): of one that is gone\ny = z\n';

function offered(uri: Uri, line: number): Thenable<CodeAction[]> {
  const range = new Range(line, 0, line, 4);
  return commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    CodeActionKind.QuickFix.value,
  );
}

async function titles(uri: Uri, line: number): Promise<string[]> {
  return (await offered(uri, line)).map(({ title }) => title).filter((title) => title.startsWith('Create work item'));
}

/** Runs the quick fix and accepts the first project. */
async function take(action: CodeAction | undefined): Promise<void> {
  ok(action?.command);
  await accepting(commands.executeCommand(action.command.command, ...(action.command.arguments ?? [])));
  await tab(/^New work item$/);
}

/** Changes a file that is not visible. */
async function change(make: (edit: WorkspaceEdit) => void): Promise<void> {
  const edit = new WorkspaceEdit();
  make(edit);
  ok(await workspace.applyEdit(edit));
}

/** Resolves when the active tab has this title. */
async function tab(title: RegExp): Promise<string> {
  await eventually(() => title.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
  return window.tabGroups.activeTabGroup.activeTab?.label ?? '';
}

/** Creates the work item of the active page and returns its identifier. */
async function create(name: string): Promise<string> {
  await eventuallyAsync(async () => {
    await commands.executeCommand('contrail.save');
    return (window.tabGroups.activeTabGroup.activeTab?.label ?? '').endsWith(` ${name}`);
  });
  return (window.tabGroups.activeTabGroup.activeTab?.label ?? '').split(' ')[0] ?? '';
}

describe('A work item from code', () => {
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
    deepStrictEqual(await titles(uri, 1), []);
  });

  it('is offered at a TODO and at a diagnostic', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await eventuallyAsync(async () => (await titles(uri, 1)).length > 0);
    deepStrictEqual(await titles(uri, 1), ['Create work item…']);
    deepStrictEqual(await titles(uri, 4), ['Create work item from “z is not defined anywhere”…']);
    deepStrictEqual(await titles(uri, 0), []);
  });

  it('is not offered at a TODO with a work item, unless that work item is gone', async () => {
    await commands.executeCommand('vscode.executeHoverProvider', uri, new Position(3, 10));
    await eventuallyAsync(async () => (await titles(uri, 3)).length > 0);
    deepStrictEqual(await titles(uri, 2), []);
  });

  it('is not offered in a file outside of the workspace folders', async () => {
    const outside = await workspace.openTextDocument({ content: TEXT, language: 'python' });
    deepStrictEqual(await titles(outside.uri, 1), []);
  });

  it('is inserted into its comment even if the comment moved', async () => {
    await take((await offered(uri, 1)).find(({ title }) => title === 'Create work item…'));
    await change((edit) => edit.insert(uri, new Position(0, 0), '# Licensed to everybody.\n'));
    const identifier = await create('close the socket');
    match(identifier, /^[A-Z]+-\d+$/);
    await eventually(() => document.lineAt(2).text === `# TODO(${identifier}): close the socket`);
    ok(document.isDirty);
  });

  it('is not inserted if the comment is gone', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await change((edit) => edit.insert(uri, new Position(0, 0), '# TODO: pass away\n'));
    await take((await offered(uri, 0)).find(({ title }) => title === 'Create work item…'));
    await change((edit) => edit.delete(uri, new Range(0, 0, 1, 0)));
    const before = document.getText();
    await create('pass away');
    strictEqual(document.getText(), before);
  });

  it('is created from a problem', async () => {
    const line = document.getText().split('\n').indexOf('y = z');
    problems.set(uri, [new Diagnostic(new Range(line, 4, line, 5), 'z is not defined')]);
    await eventuallyAsync(async () => (await titles(uri, line)).length > 0);
    await take((await offered(uri, line)).find(({ title }) => title.includes('z is not defined')));
    await create('z is not defined');
  });

  it('is created from a failed test, but not from an invalid argument', async () => {
    const controller = tests.createTestController('checker', 'Checker');
    const test = controller.createTestItem('closes', 'closes the socket', uri);
    test.range = new Range(0, 0, 0, 5);
    const message = TestMessage.diff('It was left open', 'closed', 'open');
    message.location = new Location(uri, new Position(1, 0));
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs).length;
    for (const given of [undefined, 'a test', {}, { test: 1, message: 2 }])
      await commands.executeCommand('contrail.createFromTest', given);
    strictEqual(window.tabGroups.all.flatMap((group) => group.tabs).length, tabs);
    await accepting(commands.executeCommand('contrail.createFromTest', { test, message }));
    await tab(/^New work item$/);
    await create('Failing test: closes the socket');
    controller.dispose();
  });
});
