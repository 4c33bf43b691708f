// Tests mentions of work items in the extension host: links, hovers, completion and states, from
// sign-in to sign-out.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import {
  type CodeLens,
  type CompletionItem,
  type CompletionList,
  ConfigurationTarget,
  commands,
  type DocumentLink,
  type Hover,
  MarkdownString,
  Position,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { eventually, eventuallyAsync } from './eventually.ts';
import { sampleItem } from './sample.ts';

const TEXT = 'Said in UTF-8: WEB-1 before WEB-9999.\nNothing here.\n';

async function links(document: TextDocument): Promise<string[]> {
  const found = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', document.uri, 100);
  return found.map(({ range }) => document.getText(range));
}

async function card(document: TextDocument, character: number): Promise<string> {
  const hovers = await commands.executeCommand<Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    new Position(0, character),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((one) => (one instanceof MarkdownString ? one.value : ''))
    .join('\n');
}

async function completions(document: TextDocument, position: Position): Promise<readonly CompletionItem[]> {
  const { items } = await commands.executeCommand<CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return items;
}

async function lenses(document: TextDocument): Promise<string[]> {
  const found = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  return found.map(({ command }) => command?.title ?? '');
}

async function setting(name: string, value: boolean | undefined): Promise<void> {
  await workspace.getConfiguration('contrail').update(name, value, ConfigurationTarget.Global);
}

describe('Mentions', () => {
  let document: TextDocument;

  before(async () => {
    await commands.executeCommand('contrail.signOut');
    await commands.executeCommand('workbench.action.closeAllEditors');
    document = await workspace.openTextDocument({ content: TEXT, language: 'plaintext' });
  });

  after(async () => {
    await setting('mentions.codeLens', undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('have no links, hovers and states before sign-in', async () => {
    deepStrictEqual(await links(document), []);
    strictEqual(await card(document, 16), '');
    deepStrictEqual(await lenses(document), []);
  });

  it('are links as soon as the user is signed in, without an open folder or view', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await eventuallyAsync(async () => (await links(document)).length > 0);
    deepStrictEqual(await links(document), ['WEB-1', 'WEB-9999']);
  });

  it('have a link that opens the work item', async () => {
    const [first] = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', document.uri, 100);
    strictEqual(first?.target?.scheme, 'command');
    strictEqual(first.target.path, 'contrail.openWorkItem');
    const [given]: unknown[] = JSON.parse(first.target.query);
    await commands.executeCommand(first.target.path, given);
    await eventually(() =>
      window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith('WEB-1 '))),
    );
  });

  it('have a hover with the item and its commands', async () => {
    const { name } = await sampleItem('WEB-1');
    await eventuallyAsync(async () => (await card(document, 16)).includes('**State**'));
    const shown = await card(document, 16);
    match(shown, /WEB\\-1/);
    ok(shown.includes(name), shown);
    match(shown, /command:contrail\.openWorkItem\?/);
    match(shown, /command:contrail\.comment\?/);
  });

  it('of missing work items say so in the hover and open nothing', async () => {
    match(await card(document, 30), /does not exist, or you have no access to it/);
    const before = window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
    await commands.executeCommand('contrail.openWorkItem', { identifier: 'WEB-9999' });
    await commands.executeCommand('contrail.openWorkItem', { identifier: 'UTF-8' });
    await commands.executeCommand('contrail.openWorkItem', { identifier: '../../users/me' });
    strictEqual(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, before);
  });

  it('are completed from loaded items', async () => {
    const text = await workspace.openTextDocument({ content: 'See #key\nand WEB-', language: 'markdown' });
    const byWords = (await completions(text, new Position(0, 8))).map(({ insertText }) => insertText);
    ok(byWords.includes('WEB-1'), JSON.stringify(byWords));
    const byPrefix = (await completions(text, new Position(1, 8))).map(({ insertText }) => insertText);
    ok(byPrefix.includes('WEB-1'), JSON.stringify(byPrefix));
  });

  it('are found in no binary file, and only at the start of a very large one', async () => {
    const binary = await workspace.openTextDocument({ content: '\0\0WEB-1', language: 'plaintext' });
    deepStrictEqual(await links(binary), []);
    const huge = await workspace.openTextDocument({
      content: `WEB-1\n${'x\n'.repeat(2_600_000)}WEB-2\n`,
      language: 'plaintext',
    });
    deepStrictEqual(await links(huge), ['WEB-1']);
  });

  it('show their state if the setting is on', async () => {
    await window.showTextDocument(document);
    deepStrictEqual(await lenses(document), []);
    await setting('mentions.codeLens', true);
    await eventuallyAsync(async () => (await lenses(document)).some((title) => title.includes('In Progress')));
    const [first = '', second = ''] = await lenses(document);
    match(first, /^\$\([\w-]+\) WEB-1 In Progress · Use the board/);
    match(second, /^WEB-9999 does not exist/);
  });

  it('have no links, hovers and states after sign-out', async () => {
    await commands.executeCommand('contrail.signOut');
    deepStrictEqual(await links(document), []);
    strictEqual(await card(document, 16), '');
    deepStrictEqual(await lenses(document), []);
  });
});
