// Tests the commands that save, change, share and delete views.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session.ts';
import {
  SavedViews,
  type SettingsFolder,
  type ViewInSettings,
  type ViewSettings,
} from '../../../../src/features/filters/workbench/savedViews.ts';
import { createSavedViews } from '../../../../src/features/filters/workbench/savedViewsFeature.ts';
import { NO_FILTER, withValues } from '../../../../src/items/filter/filter.ts';
import { DEFAULT_CHOICES, type ViewChoices } from '../../../../src/items/grouping/choices.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { Emitter } from '../../../../src/std/event.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';
import { type ScriptedList, ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';

let session: Session;
const server = forAllTests(startTestServer);
const sessionsSetup = forAllTests(() => SessionsSetup.open());
const window = forAllTests(() => sessionsSetup.window());
beforeAll(async () => {
  await window.sessions.signIn(answersFor(server), new AbortController().signal);
  if (window.sessions.current === undefined) throw new Error('The server rejected the key.');
  session = window.sessions.current;
  await session.store.list({ of: 'items', owner: sample.project('WEB') }).read();
});

/** The settings of the user and of folders, which a test can change. */
class FolderSettings implements ViewSettings {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  folders: readonly SettingsFolder[] = [{ name: 'web', uri: 'file:///web' }];
  user: unknown;
  readonly values = new Map<string, readonly unknown[]>();

  read() {
    return { user: this.user, folders: this.folders.map(({ uri }) => this.values.get(uri)) };
  }

  has({ uri }: SettingsFolder, name: string): boolean {
    return JSON.stringify(this.values.get(uri) ?? []).includes(JSON.stringify(name));
  }

  async write({ uri }: SettingsFolder, view: ViewInSettings): Promise<void> {
    this.values.set(uri, [view]);
    this.#changed.fire();
  }
}

let prompts: ScriptedPrompts;
let settings: FolderSettings;
let savedViews: SavedViews;
let choices: ViewChoices;
let matchCount: number;
let revealedViews: string[];
beforeEach(() => {
  matchCount = 3;
  revealedViews = [];
  prompts = new ScriptedPrompts();
  settings = new FolderSettings();
  savedViews = new SavedViews(new InMemoryMemento(), settings);
  choices = DEFAULT_CHOICES;
});

type SavedViewsFeature = ReturnType<typeof createSavedViews>;
type CommandName = keyof SavedViewsFeature['commands'] | keyof SavedViewsFeature['rowCommands'];

function run(name: CommandName, target?: unknown): Promise<void> {
  const { sessions } = window;
  const views = {
    choices,
    countMatches: () => matchCount,
    revealSavedView: async (name: string) => void revealedViews.push(name),
  };
  const feature = createSavedViews({ prompts, sessions, views, savedViews, viewSettings: settings });
  return { ...feature.commands, ...feature.rowCommands }[name].run(target, undefined);
}

const rowOf = (name: string, origin = 'account') => ({ kind: 'savedView', name, origin, under: undefined });
const names = (): readonly string[] => savedViews.viewsOf(session.account).map(({ name }) => name);

/** Saves a view with the filter `is:open`, or with another status. */
async function saveView(name: string, status = 'open'): Promise<void> {
  const { groupBy, sortBy, descending } = DEFAULT_CHOICES;
  const query = { filter: withValues(NO_FILTER, 'is', [status]), groupBy, sortBy, descending };
  await savedViews.save(session.account, { name, query });
}

describe('The command Save View', () => {
  it('asks only for the name, shows the filter of the Projects view, and reveals the saved view', async () => {
    choices = { ...DEFAULT_CHOICES, groupBy: 'state', filter: withValues(NO_FILTER, 'assignee', ['me']) };
    const command = run(COMMANDS.saveView);
    const box = await prompts.textBox('Save View');
    expect([box.text, box.placeholder, box.options.staysOpen]).toEqual(['', 'My bugs', true]);
    expect(box.prompt).toBe('Filter: assignee:me group:state · 3 work items');
    box.enter();
    await box.handled();
    expect(box.message).toBe('Enter a name.');
    box.type('x'.repeat(61));
    box.enter();
    await box.handled();
    expect(box.message).toBe('Enter a name of at most 60 characters.');
    box.type(' My bugs ');
    box.enter();
    await command;
    expect(savedViews.viewsOf(session.account)).toMatchObject([
      { name: 'My bugs', origin: 'account', query: { groupBy: 'state', filter: [{ values: ['me'] }] } },
    ]);
    expect(prompts.statusMessages).toEqual(['Saved “My bugs”: 3 work items']);
    expect(revealedViews).toEqual(['My bugs']);
  });

  it('edits the filter with a button, and keeps the typed name', async () => {
    const command = run(COMMANDS.saveView);
    const box = await prompts.textBox('No filter · 3 work items');
    box.type('My urgent work');
    box.press('Edit Filter');
    const editor = await prompts.list('Edit Filter');
    expect(editor.text).toBe('');
    editor.type('assignee:me prioritty:urgent');
    expect(editor.visible[0]).toContain('Unknown field “prioritty”');
    editor.enter();
    await editor.handled();
    matchCount = 1;
    editor.pick('Use This Filter');
    const reopenedBox = await prompts.textBox('Filter: assignee:me priority:urgent · 1 work item');
    expect(reopenedBox.text).toBe('My urgent work');
    reopenedBox.enter();
    await command;
    expect(savedViews.viewsOf(session.account)).toMatchObject([
      { name: 'My urgent work', query: { filter: [{ field: 'assignee', values: ['me'] }, { field: 'priority' }] } },
    ]);
  });

  it.each([
    ['Back', (editor: ScriptedList) => editor.press(BACK_BUTTON.id)],
    ['Escape', (editor: ScriptedList) => editor.escape()],
  ])('returns from the filter to the name with %s, and keeps both texts but not the filter', async (_, leave) => {
    const command = run(COMMANDS.saveView);
    const box = await prompts.textBox('Save View');
    box.type('Pressing');
    box.press('Edit Filter');
    const editor = await prompts.list('Edit Filter');
    editor.type('is:open prioritty:u');
    leave(editor);
    const reopenedBox = await prompts.textBox('No filter');
    expect(reopenedBox.text).toBe('Pressing');
    reopenedBox.press('Edit Filter');
    const reopenedEditor = await prompts.list('Edit Filter');
    expect(reopenedEditor.text).toBe('is:open prioritty:u');
    reopenedEditor.escape();
    (await prompts.textBox('Save View')).enter();
    await command;
    expect(savedViews.viewsOf(session.account)).toMatchObject([{ name: 'Pressing', query: { filter: [] } }]);
  });

  it('saves and reveals nothing if the user cancels', async () => {
    const command = run(COMMANDS.saveView);
    (await prompts.textBox('Save View')).escape();
    await command;
    expect([names(), revealedViews, prompts.statusMessages]).toEqual([[], [], []]);
  });

  it('rejects the name of another saved view of the account', async () => {
    await saveView('Bugs');
    const command = run(COMMANDS.saveView);
    const box = await prompts.textBox('Save View');
    box.enter('Bugs');
    await box.handled();
    expect(box.message).toBe('A view with this name already exists.');
    box.enter('Bugs 2');
    await command;
    expect(names()).toEqual(['Bugs', 'Bugs 2']);
  });

  it('shows a warning if the account already has 50 saved views', async () => {
    for (let index = 0; index < 50; index += 1) await saveView(`View ${index}`);
    await run(COMMANDS.saveView);
    expect(await prompts.message('You have 50 saved views')).toMatchObject({ kind: 'warning' });
    expect(names()).toHaveLength(50);
  });
});

describe('The command', () => {
  it('Edit View replaces the filter of the view that was selected in the tree or that the user picks', async () => {
    await saveView('Bugs');
    const command = run('edit');
    const list = await prompts.list('Edit View');
    expect(list.visible).toEqual(['Bugs | is:open']);
    list.enter();
    const editor = await prompts.list('Edit View “Bugs”');
    editor.type('is:done');
    editor.pick('Save View');
    await command;
    expect(savedViews.viewsOf(session.account)).toMatchObject([
      { name: 'Bugs', query: { filter: [{ values: ['done'] }] } },
    ]);
    const canceledRun = run('edit', rowOf('Bugs'));
    (await prompts.list('Edit View “Bugs”')).escape();
    await canceledRun;
    expect(names()).toEqual(['Bugs']);
  });

  it('Rename View keeps the filter of the view, and changes nothing if the user cancels', async () => {
    await saveView('Bugs', 'done');
    const command = run(COMMANDS.renameView, rowOf('Bugs'));
    const box = await prompts.textBox('Rename View “Bugs”');
    expect(box.text).toBe('Bugs');
    box.type('Defects');
    box.enter();
    await command;
    const canceledRun = run(COMMANDS.renameView, rowOf('Defects'));
    (await prompts.textBox('Rename View “Defects”')).escape();
    await canceledRun;
    expect(savedViews.viewsOf(session.account)).toMatchObject([
      { name: 'Defects', query: { filter: [{ values: ['done'] }] } },
    ]);
  });

  it('Delete View removes the view after a confirmation', async () => {
    await saveView('Bugs');
    const canceledRun = run('delete', rowOf('Bugs'));
    (await prompts.message('Delete the view “Bugs”?')).close();
    await canceledRun;
    expect(names()).toEqual(['Bugs']);
    const command = run('delete', rowOf('Bugs'));
    (await prompts.message('Delete the view “Bugs”?')).select('Delete');
    await command;
    expect(names()).toEqual([]);
  });

  it.each(['edit', COMMANDS.renameView, 'delete', COMMANDS.shareView] as const)(
    '%s shows a message if there are no saved views, and does nothing if the user closes the picker',
    async (command) => {
      await run(command);
      expect(await prompts.message('No saved views')).toMatchObject({ kind: 'info' });
      await saveView('Bugs');
      const canceledRun = run(command);
      (await prompts.list('Select a view')).escape();
      await canceledRun;
      expect([names(), prompts.pending, prompts.copiedTexts, [...settings.values]]).toEqual([['Bugs'], [], [], []]);
    },
  );
});

describe('Views from the settings', () => {
  beforeEach(async () => {
    await saveView('Own');
    settings.user = [{ name: 'Mine', filter: 'assignee:me' }];
    await settings.write({ name: 'web', uri: 'file:///web' }, { name: 'Team', filter: 'label:Bug is:open' });
  });

  it('are listed after views of the account, with folder settings first, and are updated with the settings', async () => {
    expect(names()).toEqual(['Own', 'Team', 'Mine']);
    let changes = 0;
    savedViews.onDidChange(() => {
      changes += 1;
    });
    await settings.write({ name: 'web', uri: 'file:///web' }, { name: 'Other', filter: '' });
    expect([names(), changes]).toEqual([['Own', 'Other', 'Mine'], 1]);
  });

  it('can be copied as text but not edited', async () => {
    await run(COMMANDS.shareView, rowOf('Team', 'folder'));
    expect(prompts.copiedTexts).toEqual(['label:Bug is:open']);
    const command = run('edit');
    const list = await prompts.list('Edit View');
    expect(list.visible).toEqual(['Own | is:open']);
    list.escape();
    await command;
  });

  it.each([
    ['folder', 'workbench.action.openWorkspaceSettings'],
    ['user', 'workbench.action.openSettings'],
  ] as const)('of the %s are edited and deleted in the settings editor, which %s opens', async (origin, command) => {
    await run('edit', rowOf('Team', origin));
    await run('delete', rowOf('Team', origin));
    expect(prompts.commands).toEqual(['edit', 'delete'].map(() => [command, { query: 'contrail.views' }]));
  });
});

describe('The command Share View', () => {
  beforeEach(() => saveView('Bugs'));

  it('copies the filter as text', async () => {
    const command = run(COMMANDS.shareView, rowOf('Bugs'));
    const ways = await prompts.list('Share View');
    expect(ways.visible).toEqual(['Copy Filter as Text', 'Export to Folder Settings…']);
    ways.pick('Copy Filter as Text');
    await command;
    expect(prompts.copiedTexts).toEqual(['is:open']);
  });
});

describe('Share View with Export to Folder Settings', () => {
  beforeEach(() => saveView('Bugs'));

  const pickExport = async (): Promise<void> => (await prompts.list('how to share')).pick('Export to Folder Settings…');
  const exportView = async (): Promise<void> => {
    const command = run(COMMANDS.shareView, rowOf('Bugs'));
    await pickExport();
    return command;
  };

  it('writes the view as text to the settings of the folder', async () => {
    await exportView();
    expect([...settings.values]).toEqual([['file:///web', [{ name: 'Bugs', filter: 'is:open' }]]]);
    expect(prompts.statusMessages).toEqual(['Exported the view “Bugs” to the settings of web']);
  });

  it('asks for the folder if several folders are open', async () => {
    settings.folders = [...settings.folders, { name: 'api', uri: 'file:///api' }];
    const canceledRun = exportView();
    (await prompts.list('Select a folder')).escape();
    await canceledRun;
    const command = exportView();
    (await prompts.list('Select a folder')).pick('api');
    await command;
    expect([...settings.values.keys()]).toEqual(['file:///api']);
  });

  it('returns with Back from the list of folders to the ways to share and to the views', async () => {
    settings.folders = [...settings.folders, { name: 'api', uri: 'file:///api' }];
    const command = run(COMMANDS.shareView);
    (await prompts.list('Select a view')).pick('Bugs');
    await pickExport();
    (await prompts.list('Select a folder')).press('back');
    (await prompts.list('how to share')).press('back');
    (await prompts.list('Select a view')).escape();
    await command;
    expect(settings.values.size).toBe(0);
  });

  it('asks for confirmation before it replaces a view in the settings', async () => {
    const existingViews = [{ name: 'Bugs', filter: 'label:old' }];
    settings.values.set('file:///web', existingViews);
    const canceledRun = exportView();
    (await prompts.message('already contain the view “Bugs”')).close();
    await canceledRun;
    expect(settings.values.get('file:///web')).toEqual(existingViews);
    const command = exportView();
    (await prompts.message('already contain the view “Bugs”')).select('Replace');
    await command;
    expect(settings.values.get('file:///web')).toEqual([{ name: 'Bugs', filter: 'is:open' }]);
  });

  it('shows a message if no folder is open', async () => {
    settings.folders = [];
    await exportView();
    expect(await prompts.message('Open a folder')).toMatchObject({ kind: 'info' });
  });
});
