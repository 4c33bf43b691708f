// Tests work items of the local workspace in the extension host: tabs, clipboard and comments.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { commands, env, Position, Uri, window, workspace } from 'vscode';
import { acceptFirstRowDuring, eventually } from './eventually.ts';
import { type SampleItem, sampleItem } from './sample.ts';

function tabTitles(): string[] {
  return window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.label);
}

describe('A work item', () => {
  let item: SampleItem;

  before(async () => {
    item = await sampleItem('WEB-1');
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refreshProjects');
  });

  it('opens in a tab whose title is the identifier and the name', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    await eventually(() => tabTitles().some((title) => title.startsWith('WEB-1 ')));
    match(tabTitles().join('\n'), new RegExp(`WEB-1 ${item.name.slice(0, 8)}`));
  });

  it('opens in the same tab when it is opened a second time', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    strictEqual(tabTitles().filter((title) => title.startsWith('WEB-1 ')).length, 1);
  });

  it('of the local workspace can be copied as a vscode:// link', async () => {
    await acceptFirstRowDuring(commands.executeCommand('contrail.copy', item));
    strictEqual(
      await env.clipboard.readText(),
      `${env.uriScheme}://contrail.contrail/open?server=local&workspace=contrail&item=WEB-1`,
    );
  });

  it('has a comment draft that is read and written as a file with the URI scheme contrail-comment', async () => {
    const uri = Uri.from({
      scheme: 'contrail-comment',
      authority: 'local',
      path: '/Comment on WEB-1.md',
      query: `${item.project}/${item.id}`,
    });
    await workspace.fs.writeFile(uri, Buffer.from('Three *paragraphs*.'));
    strictEqual(Buffer.from(await workspace.fs.readFile(uri)).toString(), 'Three *paragraphs*.');
    const document = await workspace.openTextDocument(uri);
    strictEqual(document.languageId, 'markdown');
    ok(document.getText().includes('paragraphs'));
  });

  it('has a comment draft that can be read only while the account of the draft is signed in', async () => {
    const uri = Uri.from({
      scheme: 'contrail-comment',
      authority: 'somebody-else',
      path: '/Comment.md',
      query: `${item.project}/${item.id}`,
    });
    const outcome = await Promise.resolve(workspace.fs.readFile(uri)).then(
      () => 'read',
      (error: Error) => error.message,
    );
    match(outcome, /Sign in to the account/);
  });

  it('has a description that is edited as a Markdown document, and is saved on the server', async () => {
    const editedItem = await sampleItem('WEB-26');
    await commands.executeCommand('contrail.editDescription', editedItem);
    await eventually(() => window.activeTextEditor?.document.uri.scheme === 'contrail-description');
    const editor = window.activeTextEditor;
    ok(editor !== undefined);
    strictEqual(editor.document.languageId, 'markdown');
    await editor.edit((builder) => builder.insert(new Position(0, 0), 'Added **here**.\n\n'));
    ok(await editor.document.save());
    strictEqual(editor.document.isDirty, false);
    const text = editor.document.getText();
    match(text, /^Added \*\*here\*\*\.\n\n/);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await commands.executeCommand('contrail.editDescription', editedItem);
    await eventually(() => window.activeTextEditor?.document.uri.scheme === 'contrail-description');
    strictEqual(window.activeTextEditor?.document.getText(), text);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('has relations that can be added, removed, and restored with Undo Last Change', async () => {
    const relatedItem = await sampleItem('WEB-20');
    // Accepts the relation type “Blocks” and a work item. The picker of removeRelation has a first row only if the work
    // item has a relation.
    await acceptFirstRowDuring(commands.executeCommand('contrail.addRelation', relatedItem));
    await acceptFirstRowDuring(commands.executeCommand('contrail.removeRelation', relatedItem));
    await commands.executeCommand('contrail.undoLastChange');
    await acceptFirstRowDuring(commands.executeCommand('contrail.removeRelation', relatedItem));
  });

  it('keeps its comment draft after the user has signed out', async () => {
    await commands.executeCommand('contrail.signOut');
    await commands.executeCommand('contrail.openLocalWorkspace');
    const uri = Uri.from({
      scheme: 'contrail-comment',
      authority: 'local',
      path: '/Comment on WEB-1.md',
      query: `${item.project}/${item.id}`,
    });
    deepStrictEqual(Buffer.from(await workspace.fs.readFile(uri)).toString(), 'Three *paragraphs*.');
  });
});
