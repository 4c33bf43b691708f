// Owns work items in the extension host: tabs, clipboard and comment documents over the local workspace.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { commands, env, Uri, window, workspace } from 'vscode';
import { accepting, eventually } from './eventually.ts';
import { type SampleItem, sampleItem } from './sample.ts';

function tabTitles(): string[] {
  return window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.label);
}

describe('work items', () => {
  let item: SampleItem;

  before(async () => {
    item = await sampleItem('WEB-1');
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refresh');
  });

  it('open in a tab named after the item', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    await eventually(() => tabTitles().some((title) => title.startsWith('WEB-1 ')));
    match(tabTitles().join('\n'), new RegExp(`WEB-1 ${item.name.slice(0, 8)}`));
  });

  it('open in the same tab again', async () => {
    await commands.executeCommand('contrail.openWorkItem', item);
    strictEqual(tabTitles().filter((title) => title.startsWith('WEB-1 ')).length, 1);
  });

  it('have an identifier and an address to copy: in the local workspace one of the editor, for it has no web pages', async () => {
    await commands.executeCommand('contrail.copyIdentifier', item);
    strictEqual(await env.clipboard.readText(), 'WEB-1');
    await accepting(commands.executeCommand('contrail.copyLink', item));
    strictEqual(
      await env.clipboard.readText(),
      `${env.uriScheme}://contrail.contrail/open?server=local&workspace=contrail&item=WEB-1`,
    );
  });

  it('keep a comment that is being written as a file of our own scheme', async () => {
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

  it('refuse a comment document of another account with a sentence', async () => {
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

  it('are closed to commands after signing out, which keeps the drafts', async () => {
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
