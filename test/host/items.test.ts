// Tests work items in the extension host with the local workspace: tabs, clipboard and comment
// documents.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { commands, env, Uri, window, workspace } from 'vscode';
import { accepting, eventually } from './eventually.ts';
import { type SampleItem, sampleItem } from './sample.ts';

function tabTitles(): string[] {
  return window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.label);
}

describe('Work items', () => {
  let item: SampleItem;

  before(async () => {
    item = await sampleItem('WEB-1');
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refresh');
  });

  it('open in a tab with the name of the item', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    await eventually(() => tabTitles().some((title) => title.startsWith('WEB-1 ')));
    match(tabTitles().join('\n'), new RegExp(`WEB-1 ${item.name.slice(0, 8)}`));
  });

  it('open again in the same tab', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    strictEqual(tabTitles().filter((title) => title.startsWith('WEB-1 ')).length, 1);
  });

  it('have an identifier and a link to copy, which is a VS Code link in the local workspace', async () => {
    await commands.executeCommand('contrail.copyIdentifier', item);
    strictEqual(await env.clipboard.readText(), 'WEB-1');
    await accepting(commands.executeCommand('contrail.copyLink', item));
    strictEqual(
      await env.clipboard.readText(),
      `${env.uriScheme}://contrail.contrail/open?server=local&workspace=contrail&item=WEB-1`,
    );
  });

  it('store an unsent comment as a document of the scheme contrail-comment', async () => {
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

  it('reject a comment document of another account with a message', async () => {
    const uri = Uri.from({
      scheme: 'contrail-comment',
      authority: 'somebody-else',
      path: '/Comment.md',
      query: `${item.project}/${item.id}`,
    });
    const said = await Promise.resolve(workspace.fs.readFile(uri)).then(
      () => 'read',
      (error: Error) => error.message,
    );
    match(said, /Sign in to the account/);
  });

  it('keep their drafts after sign-out', async () => {
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
