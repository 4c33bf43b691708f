// Tests in the extension host what happens to the text of descriptions and comments that are open as documents: auto
// save sends nothing, saving sends, and what is typed is on disk before VS Code writes a backup.
import { doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigurationTarget, commands, LanguageModelTextPart, lm, Position, Uri, window, workspace } from 'vscode';
import { eventually, eventuallyAsync } from './eventually.ts';
import { reportVariable } from './report.ts';
import { type SampleItem, sampleItem } from './sample.ts';

const SAVE = 'workbench.action.files.save';

/** Returns the texts of all drafts on disk. VS Code stores its user data beside the file for the results. */
function draftsOnDisk(): string {
  const home = dirname(process.env[reportVariable] ?? '');
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /globalStorage.contrail\.contrail.drafts.*\.json$/.test(name) && existsSync(join(home, name)))
    .map((name) => readFileSync(join(home, name), 'utf8'))
    .join('\n');
}

async function setAutoSave(value: 'afterDelay' | 'off' | undefined): Promise<void> {
  const settings = workspace.getConfiguration('files');
  await settings.update('autoSave', value, ConfigurationTarget.Global);
  await settings.update('autoSaveDelay', value === 'afterDelay' ? 100 : undefined, ConfigurationTarget.Global);
}

/** Types the text at the start of the active editor. */
async function typeAtStart(text: string): Promise<void> {
  ok(await window.activeTextEditor?.edit((builder) => builder.insert(new Position(0, 0), text)));
}

async function showDocument(scheme: string, open: () => Thenable<unknown>): Promise<void> {
  await open();
  await eventually(() => window.activeTextEditor?.document.uri.scheme === scheme);
}

describe('The document of a description', () => {
  let item: SampleItem;
  const openDescription = (): Promise<void> =>
    showDocument('contrail-description', () => commands.executeCommand('contrail.editDescription', item));
  const descriptionOnServer = async (): Promise<string> => {
    const input = { id: 'WEB-24' };
    const { content } = await lm.invokeTool('contrail_getWorkItem', { toolInvocationToken: undefined, input });
    return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('\n');
  };

  before(async () => {
    item = await sampleItem('WEB-24');
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refreshProjects');
    await openDescription();
  });

  after(async () => {
    await setAutoSave(undefined);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is kept as a draft by auto save, and is sent by Save although VS Code shows no unsaved changes', async () => {
    await setAutoSave('afterDelay');
    await typeAtStart('Kept until saved.\n\n');
    await eventually(() => window.activeTextEditor?.document.isDirty === false);
    match(draftsOnDisk(), /Kept until saved\./);
    doesNotMatch(await descriptionOnServer(), /Kept until saved\./);
    await commands.executeCommand(SAVE);
    match(await descriptionOnServer(), /Kept until saved\./);
    await eventually(() => !draftsOnDisk().includes('Kept until saved.'));
    strictEqual(window.activeTextEditor?.document.isDirty, false);
  });

  it('shows its draft when it is opened again', async () => {
    await typeAtStart('Half a sent');
    await eventually(() => window.activeTextEditor?.document.isDirty === false);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await openDescription();
    match(window.activeTextEditor?.document.getText() ?? '', /^Half a sent/);
    doesNotMatch(await descriptionOnServer(), /Half a sent/);
    await commands.executeCommand(SAVE);
    match(await descriptionOnServer(), /Half a sent/);
  });

  it('is on disk while it has unsaved changes, and is no draft any more when these are discarded', async () => {
    await setAutoSave('off');
    await typeAtStart('Typed only. ');
    await eventually(() => draftsOnDisk().includes('Typed only.'));
    strictEqual(window.activeTextEditor?.document.isDirty, true);
    await commands.executeCommand('workbench.action.files.revert');
    await eventually(() => !draftsOnDisk().includes('Typed only.'));
    doesNotMatch(window.activeTextEditor?.document.getText() ?? '', /Typed only/);
  });

  it('can be saved several times without auto save', async () => {
    for (const word of ['First. ', 'Second. ']) {
      await typeAtStart(word);
      await commands.executeCommand(SAVE);
      strictEqual(window.activeTextEditor?.document.isDirty, false);
    }
    match(await descriptionOnServer(), /Second\. First\./);
  });
});

describe('The document of a comment', () => {
  let uri: Uri;

  before(async () => {
    const item = await sampleItem('WEB-24');
    await commands.executeCommand('contrail.openLocalWorkspace');
    uri = Uri.from({
      scheme: 'contrail-comment',
      authority: 'local',
      path: '/Comment on WEB-24.md',
      query: `${item.project}/${item.id}`,
    });
    await setAutoSave('off');
    await showDocument('contrail-comment', () => window.showTextDocument(uri));
  });

  after(async () => {
    await setAutoSave(undefined);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('contrail.signOut');
  });

  it('is on disk while it has unsaved changes, and can still be saved', async () => {
    await typeAtStart('Saved. ');
    await eventually(() => draftsOnDisk().includes('Saved. '));
    await commands.executeCommand(SAVE);
    strictEqual(window.activeTextEditor?.document.isDirty, false);
    await typeAtStart('Typed. ');
    await eventually(() => draftsOnDisk().includes('Typed. Saved. '));
    await commands.executeCommand(SAVE);
    strictEqual(window.activeTextEditor?.document.isDirty, false);
  });

  it('is the saved draft again when unsaved changes are discarded', async () => {
    await typeAtStart('Dropped. ');
    await eventually(() => draftsOnDisk().includes('Dropped. '));
    await commands.executeCommand('workbench.action.files.revert');
    await eventually(() => !draftsOnDisk().includes('Dropped. '));
    await eventuallyAsync(async () => Buffer.from(await workspace.fs.readFile(uri)).toString() === 'Typed. Saved. ');
  });
});
