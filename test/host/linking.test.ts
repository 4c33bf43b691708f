// Tests mentions in the extension host: links, hovers, completion, and CodeLenses with the states of work items.
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

const TEXT = 'Said in UTF-8: WEB-1 before WEB-99.\nNothing here.\n';

async function linkTexts(document: TextDocument): Promise<string[]> {
  const documentLinks = await commands.executeCommand<DocumentLink[]>('vscode.executeLinkProvider', document.uri, 100);
  return documentLinks.map(({ range }) => document.getText(range));
}

async function hoverText(document: TextDocument, character: number): Promise<string> {
  const hovers = await commands.executeCommand<Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    new Position(0, character),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof MarkdownString ? content.value : ''))
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

async function lensTitles(document: TextDocument): Promise<string[]> {
  const codeLenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  return codeLenses.map(({ command }) => command?.title ?? '');
}

async function updateSetting(name: string, value: boolean | string | undefined): Promise<void> {
  await workspace.getConfiguration('contrail').update(name, value, ConfigurationTarget.Global);
}

function tabLabels(): string[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
}

describe('Mentions', () => {
  let document: TextDocument;

  before(async () => {
    await commands.executeCommand('contrail.signOut');
    await commands.executeCommand('workbench.action.closeAllEditors');
    document = await workspace.openTextDocument({ content: TEXT, language: 'plaintext' });
    // VS Code opens a tab for an unsaved document within a second, unless the document has a tab already.
    await window.showTextDocument(document);
  });

  after(async () => {
    await updateSetting('mentions.state', undefined);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('have no links, hovers or CodeLenses before the user signs in', async () => {
    deepStrictEqual(await linkTexts(document), []);
    strictEqual(await hoverText(document, 16), '');
    deepStrictEqual(await lensTitles(document), []);
  });

  it('become links when the user signs in, even if no Contrail view is open', async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await eventuallyAsync(async () => (await linkTexts(document)).length > 0);
    deepStrictEqual(await linkTexts(document), ['WEB-1', 'WEB-99']);
  });

  it('have a link that opens the work item', async () => {
    const [documentLink] = await commands.executeCommand<DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
      100,
    );
    strictEqual(documentLink?.target?.scheme, 'command');
    strictEqual(documentLink.target.path, 'contrail.openWorkItem');
    const [argument]: unknown[] = JSON.parse(documentLink.target.query);
    await commands.executeCommand(documentLink.target.path, argument);
    await eventually(() => tabLabels().some((label) => label.startsWith('WEB-1 ')));
  });

  it('have a hover with details of the work item and links to commands', async () => {
    const { name } = await sampleItem('WEB-1');
    await eventuallyAsync(async () => (await hoverText(document, 16)).includes('In Progress'));
    const hover = await hoverText(document, 16);
    match(hover, /WEB\\-1/);
    ok(hover.includes(name), hover);
    match(hover, /command:contrail\.openWorkItem\?/);
    match(hover, /command:contrail\.comment\?/);
    match(hover, /command:contrail\.changeState\?/);
  });

  it('of work items that do not exist have a hover that says “does not exist”, and open no tab', async () => {
    match(await hoverText(document, 30), /does not exist, or you have no access to it/);
    const labelsBefore = tabLabels();
    await commands.executeCommand('contrail.openWorkItem', { identifier: 'WEB-99' });
    await commands.executeCommand('contrail.openWorkItem', { identifier: 'UTF-8' });
    await commands.executeCommand('contrail.openWorkItem', { identifier: '../../users/me' });
    deepStrictEqual(tabLabels(), labelsBefore);
  });

  it('are completed from the cached work items', async () => {
    const textDocument = await workspace.openTextDocument({ content: 'See #key\nand WEB-', language: 'markdown' });
    const completionsByWords = (await completions(textDocument, new Position(0, 8))).map(
      ({ insertText }) => insertText,
    );
    ok(completionsByWords.includes('WEB-1'), JSON.stringify(completionsByWords));
    const completionsByPrefix = (await completions(textDocument, new Position(1, 8))).map(
      ({ insertText }) => insertText,
    );
    ok(completionsByPrefix.includes('WEB-1'), JSON.stringify(completionsByPrefix));
  });

  it('are found neither in binary files nor after the first 5 million characters of a file', async () => {
    const binaryDocument = await workspace.openTextDocument({ content: '\0\0WEB-1', language: 'plaintext' });
    deepStrictEqual(await linkTexts(binaryDocument), []);
    const hugeDocument = await workspace.openTextDocument({
      content: `WEB-1\n${'x\n'.repeat(2_600_000)}WEB-2\n`,
      language: 'plaintext',
    });
    deepStrictEqual(await linkTexts(hugeDocument), ['WEB-1']);
  });

  it('have a CodeLens with the state if contrail.mentions.state enables it', async () => {
    await window.showTextDocument(document);
    deepStrictEqual(await lensTitles(document), []);
    await updateSetting('mentions.state', 'codeLens');
    await eventuallyAsync(async () => (await lensTitles(document)).some((title) => title.includes('In Progress')));
    const [firstTitle = '', secondTitle = ''] = await lensTitles(document);
    match(firstTitle, /^\$\([\w-]+\) WEB-1 In Progress · Use the board/);
    match(secondTitle, /^WEB-99 does not exist/);
    await updateSetting('mentions.state', 'endOfLine');
    await eventuallyAsync(async () => (await lensTitles(document)).length === 0);
    await updateSetting('mentions.state', 'codeLens');
    await eventuallyAsync(async () => (await lensTitles(document)).length === 2);
  });

  it('have no links, hovers or CodeLenses after the user signs out', async () => {
    await commands.executeCommand('contrail.signOut');
    deepStrictEqual(await linkTexts(document), []);
    strictEqual(await hoverText(document, 16), '');
    deepStrictEqual(await lensTitles(document), []);
  });
});
